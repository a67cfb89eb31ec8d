import Reactive
import ReactiveExtras
import TestSupport
import Testing

private typealias P = Publishers
private typealias N = PassthroughSubject<Int, Never>
private typealias F = PassthroughSubject<Int, TestError>
private typealias Clock = VirtualTimeScheduler

/// Every type of publisher, with its generic parameters, its initialisers and its conformances.
@Suite("The surface: types")
struct PublisherTypesTests {
  @Test("the publishers of operators are called and parameterised as in Combine")
  func ofOperators() {
    var types: [any Publisher.Type] = [
      P.Map<F, String>.self, P.TryMap<F, String>.self, P.MapError<F, OtherError>.self,
      P.MapKeyPath<F, Int>.self, P.MapKeyPath2<F, Int, Int>.self,
      P.MapKeyPath3<F, Int, Int, Int>.self, P.SetFailureType<N, TestError>.self,
      P.Scan<F, String>.self, P.TryScan<F, String>.self, P.FlatMap<F, F>.self,
      P.SwitchToLatest<F, PassthroughSubject<F, TestError>>.self, P.CompactMap<F, Int>.self,
      P.TryCompactMap<F, Int>.self,
    ]
    types += [
      P.Filter<F>.self, P.TryFilter<F>.self, P.RemoveDuplicates<F>.self,
      P.TryRemoveDuplicates<F>.self, P.ReplaceEmpty<F>.self, P.ReplaceError<F>.self,
      P.IgnoreOutput<F>.self,
    ]
    types += [
      P.Collect<F>.self, P.CollectByCount<F>.self, P.Reduce<F, String>.self,
      P.TryReduce<F, String>.self, P.Count<F>.self, P.Comparison<F>.self, P.TryComparison<F>.self,
      P.Contains<F>.self, P.ContainsWhere<F>.self, P.TryContainsWhere<F>.self,
      P.AllSatisfy<F>.self, P.TryAllSatisfy<F>.self,
    ]
    types += [
      P.First<F>.self, P.FirstWhere<F>.self, P.TryFirstWhere<F>.self, P.Last<F>.self,
      P.LastWhere<F>.self, P.TryLastWhere<F>.self, P.Drop<F>.self, P.DropWhile<F>.self,
      P.TryDropWhile<F>.self, P.DropUntilOutput<F, F>.self, P.Output<F>.self,
      P.PrefixWhile<F>.self, P.TryPrefixWhile<F>.self, P.PrefixUntilOutput<F, N>.self,
      P.Concatenate<F, F>.self, P.Sequence<[Int], TestError>.self,
    ]
    types += [
      P.CombineLatest<F, F>.self, P.CombineLatest3<F, F, F>.self, P.CombineLatest4<F, F, F, F>.self,
      P.Merge<F, F>.self, P.Merge3<F, F, F>.self, P.Merge4<F, F, F, F>.self,
      P.Merge5<F, F, F, F, F>.self, P.Merge6<F, F, F, F, F, F>.self,
      P.Merge7<F, F, F, F, F, F, F>.self, P.Merge8<F, F, F, F, F, F, F, F>.self,
      P.MergeMany<F>.self, P.Zip<F, F>.self, P.Zip3<F, F, F>.self, P.Zip4<F, F, F, F>.self,
    ]
    types += [
      P.Catch<F, Just<Int>>.self, P.TryCatch<F, Just<Int>>.self, P.Retry<F>.self,
      P.AssertNoFailure<F>.self, P.Debounce<F, Clock>.self, P.Throttle<F, Clock>.self,
      P.Delay<F, Clock>.self, P.Timeout<F, Clock>.self, P.MeasureInterval<F, Clock>.self,
      P.ReceiveOn<F, Clock>.self, P.SubscribeOn<F, Clock>.self,
    ]
    types += [
      P.Multicast<F, F>.self, P.MakeConnectable<N>.self,
      P.Autoconnect<P.MakeConnectable<N>>.self, P.Share<F>.self, P.HandleEvents<F>.self,
      P.Print<F>.self, P.Breakpoint<F>.self,
    ]
    types += [
      P.CollectByTime<F, Clock>.self, P.Buffer<F>.self, P.Encode<F, TextCoder>.self,
      P.Decode<PassthroughSubject<String, Never>, Int, TextCoder>.self,
    ]
    #expect(types.count == 84)
    #expect(types.count { $0 is AnyObject.Type } == 3)
  }

