import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// The articles' tables say what each operator asks its upstream for; here it is asked.
@Suite("Documented demand")
struct DemandTableTests {
  typealias Source = ManualPublisher<Int, TestError>

  /// The demand that upstream has got in all, after the downstream has asked for two values.
  private func demand<P: Publisher>(_ build: (Source) -> P) -> Subscribers.Demand {
    let source = Source()
    let probe = ProbeSubscriber<P.Output, P.Failure>(demand: .max(2))
    build(source).subscribe(probe)
    return source.requests.reduce(.none, +)
  }

  private var silent: Empty<Int, TestError> { Empty(completeImmediately: false) }
  private let time = VirtualTimeScheduler()

  @Test("passes through")
  func passesThrough() {
    let found: [(String, Subscribers.Demand)] = [
      ("map", demand { $0.map { $0 } }), ("tryMap", demand { $0.tryMap { $0 } }),
      ("mapError", demand { $0.mapError { $0 } }), ("scan", demand { $0.scan(0, +) }),
      ("replaceNil", demand { $0.map(Int?.some).replaceNil(with: 0) }),
      ("filter", demand { $0.filter { _ in true } }),
      ("compactMap", demand { $0.compactMap { $0 } }),
      ("removeDuplicates", demand { $0.removeDuplicates() }),
      ("removeAllDuplicates", demand { $0.removeAllDuplicates() }),
      ("replaceEmpty", demand { $0.replaceEmpty(with: 0) }),
      ("drop(while:)", demand { $0.drop { _ in true } }),
      ("prefix", demand { $0.prefix(1) }), ("prefix(while:)", demand { $0.prefix { _ in true } }),
      ("output(at:)", demand { $0.output(at: 3) }),
      ("drop(untilOutputFrom:)", demand { $0.drop(untilOutputFrom: silent) }),
      ("prefix(untilOutputFrom:)", demand { $0.prefix(untilOutputFrom: silent) }),
      ("zip", demand { $0.zip(silent) }), ("combineLatest", demand { $0.combineLatest(silent) }),
      ("append", demand { $0.append(1) }), ("catch", demand { $0.catch { _ in Just(1) } }),
      ("retry", demand { $0.retry(1) }), ("replaceError", demand { $0.replaceError(with: 1) }),
      ("delay", demand { $0.delay(for: 1, scheduler: time) }),
      ("timeout", demand { $0.timeout(1, scheduler: time) }),
      ("measureInterval", demand { $0.measureInterval(using: time) }),
      ("receive(on:)", demand { $0.receive(on: time) }),
      ("subscribe(on:)", demand { $0.subscribe(on: ImmediateScheduler.shared) }),
      ("handleEvents", demand { $0.handleEvents() }),
      ("breakpoint", demand { $0.breakpoint() }),
      ("encode", demand { $0.encode(encoder: TextCoder()) }),
      ("materialize", demand { $0.materialize() }), ("pairwise", demand { $0.pairwise() }),
      ("nwise", demand { $0.nwise(2) }), ("amb", demand { $0.amb(silent) }),
      ("withLatestFrom", demand { $0.withLatestFrom(silent) }),
    ]
    for (name, demand) in found { #expect(demand == 2, "\(name)") }
  }

  @Test("asks for everything")
  func everything() {
    let found: [(String, Subscribers.Demand)] = [
      ("reduce", demand { $0.reduce(0, +) }), ("count", demand { $0.count() }),
      ("collect", demand { $0.collect() }), ("min", demand { $0.min() }),
      ("contains", demand { $0.contains(1) }),
      ("allSatisfy", demand { $0.allSatisfy { _ in true } }),
      ("ignoreOutput", demand { $0.ignoreOutput() }), ("first", demand { $0.first() }),
      ("last", demand { $0.last() }),
      ("debounce", demand { $0.debounce(for: 1, scheduler: time) }),
      ("throttle", demand { $0.throttle(for: 1, scheduler: time, latest: true) }),
      ("switchToLatest", demand { $0.map { _ in silent }.switchToLatest() }),
      ("flatMapLatest", demand { $0.flatMapLatest { _ in silent } }),
      ("flatMapFirst", demand { $0.flatMapFirst { _ in silent } }),
      ("flatMap", demand { $0.flatMap { _ in silent } }), ("share", demand { $0.share() }),
      ("share(replay:)", demand { $0.share(replay: 1) }),
      (
        "buffer by request",
        demand { $0.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest) }
      ),
    ]
    for (name, demand) in found { #expect(demand == .unlimited, "\(name)") }
  }

  @Test("asks for a number of its own")
  func numbers() {
    let found: [(String, Subscribers.Demand, Int)] = [
      ("dropFirst", demand { $0.dropFirst(3) }, 5), ("collect(3)", demand { $0.collect(3) }, 6),
      ("prefix(0)", demand { $0.prefix(0) }, 0), ("merge", demand { $0.merge(with: silent) }, 1),
      ("flatMap", demand { $0.flatMap(maxPublishers: .max(4)) { _ in silent } }, 4),
      (
        "buffer that is kept full",
        demand { $0.buffer(size: 5, prefetch: .keepFull, whenFull: .dropNewest) }, 5
      ),
      ("collect by time", demand { $0.collect(.byTime(time, 1)) }, 1),
      ("collect by time or count", demand { $0.collect(.byTimeOrCount(time, 1, 3)) }, 6),
    ]
    for (name, demand, number) in found { #expect(demand == number, "\(name)") }
  }
}
