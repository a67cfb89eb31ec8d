import Expressions
import Reactive
import Synchronization

/// The limits for running documents: the steps of work, and the bytes that are kept.
///
/// A step is a value that passes an operator, or a number of bytes of text in a computation. The
/// bytes are those of values that operators keep and of running streams. Steps are counted for each
/// stream, bytes for all streams of a budget together. A stream that would exceed a limit ends
/// early, which is reported as a ``StreamFailure``.
public final class StreamBudget: Sendable {
  /// The default number of steps that a stream may take.
  public static let steps = 1_000_000_000
  /// The default number of bytes that streams may keep at a time.
  public static let bytes = 64 << 20

  /// The number of bytes that streams may keep at a time.
  public let bytes: Int
  /// The number of steps that one stream may take in a turn.
  let stepsOfTurn: Int
  fileprivate let steps: Int

  private struct State {
    var bytes = 0
    var turn = 0
  }

  private let state = Locked(State())

  /// Makes an unspent budget.
  public convenience init(bytes: Int = StreamBudget.bytes, steps: Int = StreamBudget.steps) {
    self.init(bytes: bytes, steps: steps, stepsOfTurn: .max)
  }

  /// - Parameter stepsOfTurn: The number of steps that one stream may take before the next
  ///     ``beginTurn()``.
  init(bytes: Int = StreamBudget.bytes, steps: Int = StreamBudget.steps, stepsOfTurn: Int) {
    (self.bytes, self.steps, self.stepsOfTurn) = (bytes, steps, stepsOfTurn)
  }

  /// The number of bytes kept now.
  var keptBytes: Int { state.withLock { $0.bytes } }

  /// Begins another turn, in which each stream again has all its steps.
  func beginTurn() { state.withLock { $0.turn += 1 } }

  /// True if each stream has its own limit in each turn.
  var hasTurns: Bool { stepsOfTurn < .max }

  /// The number of the turn.
  fileprivate var turn: Int { state.withLock { $0.turn } }

  /// Takes or returns bytes; returns false if too few are left.
  fileprivate func keep(_ count: Int) -> Bool {
    state.withLock { state in
      if count > 0, count > bytes - state.bytes { return false }
      state.bytes += count
      return true
    }
  }

  fileprivate func excess(_ limit: StreamMeter.Limit) -> String {
    switch limit {
    case .steps: "it would take more than \(steps) steps"
    case .turn: "it would take more than \(stepsOfTurn) steps at once"
    case .bytes:
      bytes < 1 << 20
        ? "it would keep more than \(bytes) bytes" : "it would keep more than \(bytes >> 20) MiB"
    }
  }
}

/// The count of one stream's use of a budget, from its beginning to its end.
///
/// It counts where work begins or multiplies and where values are kept, not each value in transit.
/// Once a limit is exceeded, every request is refused and nothing new begins.
final class StreamMeter: Sendable {
  enum Limit { case steps, turn, bytes }

  /// The number of steps for each value of a source: the operators that it may pass.
  let weight: Int
  private let budget: StreamBudget
  /// True if the number of steps is unlimited.
  private let isEndless: Bool
  private let excess: @Sendable (String) -> Void

  private struct State {
    var steps = 0
    var turn = -1
    var stepsOfTurn = 0
    /// The bytes of the operators themselves.
    var room = 0
  }

  private let state = Locked(State())
  // Separate from the state, because it is read for each value.
  private let isOver = Atomic(false)

  /// Makes a meter.
  ///
  /// - Parameter report: Receives the limit that is exceeded first.
  init(
    _ budget: StreamBudget, weight: Int, isEndless: Bool = false, report: @escaping (String) -> Void
  ) {
    (self.budget, self.weight, self.isEndless) = (budget, weight, isEndless)
    // Called where a value that cannot be computed would have been reported.
    nonisolated(unsafe) let report = report
    excess = { report($0) }
  }

  deinit { _ = budget.keep(-state.withLock { $0.room }) }

  /// True if a limit has been exceeded.
  var hasEnded: Bool { isOver.load(ordering: .relaxed) }

  /// The number of a source's values that are counted at once.
  var portion: Int { budget.hasTurns ? 1_024 : .max }

  /// Counts steps; returns false if the limit is exceeded, after which nothing may be done.
  func spend(_ count: Int) -> Bool {
    let turn = budget.turn
    let passed = state.withLock { state -> Limit? in
      if state.turn != turn { (state.turn, state.stepsOfTurn) = (turn, 0) }
      state.steps += count
      state.stepsOfTurn += count
      if state.stepsOfTurn > budget.stepsOfTurn { return .turn }
      if isEndless { state.steps = 0 }
      return state.steps > budget.steps || hasEnded ? .steps : nil
    }
    return passed.map { end($0) } ?? true
  }

  /// Counts a stream that begins, with all its operators, until this meter is freed; returns false
  /// if there is no room for it.
  func occupy(_ extent: StreamExtent) -> Bool {
    guard spend(extent.parts), keep(extent.bytes) else { return false }
    state.withLock { $0.room += extent.bytes }
    return true
  }

  /// Counts a stream of other operators instead of the previous one; returns false if there is no
  /// room for it.
  func occupy(instead extent: StreamExtent) -> Bool {
    vacate()
    return occupy(extent)
  }

  /// Returns the room of the stream, which has ended.
  func vacate() {
    let before = state.withLock { state in
      defer { state.room = 0 }
      return state.room
    }
    _ = budget.keep(-before)
  }

  /// Counts values that a source is about to send.
  func count(values: Int) -> Bool { spend(values.saturatingProduct(weight)) }

  /// Counts bytes that are kept from now on; returns false if there is no room for them.
  fileprivate func keep(_ count: Int) -> Bool {
    if hasEnded { return false }
    return budget.keep(count) || end(.bytes)
  }

  fileprivate func release(_ count: Int) { _ = budget.keep(-count) }

  /// Ends everything, and reports the reason once.
  private func end(_ limit: Limit) -> Bool {
    if !isOver.exchange(true, ordering: .relaxed) { excess(budget.excess(limit)) }
    return false
  }
}

/// Bytes that a part of a stream keeps; returned at the latest when the part is freed.
final class StreamStock: Sendable {
  private let meter: StreamMeter?
  private let count = Locked(0)

  /// Makes an empty stock; without a meter nothing is counted.
  init(_ meter: StreamMeter?) { self.meter = meter }

  deinit { meter?.release(count.withLock { $0 }) }

  /// Adds bytes, and spends the steps to handle them; returns false if a limit is exceeded.
  func add(_ bytes: Int) -> Bool {
    guard let meter else { return true }
    guard meter.spend(bytes / StreamValue.bytesOfStep), meter.keep(bytes) else { return false }
    count.withLock { $0 += bytes }
    return true
  }

  /// Releases bytes.
  func remove(_ bytes: Int) {
    guard let meter else { return }
    count.withLock { $0 -= bytes }
    meter.release(bytes)
  }

  /// Keeps bytes instead of the previous ones; returns false if a limit is exceeded.
  func replace(by bytes: Int) -> Bool {
    guard meter != nil else { return true }
    let before = count.withLock { $0 }
    if bytes == 0, before == 0 { return true }
    guard add(bytes) else { return false }
    remove(before)
    return true
  }
}

extension Int {
  /// Returns a product that stays far from overflow.
  func saturatingProduct(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? StreamExtent.most : Swift.min(product, StreamExtent.most)
  }
}