  @Test("the other publishers are called and parameterised as in Combine")
  func ofNone() {
    let types: [any Publisher.Type] = [
      Just<Int>.self, Fail<Int, TestError>.self, Empty<Int, TestError>.self,
      Deferred<Just<Int>>.self, Future<Int, TestError>.self, Record<Int, TestError>.self,
      AnyPublisher<Int, TestError>.self, Int?.Publisher.self, Result<Int, TestError>.Publisher.self,
      Published<Int>.Publisher.self, ObservableObjectPublisher.self,
      PassthroughSubject<Int, TestError>.self, CurrentValueSubject<Int, TestError>.self,
    ]
    #expect(types.count == 13)
  }

  @Test("protocols can be constrained by what they are about")
  func primaryAssociatedTypes() {
    func numbers(_ publisher: some Publisher<Int, Never>) -> any Publisher<Int, Never> { publisher }
    func connect(_ publisher: some ConnectablePublisher<Int, Never>) { _ = publisher.connect() }
    func attach(_ subscriber: some Subscriber<Int, Never>, to subject: some Subject<Int, Never>) {
      subject.subscribe(subscriber)
    }
    func time(_ scheduler: some Scheduler<Clock.SchedulerTimeType>) -> Clock.SchedulerTimeType {
      scheduler.now
    }
    _ = numbers(Just(1))
    connect(N().makeConnectable())
    attach(ProbeSubscriber<Int, Never>(), to: N())
    #expect(time(Clock()) == Clock().now)
  }

  @Test("publishers without closures can be compared, if what they are made of can")
  func equatable() {
    func both<T: Equatable>(_ type: T.Type) -> any Equatable.Type { type }
    typealias J = Just<Int>
    let types: [any Equatable.Type] = [
      P.SetFailureType<J, TestError>.self, P.ReplaceEmpty<J>.self, P.ReplaceError<J>.self,
      P.IgnoreOutput<J>.self, P.Collect<J>.self, P.CollectByCount<J>.self, P.Count<J>.self,
      P.Contains<J>.self, P.First<J>.self, P.Last<J>.self, P.Drop<J>.self,
      P.DropUntilOutput<J, J>.self, P.Output<J>.self, P.Concatenate<J, J>.self,
      P.Sequence<[Int], Never>.self, P.Retry<J>.self,
    ]
    let combined: [any Equatable.Type] = [
      P.CombineLatest<J, J>.self, P.CombineLatest3<J, J, J>.self, P.CombineLatest4<J, J, J, J>.self,
      P.Merge<J, J>.self, P.Merge3<J, J, J>.self, P.Merge4<J, J, J, J>.self,
      P.Merge5<J, J, J, J, J>.self, P.Merge6<J, J, J, J, J, J>.self,
      P.Merge7<J, J, J, J, J, J, J>.self, P.Merge8<J, J, J, J, J, J, J, J>.self,
      P.MergeMany<J>.self, P.Zip<J, J>.self, P.Zip3<J, J, J>.self, P.Zip4<J, J, J, J>.self,
    ]
    #expect(types.count + combined.count == 30)
    let others: [any Equatable.Type] = [
      P.Share<N>.self, J.self, Fail<Int, TestError>.self, Empty<Int, TestError>.self,
      Int?.Publisher.self, Result<Int, TestError>.Publisher.self,
    ]
    #expect(others.count == 6)
    #expect(P.PrefetchStrategy.keepFull != .byRequest)
  }

  @Test("demands, completions and recordings can be written and read")
  func codable() {
    func isCodable<T: Codable>(_: T.Type) -> Bool { true }
    #expect(isCodable(Subscribers.Demand.self))
    #expect(isCodable(Subscribers.Completion<OtherError>.self))
    #expect(isCodable(Record<Int, OtherError>.self))
    #expect(isCodable(Record<Int, OtherError>.Recording.self))
    func isHashable<T: Hashable & Sendable>(_: T.Type) -> Bool { true }
    #expect(isHashable(Subscribers.Demand.self))
    #expect(isHashable(Subscribers.Completion<OtherError>.self))
    #expect(isHashable(CombineIdentifier.self))
    #expect(isHashable(P.PrefetchStrategy.self))
    let recording = Record<Int, OtherError>.Recording(output: [1])
    let _: (any Encoder) throws -> Void = recording.encode(into:)
  }

  /// Makes a publisher by its own initialiser, and looks at what it has kept.
  private func keeps<Made: Publisher, Parts>(_ publisher: Made, _ parts: (Made) -> Parts) {
    _ = parts(publisher)
  }

