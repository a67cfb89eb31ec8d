/// Puts the sentences of one time of day together, whatever their order in the receiver's cycle.
///
/// A border between epochs is where the time changes. Untimed sentences beside a border are given
/// to the side that ``CycleOrder`` finds; until it has found one, up to ``patience`` epochs wait.
struct EpochAssembler {
  /// Epochs that are complete, for the reader to take away.
  var finished: [EpochDraft] = []

  /// Epochs that are not yet complete, the current one last.
  private var open: [EpochDraft] = []
  private var run = UntimedRun()
  private var order = CycleOrder()
  /// The time of an epoch that was given out before its end was seen.
  private var flushedTime: Int64?
  private var hasBegun = false

  /// How many epochs wait at most to learn the receiver's order.
  private static let patience = 8

  /// Adds a sentence with a time to the epoch that it is of, or begins a new one with it.
  ///
  /// A sentence of an epoch that was given out already is left out.
  ///
  /// - Parameters:
  ///   - sentence: The sentence.
  ///   - place: Where its type stands in ``NMEA/types``.
  ///   - endOffset: How many bytes of the source end with it.
  mutating func add(_ sentence: some TimedSentence, place: Int, endOffset: Int) {
    let time = sentence.nanosecondsOfDay
    if let flushedTime {
      if time == flushedTime, open.isEmpty { return }
      self.flushedTime = nil
    }
    if open.isEmpty || open[open.count - 1].excludes(sentence, place: place) {
      cross(to: time)
    } else if !run.isEmpty {
      open[open.count - 1].untimed.merge(run.first)
      open[open.count - 1].untimed.merge(run.last)
      run.removeAll()
    }
    open[open.count - 1].add(sentence, place: place, endOffset: endOffset)
  }

  /// Adds a sentence without a time, whose epoch the timed ones beside it will show.
  mutating func add(_ sentence: some UntimedSentence) {
    run.add(sentence)
  }

  /// Completes everything: the source has ended or is silent.
  mutating func flush() {
    if let last = open.last {
      flushedTime = last.time
      if let evidence = last.evidence { order.learn(evidence, latter: last) }
      settle(isForced: true)
      let current = open.count - 1
      for part in [UntimedGroup.Parts.vtg, .gsa, .gsv]
      where order.side(of: part) ?? .former == .former {
        give(part, of: run.first, to: current)
      }
      if order.side(of: .gsv) ?? .former == .former { run.removeAll() }
      finished.append(open.removeLast())
    }
  }

  /// Forgets what is under way but not what was learnt: the source goes on elsewhere.
  mutating func jump() {
    open = []
    finished = []
    run.removeAll()
    flushedTime = nil
    if order.side(of: .vtg) == nil { order.fallback = .former }
  }

  private mutating func cross(to time: Int64?) {
    if let complete = open.last, let evidence = complete.evidence {
      order.learn(evidence, latter: complete)
      open[open.count - 1].evidence = nil
    }
    var draft = EpochDraft()
    draft.time = time
    if !run.isEmpty {
      if let former = open.last, !run.isRepeated {
        draft.evidence = CycleOrder.Evidence(
          between: .init(speed: run.first.speed, course: run.first.course, hdop: run.first.hdop),
          former: .init(speed: former.speed, course: former.course, hdop: former.hdop))
      }
      draft.before = run
      run.removeAll()
      // A log that begins with untimed sentences was most likely begun with the cycle.
      if !hasBegun { beganWithUntimed = true }
    }
    hasBegun = true
    open.append(draft)
    settle(isForced: open.count > EpochAssembler.patience)
  }

  private var beganWithUntimed = false

  /// Gives the untimed sentences between open epochs away as far as their side is known, and takes
  /// out the epochs that are complete with that.
  private mutating func settle(isForced: Bool) {
    if isForced, order.side(of: .vtg) == nil {
      order.fallback = beganWithUntimed ? .latter : .former
    }
    var settled = open.count
    if let vtg = order.side(of: .vtg), let gsa = order.side(of: .gsa) {
      for index in open.indices {
        guard let run = open[index].before.take() else { continue }
        distribute(run, at: index, part: .vtg, side: vtg)
        distribute(run, at: index, part: .gsa, side: gsa)
        distribute(run, at: index, part: .gsv, side: gsa)
      }
    } else if let waiting = open.firstIndex(where: { $0.before != nil }) {
      settled = waiting
    }
    let complete = settled - 1
    guard complete > 0 else { return }
    if complete == 1 {
      finished.append(open.removeFirst())
    } else {
      finished += open[..<complete]
      open.removeFirst(complete)
    }
  }

  private mutating func distribute(
    _ run: UntimedRun, at index: Int, part: UntimedGroup.Parts, side: CycleOrder.Side
  ) {
    switch side {
    case .former:
      if index > 0, give(part, of: run.first, to: index - 1) { return }
      // The former epoch has one of its own already, so this one is early.
      if index > 0, !run.isRepeated { give(part, of: run.first, to: index) }
    case .latter:
      give(part, of: run.isRepeated ? run.last : run.first, to: index)
    }
  }

  /// Gives a part to an epoch unless it has that part already.
  @discardableResult
  private mutating func give(
    _ part: UntimedGroup.Parts, of group: UntimedGroup, to index: Int
  ) -> Bool {
    guard group.parts.contains(part) else { return true }
    if open[index].untimed.parts.contains(part) {
      guard part == .gsv, !open[index].untimed.sharesSatellites(with: group) else { return false }
    }
    open[index].untimed.merge(group, parts: part)
    return true
  }
}
