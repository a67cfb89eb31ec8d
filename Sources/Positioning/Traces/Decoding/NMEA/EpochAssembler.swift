/// Joins the sentences with one time of day, whatever their order in the receiver's cycle.
///
/// A border between epochs is where the time changes. Untimed sentences next to a border go to the
/// side that ``CycleOrder`` finds; until it has found one, up to ``longestWait`` epochs wait.
struct EpochAssembler {
  /// The number of complete epochs, which the reader must take before the next sentence.
  private(set) var finishedCount = 0
  /// The waypoints and routes found so far, until they are taken.
  var waypoints = NMEAWaypoints()
  /// The epochs and sentences left out since these counts were last taken, by reason.
  private(set) var leftOut = LeftOut()

  /// The complete epochs followed by the open ones, the current one last.
  private var epochs = EpochQueue()
  private var run = UntimedRun()
  private var order = CycleOrder()
  /// The evidence for the epoch of the untimed sentences before the current one, to be used when
  /// that is complete.
  private var evidence: CycleOrder.Evidence?
  /// The time of an epoch that was emitted before its end was seen.
  private var flushedTime: Int64?
  /// The time reported by a receiver without a fix during the current epoch.
  private var asideTime: Int64?
  private var hasBegun = false
  private var beganWithUntimed = false

  /// The maximum number of epochs that wait to learn the receiver's order.
  private static let longestWait = 8

  /// True if there are epochs or waypoints for the reader to take.
  @inline(__always) var hasResults: Bool { finishedCount > 0 || waypoints.hasFound }

  /// The counts of what was left out.
  struct LeftOut {
    var duplicates = 0
    var late = 0
    var homeless = 0
    var surplus = 0
  }

  /// Adds a timed sentence to its epoch, or begins a new epoch with it.
  ///
  /// A sentence of an epoch that was already emitted is left out.
  ///
  /// - Parameters:
  ///   - sentence: The sentence.
  ///   - source: Its position in the source.
  @inline(__always) mutating func add(_ sentence: TimedSentence, at source: SentenceSource) {
    let time = sentence.time
    if let flushedTime {
      if epochs.isEmpty, time.map({ EpochDraft.areNear($0, flushedTime) }) ?? false {
        leftOut.late += 1
        return
      }
      self.flushedTime = nil
    }
    if epochs.isEmpty || epochs[epochs.count - 1].excludes(sentence) {
      if sentence.validCoordinate == nil, !epochs.isEmpty, isAside(sentence) { return }
      cross(to: time)
    } else if !run.isEmpty {
      takeRun()
    }
    epochs[epochs.count - 1].add(sentence, at: source)
  }

  /// Returns true if a sentence without a position comes from another receiver, which has no fix
  /// and a different clock: it must not end the epoch of a receiver with a fix.
  ///
  /// This applies to one time of its clock: if another time follows before the next epoch of the
  /// receiver with a fix, that receiver has lost its fix, or is slower.
  private mutating func isAside(_ sentence: TimedSentence) -> Bool {
    guard let time = sentence.time, epochs[epochs.count - 1].isOfAnother(sentence)
    else { return false }
    if let asideTime { return EpochDraft.areNear(time, asideTime) }
    guard !sentence.isValid else { return false }
    asideTime = time
    return true
  }

  /// Adds an untimed sentence, whose epoch the timed ones around it will show.
  @inline(__always) mutating func add(_ sentence: some UntimedSentence, at source: SentenceSource) {
    run.add(sentence, line: source.line)
  }

  /// Completes all epochs: the source has ended or is silent.
  mutating func flush() {
    guard !epochs.isEmpty else { return }
    let current = epochs.count - 1
    flushedTime = epochs[current].time
    if let evidence = evidence.take() { order.learn(evidence, latter: repeated(at: current)) }
    settle(isForced: true)
    var group = UntimedGroup()
    swap(&group, &run.first)
    for part in UntimedGroup.Parts.each where (side(of: part) ?? .former) == .former {
      give(part, of: &group, to: current)
    }
    swap(&group, &run.first)
    if (order.side(of: .gsv) ?? .former) == .former { run.removeAll() }
    finishedCount = epochs.count
  }

  /// Returns the complete epoch at an index.
  mutating func complete(at index: Int) -> TraceEpoch { epochs[index].complete() }

  /// Returns the date of the complete epoch at an index: the nanoseconds since midnight, the days
  /// since 1970-01-01, and whether the receiver warns of its position.
  mutating func date(at index: Int) -> (time: Int64?, day: Int?, isWarned: Bool) {
    (epochs[index].time, epochs[index].day, epochs[index].isWarned)
  }

  /// Returns the values that untimed sentences of an open epoch repeat.
  @inline(__always) private func repeated(at index: Int) -> CycleOrder.Repeated {
    .init(speed: epochs[index].speed, course: epochs[index].course, hdop: epochs[index].hdop)
  }

  /// Removes the complete epochs, which have been taken, but keeps their memory.
  mutating func recycle() {
    for index in 0..<finishedCount {
      leftOut.duplicates += epochs[index].duplicates
      leftOut.surplus += epochs[index].untimed.surplus
    }
    epochs.removeFirst(finishedCount)
    finishedCount = 0
  }