  @Test("publishers on one stream are made of what Combine's are, and show it")
  func partsOfOneStream() {
    let (n, f) = (N(), F())
    keeps(P.Map(upstream: f, transform: { $0 })) { ($0.upstream, $0.transform) }
    keeps(P.TryMap(upstream: f, transform: { $0 })) { ($0.upstream, $0.transform) }
    keeps(P.MapError(upstream: f, transform: { $0 })) { ($0.upstream, $0.transform) }
    keeps(P.MapError(upstream: f, { $0 })) { ($0.upstream, $0.transform) }
    keeps(f.map(\.magnitude)) { ($0.upstream, $0.keyPath) }
    keeps(f.map(\.magnitude, \.description)) { ($0.upstream, $0.keyPath0, $0.keyPath1) }
    keeps(f.map(\.magnitude, \.description, \.self)) { ($0.keyPath0, $0.keyPath1, $0.keyPath2) }
    keeps(P.SetFailureType<N, TestError>(upstream: n)) { $0.upstream }
    keeps(P.Scan(upstream: f, initialResult: 0, nextPartialResult: { $0 + $1 })) {
      ($0.upstream, $0.initialResult, $0.nextPartialResult)
    }
    keeps(P.TryScan(upstream: f, initialResult: 0, nextPartialResult: { $0 + $1 })) {
      ($0.upstream, $0.initialResult, $0.nextPartialResult)
    }
    keeps(P.CompactMap(upstream: f, transform: { Optional($0) })) { ($0.upstream, $0.transform) }
    keeps(P.TryCompactMap(upstream: f, transform: { Optional($0) })) { ($0.upstream, $0.transform) }
    keeps(P.Filter(upstream: f, isIncluded: { $0 > 0 })) { ($0.upstream, $0.isIncluded) }
    keeps(P.TryFilter(upstream: f, isIncluded: { $0 > 0 })) { ($0.upstream, $0.isIncluded) }
    keeps(P.RemoveDuplicates(upstream: f, predicate: { $0 == $1 })) { ($0.upstream, $0.predicate) }
    keeps(P.TryRemoveDuplicates(upstream: f, predicate: { $0 == $1 })) {
      ($0.upstream, $0.predicate)
    }
    keeps(P.ReplaceEmpty(upstream: f, output: 0)) { ($0.upstream, $0.output) }
    keeps(P.ReplaceError(upstream: f, output: 0)) { ($0.upstream, $0.output) }
    keeps(P.IgnoreOutput(upstream: f)) { $0.upstream }
    keeps(P.Collect(upstream: f)) { $0.upstream }
    keeps(P.CollectByCount(upstream: f, count: 2)) { ($0.upstream, $0.count) }
    keeps(P.Reduce(upstream: f, initial: 0, nextPartialResult: { $0 + $1 })) {
      ($0.upstream, $0.initial, $0.nextPartialResult)
    }
    keeps(P.TryReduce(upstream: f, initial: 0, nextPartialResult: { $0 + $1 })) {
      ($0.upstream, $0.initial, $0.nextPartialResult)
    }
    keeps(P.Count(upstream: f)) { $0.upstream }
    keeps(P.Comparison(upstream: f, areInIncreasingOrder: { $0 < $1 })) {
      ($0.upstream, $0.areInIncreasingOrder)
    }
    keeps(P.TryComparison(upstream: f, areInIncreasingOrder: { $0 < $1 })) {
      ($0.upstream, $0.areInIncreasingOrder)
    }
    keeps(P.Contains(upstream: f, output: 1)) { ($0.upstream, $0.output) }
    keeps(P.ContainsWhere(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.TryContainsWhere(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.AllSatisfy(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.TryAllSatisfy(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.First(upstream: f)) { $0.upstream }
    keeps(P.FirstWhere(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.TryFirstWhere(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.Last(upstream: f)) { $0.upstream }
    keeps(P.LastWhere(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.TryLastWhere(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.Drop(upstream: f, count: 1)) { ($0.upstream, $0.count) }
    keeps(P.DropWhile(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.TryDropWhile(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.Output(upstream: f, range: 0..<1)) { ($0.upstream, $0.range) }
    keeps(P.PrefixWhile(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.TryPrefixWhile(upstream: f, predicate: { $0 > 0 })) { ($0.upstream, $0.predicate) }
    keeps(P.Retry(upstream: f, retries: nil)) { ($0.upstream, $0.retries) }
    keeps(P.AssertNoFailure(upstream: f, prefix: "", file: #file, line: #line)) {
      ($0.upstream, $0.prefix, $0.file, $0.line)
    }
  }

  @Test("publishers on several streams are made of what Combine's are, and show it")
  func partsOfSeveralStreams() {
    let (n, f) = (N(), F())
    keeps(P.FlatMap(upstream: f, maxPublishers: .max(1), transform: { _ in F() })) {
      ($0.upstream, $0.maxPublishers, $0.transform)
    }
    keeps(P.SwitchToLatest(upstream: PassthroughSubject<F, TestError>())) { $0.upstream }
    keeps(P.DropUntilOutput(upstream: f, other: f)) { ($0.upstream, $0.other) }
    keeps(P.PrefixUntilOutput(upstream: f, other: n)) { ($0.upstream, $0.other) }
    keeps(P.Concatenate(prefix: f, suffix: f)) { ($0.prefix, $0.suffix) }
    keeps(P.Sequence<[Int], TestError>(sequence: [1])) { $0.sequence }
    keeps(P.CombineLatest(f, f)) { ($0.a, $0.b) }
    keeps(P.CombineLatest3(f, f, f)) { ($0.a, $0.b, $0.c) }
    keeps(P.CombineLatest4(f, f, f, f)) { ($0.a, $0.b, $0.c, $0.d) }
    keeps(P.Zip(f, f)) { ($0.a, $0.b) }
    keeps(P.Zip3(f, f, f)) { ($0.a, $0.b, $0.c) }
    keeps(P.Zip4(f, f, f, f)) { ($0.a, $0.b, $0.c, $0.d) }
    keeps(P.Merge(f, f)) { ($0.a, $0.b) }
    keeps(P.Merge3(f, f, f)) { ($0.a, $0.b, $0.c) }
    keeps(P.Merge4(f, f, f, f)) { ($0.a, $0.b, $0.c, $0.d) }
    keeps(P.Merge5(f, f, f, f, f)) { ($0.a, $0.b, $0.c, $0.d, $0.e) }
    keeps(P.Merge6(f, f, f, f, f, f)) { ($0.a, $0.b, $0.c, $0.d, $0.e, $0.f) }
    keeps(P.Merge7(f, f, f, f, f, f, f)) { ($0.a, $0.b, $0.c, $0.d, $0.e, $0.f, $0.g) }
    keeps(P.Merge8(f, f, f, f, f, f, f, f)) { ($0.d, $0.e, $0.f, $0.g, $0.h) }
    keeps(P.MergeMany(f, f)) { $0.publishers }
    keeps(P.MergeMany([f])) { $0.publishers }
    keeps(P.Catch(upstream: f, handler: { _ in Just(1) })) { ($0.upstream, $0.handler) }
    keeps(P.TryCatch(upstream: f, handler: { _ in Just(1) })) { ($0.upstream, $0.handler) }
    keeps(P.Multicast(upstream: f, createSubject: { F() })) { ($0.upstream, $0.createSubject) }
    keeps(P.MakeConnectable(upstream: n)) { $0.connect() }
    keeps(P.Autoconnect(upstream: n.makeConnectable())) { $0.upstream }
    keeps(P.Share(upstream: f)) { $0.upstream }
  }

  @Test("publishers on a scheduler, or that look on, are made of what Combine's are, and show it")
  func partsOnSchedulers() {
    let (f, clock) = (F(), Clock())
    keeps(P.Debounce(upstream: f, dueTime: 1, scheduler: clock, options: nil)) {
      ($0.upstream, $0.dueTime, $0.scheduler, $0.options)
    }
    keeps(P.Throttle(upstream: f, interval: 1, scheduler: clock, latest: true)) {
      ($0.upstream, $0.interval, $0.scheduler, $0.latest)
    }
    keeps(P.Delay(upstream: f, interval: 1, tolerance: 0, scheduler: clock)) {
      ($0.upstream, $0.interval, $0.tolerance, $0.scheduler, $0.options)
    }
    keeps(
      P.Timeout(upstream: f, interval: 1, scheduler: clock, options: nil, customError: { .other })
    ) { ($0.upstream, $0.interval, $0.scheduler, $0.options, $0.customError) }
    keeps(P.MeasureInterval(upstream: f, scheduler: clock)) { ($0.upstream, $0.scheduler) }
    keeps(P.ReceiveOn(upstream: f, scheduler: clock, options: nil)) {
      ($0.upstream, $0.scheduler, $0.options)
    }
    keeps(P.SubscribeOn(upstream: f, scheduler: clock, options: nil)) {
      ($0.upstream, $0.scheduler, $0.options)
    }
    keeps(P.CollectByTime(upstream: f, strategy: .byTimeOrCount(clock, 1, 2), options: nil)) {
      ($0.upstream, $0.strategy, $0.options)
    }
    keeps(P.Buffer(upstream: f, size: 1, prefetch: .keepFull, whenFull: .customError { .other })) {
      ($0.upstream, $0.size, $0.prefetch, $0.whenFull)
    }
    keeps(P.Encode(upstream: f, encoder: TextCoder())) { $0.upstream }
    keeps(
      P.Decode<PassthroughSubject<String, Never>, Int, TextCoder>(
        upstream: PassthroughSubject(), decoder: TextCoder())
    ) { $0.upstream }
    keeps(P.HandleEvents(upstream: f, receiveRequest: nil)) {
      (
        $0.upstream, $0.receiveSubscription, $0.receiveOutput, $0.receiveCompletion,
        $0.receiveCancel, $0.receiveRequest
      )
    }
    keeps(P.Print(upstream: f, prefix: "")) { ($0.upstream, $0.prefix, $0.stream) }
    keeps(P.Breakpoint(upstream: f)) {
      ($0.upstream, $0.receiveSubscription, $0.receiveOutput, $0.receiveCompletion)
    }
  }

  @Test("the other publishers and subscribers are made of what Combine's are, and show it")
  func otherParts() throws {
    keeps(Just(1)) { $0.output }
    keeps(Fail<Int, TestError>(error: .other)) { $0.error }
    keeps(Fail(outputType: Int.self, failure: TestError.other)) { $0.error }
    keeps(Empty<Int, TestError>()) { $0.completeImmediately }
    keeps(Empty(completeImmediately: false, outputType: Int.self, failureType: TestError.self)) {
      $0.completeImmediately
    }
    keeps(Deferred(createPublisher: { Just(1) })) { $0.createPublisher }
    keeps(Future<Int, TestError> { (promise: Future<Int, TestError>.Promise) in }) { _ in }
    keeps(Record<Int, TestError>(record: { $0.receive(1) })) { $0.recording.output }
    keeps(Record<Int, TestError>(recording: .init(output: [1]))) { $0.recording.completion }
    keeps(Int?.Publisher(1)) { $0.output }
    keeps(Result<Int, TestError>.Publisher(1)) { $0.result }
    keeps(Result<Int, TestError>.Publisher(.other)) { $0.result }
    keeps(Result<Int, TestError>.Publisher(.success(1))) { $0.result }
    let value = CurrentValueSubject<Int, Never>(1)
    value.value += 1
    #expect(value.value == 2)
    let events = PassthroughSubject<Void, Never>()
    events.send()
    events.send(subscription: Subscriptions.empty)
    events.send(completion: .finished)
    ObservableObjectPublisher().send()
    let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
    _ = (sink.receiveValue, sink.receiveCompletion, sink.combineIdentifier)
    final class Model { var number = 0 }
    let assign = Subscribers.Assign(object: Model(), keyPath: \.number)
    _ = (assign.object, assign.keyPath)
    let any = AnySubscriber<Int, Never>(N())
    _ = (AnySubscriber(any), AnySubscriber<Int, Never>(), any.combineIdentifier)
    #expect(AnySubscriber<Void, Never>().receive() == .none)
    #expect(ImmediateScheduler.shared.now.distance(to: ImmediateScheduler.shared.now) == 0)
  }

  @Test("schedulers and cancellables have Combine's conveniences")
  func conveniences() {
    let (clock, counter) = (Clock(), Counter())
    let later = clock.now.advanced(by: 1)
    clock.schedule { counter.add() }
    clock.schedule(after: later) { counter.add() }
    clock.schedule(after: later, tolerance: 0) { counter.add() }
    var list = [AnyCancellable]()
    var set = Set<AnyCancellable>()
    clock.schedule(after: later, interval: 100) { counter.add() }.store(in: &list)
    clock.schedule(after: later, interval: 100, tolerance: 0) { counter.add() }.store(in: &set)
    AnyCancellable {}.store(in: &list)
    AnyCancellable(Subscriptions.empty).store(in: &set)
    clock.advance(by: 2)
    #expect(counter.value == 5)
    #expect(list.count == 2 && set.count == 2)
  }
}
