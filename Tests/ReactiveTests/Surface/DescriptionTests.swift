import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// The name of the subscription that it hands on; `print()` and debuggers show it.
@Suite("The surface: descriptions")
struct DescriptionTests {
  private let numbers = PassthroughSubject<Int, TestError>()
  private let sure = PassthroughSubject<Int, Never>()
  private let clock = VirtualTimeScheduler()

  private func expect(
    _ name: String, _ publisher: some Publisher, at location: SourceLocation = #_sourceLocation
  ) {
    func subscription<P: Publisher>(of publisher: P) -> String {
      let probe = ProbeSubscriber<P.Output, P.Failure>(demand: .none, keeping: .forever)
      publisher.subscribe(probe)
      clock.advance()
      return probe.subscription.map { "\($0)" } ?? "none"
    }
    #expect(subscription(of: publisher) == name, sourceLocation: location)
  }

  @Test("a source's subscription says what it is")
  func sources() {
    expect("Just", Just(1))
    expect("Optional", Optional(1).publisher)
    expect("Once", Result<Int, Never>.success(1).publisher)
    for ending in [true, false] { expect("Empty", Empty<Int, Never>(completeImmediately: ending)) }
    expect("Empty", Int?.none.publisher)
    expect("Empty", Fail<Int, TestError>(error: .expected))
    expect("Future", Future<Int, Never> { _ in })
    expect("[1, 2]", [1, 2].publisher)
    expect("1...5", (1...5).publisher)
    expect("[1]", Record<Int, Never>(output: [1], completion: .finished))
    expect("PassthroughSubject", sure)
    expect("CurrentValueSubject", CurrentValueSubject<Int, Never>(1))
    expect("PublishedSubject", Published(initialValue: 1).projectedValue)
    expect("ObservableObjectPublisher", ObservableObjectPublisher())
  }

  @Test("what changes values and errors alone hands its upstream's subscription through")
  func transparent() {
    expect("PassthroughSubject", numbers.map { $0 })
    expect("PassthroughSubject", numbers.map(\.description))
    expect("PassthroughSubject", numbers.map(\.description, \.magnitude))
    expect("PassthroughSubject", numbers.mapError { _ in OtherError() })
    expect("PassthroughSubject", sure.setFailureType(to: TestError.self))
    expect("PassthroughSubject", numbers.assertNoFailure())
    expect("PassthroughSubject", numbers.eraseToAnyPublisher())
    expect("Just", Deferred { Just(1) })
  }

  @Test("an operator on one stream calls its subscription as it is called")
  func ofOneStream() {
    expect("TryMap", numbers.tryMap { $0 })
    expect("Scan", numbers.scan(0, +))
    expect("TryScan", numbers.tryScan(0, +))
    expect("Filter", numbers.filter { _ in true })
    expect("TryFilter", numbers.tryFilter { _ in true })
    expect("CompactMap", numbers.compactMap { Optional($0) })
    expect("TryCompactMap", numbers.tryCompactMap { Optional($0) })
    expect("RemoveDuplicates", numbers.removeDuplicates())
    expect("TryRemoveDuplicates", numbers.tryRemoveDuplicates { $0 == $1 })
    expect("ReplaceEmpty", numbers.replaceEmpty(with: 1))
    expect("ReplaceError", numbers.replaceError(with: 1))
    expect("IgnoreOutput", numbers.ignoreOutput())
    expect("Collect", numbers.collect())
    expect("CollectByCount", numbers.collect(2))
    expect("Reduce", numbers.reduce(0, +))
    expect("TryReduce", numbers.tryReduce(0, +))
    expect("Count", numbers.count())
    expect("Comparison", numbers.min())
    expect("TryComparison", numbers.tryMax { $0 < $1 })
    expect("Contains", numbers.contains(1))
    expect("ContainsWhere", numbers.contains { _ in true })
    expect("TryContainsWhere", numbers.tryContains { _ in true })
    expect("AllSatisfy", numbers.allSatisfy { _ in true })
    expect("TryAllSatisfy", numbers.tryAllSatisfy { _ in true })
    expect("First", numbers.first())
    expect("FirstWhere", numbers.first { _ in true })
    expect("TryFirstWhere", numbers.tryFirst { _ in true })
    expect("Last", numbers.last())
    expect("LastWhere", numbers.last { _ in true })
    expect("TryLastWhere", numbers.tryLast { _ in true })
    expect("CollectByTime", numbers.collect(.byTime(clock, 1)))
    expect("Buffer", numbers.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest))
    expect("Encode", numbers.encode(encoder: TextCoder()))
    expect("Decode", numbers.map { "\($0)" }.decode(type: Int.self, decoder: TextCoder()))
    expect("Drop", numbers.dropFirst())
    expect("DropWhile", numbers.drop { _ in true })
    expect("TryDropWhile", numbers.tryDrop { _ in true })
    expect("Output", numbers.prefix(1))
    expect("Output", numbers.output(in: 1...))
    expect("PrefixWhile", numbers.prefix { _ in true })
    expect("TryPrefixWhile", numbers.tryPrefix { _ in true })
    expect("HandleEvents", numbers.handleEvents())
    expect("Print", numbers.print("", to: Silence()))
    expect("Breakpoint", numbers.breakpoint())
  }

  @Test("so does an operator on several streams, on time, or on errors")
  func ofSeveralStreams() {
    expect("FlatMap", numbers.flatMap { Just($0) })
    expect("SwitchToLatest", numbers.map { Just($0) }.switchToLatest())
    expect("DropUntilOutput", numbers.drop(untilOutputFrom: numbers))
    expect("PrefixUntilOutput", numbers.prefix(untilOutputFrom: numbers))
    expect("Concatenate", numbers.append(1))
    expect("Merge", numbers.merge(with: numbers, numbers))
    expect("Zip", numbers.zip(numbers, numbers))
    expect("CombineLatest", numbers.combineLatest(numbers, numbers))
    expect("Catch", numbers.catch { _ in Just(1) })
    expect("TryCatch", numbers.tryCatch { _ in Just(1) })
    expect("Retry", numbers.retry(1))
    expect("Multicast", numbers.multicast(subject: PassthroughSubject()))
    expect("Multicast", numbers.share())
    expect("Multicast", sure.makeConnectable())
    expect("Debounce", numbers.debounce(for: 1, scheduler: clock))
    expect("Throttle", numbers.throttle(for: 1, scheduler: clock, latest: true))
    expect("Delay", numbers.delay(for: 1, scheduler: clock))
    expect("Timeout", numbers.timeout(100, scheduler: clock))
    expect("MeasureInterval", numbers.measureInterval(using: clock))
    expect("ReceiveOn", numbers.receive(on: clock))
    expect("SubscribeOn", numbers.subscribe(on: clock))
  }

  private struct Silence: TextOutputStream {
    func write(_ string: String) {}
  }
}
