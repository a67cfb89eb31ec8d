/// One line of the table: the same work done by Reactive and by a peer, in turns.
public struct Row {
  /// What is measured.
  public let name: String
  private let measure: Timing.Measure
  private let reactive: (Int) -> Int
  private let peer: (Int) -> Int

  /// Makes a row of the same workload written against Reactive and against a peer.
  public init(
    _ name: String, by measure: Timing.Measure = .least, reactive: @escaping (Int) -> Int,
    peer: @escaping (Int) -> Int
  ) {
    self.name = name
    self.measure = measure
    self.reactive = reactive
    self.peer = peer
  }

  /// What a row came to.
  public struct Result {
    /// What was measured.
    public let name: String
    /// How long each takes for one piece of work.
    public let reactive, peer: Timing
    /// How long a bare compare-and-swap took meanwhile, in nanoseconds.
    public let compareAndSwap: Double

    /// How many times as long the peer takes.
    public var ratio: Double { peer.nanoseconds / reactive.nanoseconds }

    /// What a piece of work costs in bare compare-and-swaps.
    public var cost: Double { reactive.nanoseconds / compareAndSwap }
  }

  /// Measures both in turns, so that what disturbs the machine disturbs both.
  ///
  /// Each turn does as much work as the slower one can do within about `turn`.
  ///
  /// - Precondition: Both give the same checksum, in each turn.
  public func measure(rounds: Int, turn: Duration) -> Result {
    // Threads that contend get in each other's way only after a while, so their turns are long.
    let (rounds, turn) =
      measure == .least ? (rounds, turn) : (max(1, rounds / 3), turn * 25)
    let count = calibratedCount(turn: turn)
    var (ours, theirs): ([Duration], [Duration]) = ([], [])
    var compareAndSwap = Double.infinity
    for round in 0..<rounds {
      compareAndSwap = min(compareAndSwap, BareOperation.compareAndSwap())
      let sums: (Int, Int)
      // Who goes first changes, so that nobody always finds the caches warm.
      if round.isMultiple(of: 2) {
        sums.0 = timed(reactive, count, &ours)
        sums.1 = timed(peer, count, &theirs)
      } else {
        sums.1 = timed(peer, count, &theirs)
        sums.0 = timed(reactive, count, &ours)
      }
      precondition(
        sums.0 == sums.1,
        "\(name): Reactive's checksum is \(sums.0), the peer's \(sums.1); they must be equal.")
    }
    return Result(
      name: name, reactive: Timing(of: ours, per: count, by: measure),
      peer: Timing(of: theirs, per: count, by: measure), compareAndSwap: compareAndSwap)
  }

  /// How often the slower one does the work within a turn.
  private func calibratedCount(turn: Duration) -> Int {
    var count = 64
    while true {
      var times: [Duration] = []
      _ = timed(reactive, count, &times)
      _ = timed(peer, count, &times)
      let longest = max(times.max()!, .nanoseconds(1))
      if longest * 4 > turn || count > 1 << 24 {
        return max(64, Int(Double(count) * (turn / longest)))
      }
      count *= 4
    }
  }

  private func timed(_ work: (Int) -> Int, _ count: Int, _ times: inout [Duration]) -> Int {
    Stopwatch.start()
    let sum = work(count)
    times.append(Stopwatch.elapsed)
    return sum
  }
}