  /// Returns and resets the counts of what was left out.
  mutating func takeLeftOut() -> LeftOut {
    defer { leftOut = LeftOut() }
    return leftOut
  }
}

// MARK: Borders

extension EpochAssembler {
  /// Adds the untimed sentences between the timed ones of an epoch to that epoch.
  private mutating func takeRun() {
    let current = epochs.count - 1
    if epochs[current].untimed.isEmpty, !run.isRepeated {
      swap(&epochs[current].untimed, &run.first)
    } else {
      epochs[current].untimed.merge(run.first)
      epochs[current].untimed.merge(run.last)
    }
    leftOut.homeless += run.lostGroups
    run.removeAll()
  }

  private mutating func cross(to time: Int64?) {
    if let evidence = evidence.take() {
      order.learn(evidence, latter: repeated(at: epochs.count - 1))
    }
    epochs.begin(time: time)
    asideTime = nil
    if !run.isEmpty {
      leftOut.homeless += run.lostGroups
      assign(to: epochs.count - 1)
      // A log that begins with untimed sentences probably begins with a cycle.
      if !hasBegun { beganWithUntimed = true }
    }
    hasBegun = true
    settle(isForced: epochs.count > EpochAssembler.longestWait)
  }

  /// Adds the run at a border to its side if that is known, or else keeps it in the new epoch.
  private mutating func assign(to new: Int) {
    let former = new - 1
    if former >= 0, !run.isRepeated {
      if !run.first.parts.isDisjoint(with: .telling) {
        evidence = CycleOrder.Evidence(
          between: .init(speed: run.first.speed, course: run.first.course, hdop: run.first.hdop),
          former: repeated(at: former))
      }
      let vtg = order.side(of: .vtg)
      let gsa = order.side(of: .gsa)
      // The usual case: everything is known, and goes to one side.
      if vtg == .former, gsa == .former, epochs[former].untimed.isEmpty,
        epochs[former].before.isEmpty
      {
        swap(&epochs[former].untimed, &run.first)
        return run.removeAll()
      }
      if vtg == .latter, gsa == .latter, run.first.parts.isDisjoint(with: [.errors, .height]) {
        swap(&epochs[new].untimed, &run.first)
        return run.removeAll()
      }
    }
    epochs[new].before = [run]
    run.removeAll()
  }

  /// The side that a part belongs to. A part whose content does not show it ends its epoch, as
  /// makers' own sentences do; a compass goes with VTG.
  private func side(of part: UntimedGroup.Parts) -> CycleOrder.Side? {
    switch part {
    case .vtg, .gsa, .gsv: order.side(of: part)
    case .heading: order.side(of: .vtg) ?? .former
    default: .former
    }
  }

  /// Distributes the untimed sentences between open epochs if their side is known, and counts the
  /// epochs that are then complete.
  private mutating func settle(isForced: Bool) {
    if isForced, order.side(of: .vtg) == nil {
      order.fallback = beganWithUntimed ? .latter : .former
    }
    let isKnown = order.side(of: .vtg) != nil && order.side(of: .gsa) != nil
    var settled = epochs.count
    for index in 0..<epochs.count where epochs[index].hasRunBefore {
      let isTelling = !epochs[index].before[0].first.parts.isDisjoint(with: .telling)
      guard isKnown || !isTelling else {
        settled = index
        break
      }
      var run = epochs[index].before.removeLast()
      for part in UntimedGroup.Parts.each {
        guard let side = side(of: part) else { continue }
        distribute(&run, at: index, part: part, side: side)
      }
    }
    finishedCount = max(0, settled - 1)
  }

  private mutating func distribute(
    _ run: inout UntimedRun, at index: Int, part: UntimedGroup.Parts, side: CycleOrder.Side
  ) {
    switch side {
    case .former:
      if index > 0, give(part, of: &run.first, to: index - 1) {
        if run.last.parts.contains(part) { leftOut.homeless += 1 }
        return
      }
      // The former epoch already has one of its own, so this one is early.
      if index > 0, !run.isRepeated {
        give(part, of: &run.first, to: index)
      } else if run.first.parts.contains(part) {
        leftOut.homeless += 1
      }
    case .latter:
      if run.isRepeated {
        give(part, of: &run.last, to: index)
      } else {
        give(part, of: &run.first, to: index)
      }
      if run.isRepeated, run.first.parts.contains(part) { leftOut.homeless += 1 }
    }
  }

  /// Adds a part to an epoch unless it already has that part.
  @discardableResult private mutating func give(
    _ part: UntimedGroup.Parts, of group: inout UntimedGroup, to index: Int
  ) -> Bool {
    guard group.parts.contains(part) else { return true }
    if epochs[index].untimed.parts.contains(part) {
      guard part == .gsv, !epochs[index].untimed.sharesSatellites(with: group) else { return false }
    }
    epochs[index].untimed.takeSatellites(from: &group, parts: part)
    epochs[index].untimed.merge(group, parts: part)
    return true
  }
}

/// The position of a sentence in its source.
struct SentenceSource {
  /// The offset in the source after the sentence.
  var endOffset: Int
  /// The number of its line, from 1.
  var line: Int
}
