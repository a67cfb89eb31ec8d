import Harness
import PipelineCases

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What came of all cases so far.
final class Comparison {
  private(set) var seed: Int
  private let end: Int
  private let limit: Int
  /// How many cases have differed for no known reason.
  private(set) var failures = 0
  private var count = 0
  private var events = 0
  private var nanoseconds = 0
  /// How often each known difference was found, by its place in the list.
  private var known = [Int](repeating: 0, count: KnownDifference.all.count)
  /// How many cases OpenCombine crashed in.
  private var crashes = 0
  /// The trials of this seed in which OpenCombine crashes.
  private var skipped: Set<Int> = []
  private var trial = 0

  init(_ options: Options) {
    (seed, end, limit) = (options.seeds.lowerBound, options.seeds.upperBound, options.failures)
  }

  var isToGoOn: Bool { seed < end && failures < limit }

  /// Runs the next case and, if the libraries differ, finds out why.
  func compareNext() {
    let beginning = ContinuousClock.now
    compare(.random(seed: UInt64(seed)))
    nanoseconds += Int((ContinuousClock.now - beginning) / .nanoseconds(1))
    (count, seed) = (count + 1, seed + 1)
    (trial, skipped) = (0, [])
  }

  private func compare(_ scenario: Case) {
    if skipped.contains(0) {
      crashes += 1
      return
    }
    let first = Trial(scenario)
    events += first.ours.events.count
    if !first.differs { return }
    let smallest = Trial(
      scenario.shrunk { smaller in
        trial += 1
        return !skipped.contains(trial) && Trial(smaller).differs
      })
    if let index = KnownDifference.all.firstIndex(where: { $0.explains(smallest) }) {
      known[index] += 1
    } else {
      failures += 1
      print("The case of --seed \(seed), made small:\n\(smallest)\n")
    }
  }

  // MARK: Beginning again after a crash

  /// Leaves the trial out when the seed is run again.
  func skipTrial() { skipped.insert(trial) }

  /// All that is to be known for going on, as text.
  var state: String {
    let numbers = [seed, failures, count, events, nanoseconds, crashes] + known
    return ([numbers] + [skipped.sorted()])
      .map { $0.map(String.init).joined(separator: " ") }.joined(separator: ";")
  }

  /// Takes over what `state` has been; nothing if it is empty.
  func restore(_ state: String) {
    let parts = state.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").compactMap { Int($0) } }
    guard parts.count == 2, parts[0].count == 6 + known.count else { return }
    (seed, failures, count) = (parts[0][0], parts[0][1], parts[0][2])
    (events, nanoseconds, crashes) = (parts[0][3], parts[0][4], parts[0][5])
    known = Array(parts[0][6...])
    skipped = Set(parts[1])
  }

  // MARK: In words

  var report: String {
    let seconds = (Double(nanoseconds) / 1e9).formatted(decimals: 1)
    var lines = [
      "\(Machine.summary)",
      "\(count) pipelines, \(events) events, \(seconds) s; \(failures) differ for no known reason,"
        + " \(known.reduce(crashes, +)) for one of these:", "",
    ]
    lines.append("\(crashes)\tOpenCombine: it crashes or never ends.")
    for (difference, count) in zip(KnownDifference.all, known) {
      lines.append("\(count)\t\(difference)")
    }
    return lines.joined(separator: "\n")
  }
}
