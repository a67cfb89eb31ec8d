/// Puts the sentences of one time of day together, whatever their order in the receiver's cycle.
///
/// A border between epochs is where the time changes. Untimed sentences beside a border are given
/// to the side that ``CycleOrder`` finds; until it has found one, up to ``longestWait`` epochs
/// wait.
struct EpochAssembler {
  /// The number of epochs that are complete, for the reader to take away before the next sentence
  /// comes.
  private(set) var finishedCount = 0
  /// The waypoints and routes that were named, until they are taken away.
  var waypoints = NMEAWaypoints()
  /// The epochs and sentences left out since this was taken last, by reason.
  private(set) var leftOut = LeftOut()

  /// The complete epochs, and then those that are open, the current one last.
  private var epochs = EpochQueue()
  private var run = UntimedRun()
  private var order = CycleOrder()
  /// The evidence for the epoch of the untimed sentences before the current one, once it is
  /// complete.
  private var evidence: CycleOrder.Evidence?
  /// The time of an epoch that was given out before its end was seen.
  private var flushedTime: Int64?
  /// The time that a receiver without a fix has reported beside the current epoch.
  private var asideTime: Int64?
  private var hasBegun = false
  private var beganWithUntimed = false

  /// The number of epochs that wait at most to learn the receiver's order.
  private static let longestWait = 8

  /// True if there are epochs or waypoints for the reader to take away.
  @inline(__always) var hasResults: Bool { finishedCount > 0 || waypoints.hasFound }

  /// Counts of what was left out.
  struct LeftOut {
    var duplicates = 0
    var late = 0
    var homeless = 0
    var surplus = 0
  }

  /// Adds a sentence with a time to the epoch that it is of, or begins a new one with it.
  ///
  /// A sentence of an epoch that was given out already is left out.
  ///
  /// - Parameters:
  ///   - sentence: The sentence.
  ///   - source: Where it was found.
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

  /// Returns true if a sentence without a position is of another receiver, which denies a fix and
  /// whose clock differs: it must not end the epoch of one that has a fix.
  ///
  /// This holds for one time of its clock: if another one follows before the next epoch of the
  /// receiver that had a fix, that receiver has none any more, or is slower.
  private mutating func isAside(_ sentence: TimedSentence) -> Bool {
    guard let time = sentence.time, epochs[epochs.count - 1].isOfAnother(sentence)
    else { return false }
    if let asideTime { return EpochDraft.areNear(time, asideTime) }
    guard !sentence.isValid else { return false }
    asideTime = time
    return true
  }

  /// Adds a sentence without a time, whose epoch the timed ones beside it will show.
  @inline(__always) mutating func add(_ sentence: some UntimedSentence, at source: SentenceSource) {
    run.add(sentence, line: source.line)
  }

  /// Completes everything: the source has ended or is silent.
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

  /// Returns what the complete epoch at an index says of its date: the nanoseconds since midnight,
  /// the days since 1970-01-01, and whether the receiver warns of its position.
  mutating func date(at index: Int) -> (time: Int64?, day: Int?, isWarned: Bool) {
    (epochs[index].time, epochs[index].day, epochs[index].isWarned)
  }

  /// Returns the values that untimed sentences of an open epoch repeat.
  @inline(__always) private func repeated(at index: Int) -> CycleOrder.Repeated {
    .init(speed: epochs[index].speed, course: epochs[index].course, hdop: epochs[index].hdop)
  }

  /// Forgets the complete epochs, which have been taken away, but the memory that they are kept in.
  mutating func recycle() {
    for index in 0..<finishedCount {
      leftOut.duplicates += epochs[index].duplicates
      leftOut.surplus += epochs[index].untimed.surplus
    }
    epochs.removeFirst(finishedCount)
    finishedCount = 0
  }

  /// Hands over the counts of what was left out.
  mutating func takeLeftOut() -> LeftOut {
    defer { leftOut = LeftOut() }
    return leftOut
  }
}

// MARK: Borders

extension EpochAssembler {
  /// Gives the untimed sentences amid the timed ones of an epoch to that epoch.
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
      // A log that begins with untimed sentences was most likely begun with the cycle.
      if !hasBegun { beganWithUntimed = true }
    }
    hasBegun = true
    settle(isForced: epochs.count > EpochAssembler.longestWait)
  }

  /// Gives the run at a border to either side if that is known, or else to the new epoch to
  /// hold.
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
      // The usual case: all is known, and all goes to one side.
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

  /// On which side a part belongs. What does not tell by its content is taken to end its epoch, as
  /// makers' own sentences do; a compass goes with VTG.
  private func side(of part: UntimedGroup.Parts) -> CycleOrder.Side? {
    switch part {
    case .vtg, .gsa, .gsv: order.side(of: part)
    case .heading: order.side(of: .vtg) ?? .former
    default: .former
    }
  }

  /// Gives the untimed sentences between open epochs away as far as their side is known, and takes
  /// out the epochs that are complete with that.
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
      // The former epoch has one of its own already, so this one is early.
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

  /// Gives a part to an epoch unless it has that part already.
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
  /// The offset in the source after it.
  var endOffset: Int
  /// Its line, from 1.
  var line: Int
}
