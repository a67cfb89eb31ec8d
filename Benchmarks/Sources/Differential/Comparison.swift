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
  /// How many cases differ in calls without effect alone.
  private var withoutEffect = 0
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
    goOn()
  }

  private func goOn() {
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
    // Empty and Fail end also for who has cancelled inside the subscription, in both.
    if first.ours.breach != nil, first.theirs.breach == nil { return fail(first) }
    if !first.differs {
      if first.differsWithoutEffect { withoutEffect += 1 }
      return
    }
    let smallest = Trial(
      scenario.shrunk { smaller in
        trial += 1
        return !skipped.contains(trial) && Trial(smaller).differs
      })
    if let index = KnownDifference.all.firstIndex(where: { $0.explains(smallest) }) {
      known[index] += 1
    } else {
      fail(smallest)
    }
  }

  private func fail(_ trial: Trial) {
    failures += 1
    if let breach = trial.ours.breach { print("Reactive breaks the contract: \(breach).") }
    print("The case of --seed \(seed), made small:\n\(trial)\n")
  }

  // MARK: Beginning again after a crash

  /// Leaves out the trial that came to grief when the seed is run again. Ours may not: that is
  /// shown, and the next seed follows.
  func skipTrial(of library: Watchdog.Library, what: String) {
    if library == .theirs {
      skipped.insert(trial)
      return
    }
    failures += 1
    let scenario = Watchdog.scenario.map { "\($0)" } ?? ""
    print("Reactive \(what) in the case of --seed \(seed):\n\(scenario)\n")
    goOn()
  }

  /// All that is to be known for going on, as text.
  var state: String {
    let numbers = [seed, failures, count, events, nanoseconds, crashes, withoutEffect] + known
    return ([numbers] + [skipped.sorted()])
      .map { $0.map(String.init).joined(separator: " ") }.joined(separator: ";")
  }

  /// Takes over what `state` has been; nothing if it is empty.
  func restore(_ state: String) {
    let parts = state.split(separator: ";", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").compactMap { Int($0) } }
    guard parts.count == 2, parts[0].count == 7 + known.count else { return }
    (seed, failures, count) = (parts[0][0], parts[0][1], parts[0][2])
    (events, nanoseconds, crashes) = (parts[0][3], parts[0][4], parts[0][5])
    withoutEffect = parts[0][6]
    known = Array(parts[0][7...])
    skipped = Set(parts[1])
  }

  // MARK: In words

  var report: String {
    let seconds = (Double(nanoseconds) / 1e9).formatted(decimals: 1)
    var lines = [
      "\(Machine.summary)",
      "\(count) pipelines, \(events) events, \(seconds) s; \(failures) differ for no known reason,"
        + " \(known.reduce(crashes + withoutEffect, +)) for one of these:", "",
    ]
    lines.append("\(crashes)\tOpenCombine: it crashes or never ends.")
    lines.append(
      "\(withoutEffect)\tEither: asks again for everything, or asks or cancels what has ended;"
        + " that has no effect.")
    for (difference, count) in zip(KnownDifference.all, known) {
      lines.append("\(count)\t\(difference)")
    }
    return lines.joined(separator: "\n")
  }
}
