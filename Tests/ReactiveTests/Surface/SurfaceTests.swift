import Reactive
import ReactiveExtras
import TestSupport
import Testing

private typealias P = Publishers
private typealias Numbers = PassthroughSubject<Int, Never>
private typealias Fallible = PassthroughSubject<Int, TestError>
private typealias Clock = VirtualTimeScheduler
/// The results of eager operators: at most one value, one value or an error, and several values.
private typealias Maybe<Value> = Value?.Publisher
private typealias Outcome<Value, Failure: Error> = Result<Value, Failure>.Publisher
private typealias Tried<Value> = Result<Value, any Error>.Publisher
private typealias Several<Value> = Publishers.Sequence<[Value], Never>

/// Every operator, in every one of its forms, with the type it returns.
@Suite("The surface: operators")
struct SurfaceTests {
  @Test("every publisher has Combine's operators, with Combine's types")
  func generic() {
    var surface = Surface()
    mapping(&surface)
    flattening(&surface)
    filtering(&surface)
    folding(&surface)
    slicing(&surface)
    combining(&surface)
    errorsAndTime(&surface)
    bufferingAndCoding(&surface)
    sharingAndLooking(&surface)
    subscribing(&surface)
    #expect(surface.names.count == 117)
    #expect(surface.operators.count == 70)
    #expect(surface.operators.count { $0.hasPrefix("try") } == 15)
  }

  private func mapping(_ surface: inout Surface) {
    let (f, points) = (Fallible(), PassthroughSubject<Point, Never>())
    typealias Points = PassthroughSubject<Point, Never>
    surface.uses("map(_:)", f.map { "\($0)" }, P.Map<Fallible, String>.self)
    surface.uses("map(_:)", points.map(\.x), P.MapKeyPath<Points, Int>.self)
    surface.uses("map(_:_:)", points.map(\.x, \.y), P.MapKeyPath2<Points, Int, Int>.self)
    surface.uses(
      "map(_:_:_:)", points.map(\.x, \.y, \.z), P.MapKeyPath3<Points, Int, Int, Int>.self)
    surface.uses("tryMap(_:)", f.tryMap { try $0.checked() }, P.TryMap<Fallible, Int>.self)
    surface.uses(
      "mapError(_:)", f.mapError { _ in OtherError() }, P.MapError<Fallible, OtherError>.self)
    surface.uses(
      "setFailureType(to:)", Numbers().setFailureType(to: TestError.self),
      P.SetFailureType<Numbers, TestError>.self)
    let optionals = PassthroughSubject<Int?, Never>()
    surface.uses(
      "replaceNil(with:)", optionals.replaceNil(with: 0),
      P.Map<PassthroughSubject<Int?, Never>, Int>.self)
    surface.uses("scan(_:_:)", f.scan("") { $0 + "\($1)" }, P.Scan<Fallible, String>.self)
    surface.uses(
      "tryScan(_:_:)", f.tryScan("") { try $0 + "\($1.checked())" },
      P.TryScan<Fallible, String>.self)
    surface.uses("compactMap(_:)", f.compactMap { "\($0)" }, P.CompactMap<Fallible, String>.self)
    surface.uses(
      "tryCompactMap(_:)", f.tryCompactMap { try "\($0.checked())" },
      P.TryCompactMap<Fallible, String>.self)
  }

  private func flattening(_ surface: inout Surface) {
    let (n, f) = (Numbers(), Fallible())
    surface.uses(
      "flatMap(maxPublishers:_:)", n.flatMap { Just($0) }, P.FlatMap<Just<Int>, Numbers>.self)
    surface.uses(
      "flatMap(maxPublishers:_:)",
      f.flatMap(maxPublishers: .max(1)) {
        Fail<String, TestError>(error: $0 > 0 ? .expected : .other)
      },
      P.FlatMap<Fail<String, TestError>, Fallible>.self)
    surface.uses(
      "flatMap(maxPublishers:_:)", n.flatMap { _ in Fallible() },
      P.FlatMap<Fallible, P.SetFailureType<Numbers, TestError>>.self)
    surface.uses(
      "flatMap(maxPublishers:_:)", f.flatMap { Just($0) },
      P.FlatMap<P.SetFailureType<Just<Int>, TestError>, Fallible>.self)
    typealias NumbersOfNumbers = PassthroughSubject<Numbers, Never>
    typealias NumbersOfFallible = PassthroughSubject<Fallible, Never>
    typealias FallibleOfNumbers = PassthroughSubject<Numbers, TestError>
    typealias FallibleOfFallible = PassthroughSubject<Fallible, TestError>
    surface.uses(
      "switchToLatest()", NumbersOfNumbers().switchToLatest(),
      P.SwitchToLatest<Numbers, NumbersOfNumbers>.self)
    surface.uses(
      "switchToLatest()", FallibleOfFallible().switchToLatest(),
      P.SwitchToLatest<Fallible, FallibleOfFallible>.self)
    surface.uses(
      "switchToLatest()", NumbersOfFallible().switchToLatest(),
      P.SwitchToLatest<Fallible, P.SetFailureType<NumbersOfFallible, TestError>>.self)
    typealias Raised = P.SetFailureType<Numbers, TestError>
    surface.uses(
      "switchToLatest()", FallibleOfNumbers().switchToLatest(),
      P.SwitchToLatest<Raised, P.Map<FallibleOfNumbers, Raised>>.self)
  }

  private func filtering(_ surface: inout Surface) {
    let f = Fallible()
    surface.uses("filter(_:)", f.filter { $0 > 0 }, P.Filter<Fallible>.self)
    surface.uses("tryFilter(_:)", f.tryFilter { try $0.checked() > 0 }, P.TryFilter<Fallible>.self)
    surface.uses("removeDuplicates()", f.removeDuplicates(), P.RemoveDuplicates<Fallible>.self)
    surface.uses(
      "removeDuplicates(by:)", f.removeDuplicates { $0 == $1 }, P.RemoveDuplicates<Fallible>.self)
    surface.uses(
      "tryRemoveDuplicates(by:)", f.tryRemoveDuplicates { try $0.checked() == $1 },
      P.TryRemoveDuplicates<Fallible>.self)
    surface.uses("replaceEmpty(with:)", f.replaceEmpty(with: 0), P.ReplaceEmpty<Fallible>.self)
    surface.uses("replaceError(with:)", f.replaceError(with: 0), P.ReplaceError<Fallible>.self)
    surface.uses("ignoreOutput()", f.ignoreOutput(), P.IgnoreOutput<Fallible>.self)
  }

  private func folding(_ surface: inout Surface) {
    let f = Fallible()
    surface.uses("collect()", f.collect(), P.Collect<Fallible>.self)
    surface.uses("collect(_:)", f.collect(2), P.CollectByCount<Fallible>.self)
    surface.uses("reduce(_:_:)", f.reduce("") { $0 + "\($1)" }, P.Reduce<Fallible, String>.self)
    surface.uses(
      "tryReduce(_:_:)", f.tryReduce("") { try $0 + "\($1.checked())" },
      P.TryReduce<Fallible, String>.self)
    surface.uses("count()", f.count(), P.Count<Fallible>.self)
    surface.uses("min()", f.min(), P.Comparison<Fallible>.self)
    surface.uses("min(by:)", f.min { $0 < $1 }, P.Comparison<Fallible>.self)
    surface.uses(
      "tryMin(by:)", f.tryMin { try $0.checked() < $1 }, P.TryComparison<Fallible>.self)
    surface.uses("max()", f.max(), P.Comparison<Fallible>.self)
    surface.uses("max(by:)", f.max { $0 < $1 }, P.Comparison<Fallible>.self)
    surface.uses(
      "tryMax(by:)", f.tryMax { try $0.checked() < $1 }, P.TryComparison<Fallible>.self)
    surface.uses("contains(_:)", f.contains(1), P.Contains<Fallible>.self)
    surface.uses("contains(where:)", f.contains { $0 > 0 }, P.ContainsWhere<Fallible>.self)
    surface.uses(
      "tryContains(where:)", f.tryContains { try $0.checked() > 0 },
      P.TryContainsWhere<Fallible>.self)
    surface.uses("allSatisfy(_:)", f.allSatisfy { $0 > 0 }, P.AllSatisfy<Fallible>.self)
    surface.uses(
      "tryAllSatisfy(_:)", f.tryAllSatisfy { try $0.checked() > 0 },
      P.TryAllSatisfy<Fallible>.self)
  }

  private func slicing(_ surface: inout Surface) {
    let (n, f) = (Numbers(), Fallible())
    surface.uses("first()", f.first(), P.First<Fallible>.self)
    surface.uses("first(where:)", f.first { $0 > 0 }, P.FirstWhere<Fallible>.self)
    surface.uses(
      "tryFirst(where:)", f.tryFirst { try $0.checked() > 0 }, P.TryFirstWhere<Fallible>.self)
    surface.uses("last()", f.last(), P.Last<Fallible>.self)
    surface.uses("last(where:)", f.last { $0 > 0 }, P.LastWhere<Fallible>.self)
    surface.uses(
      "tryLast(where:)", f.tryLast { try $0.checked() > 0 }, P.TryLastWhere<Fallible>.self)
    surface.uses("dropFirst(_:)", f.dropFirst(), P.Drop<Fallible>.self)
    surface.uses("drop(while:)", f.drop { $0 > 0 }, P.DropWhile<Fallible>.self)
    surface.uses(
      "tryDrop(while:)", f.tryDrop { try $0.checked() > 0 }, P.TryDropWhile<Fallible>.self)
    surface.uses(
      "drop(untilOutputFrom:)", f.drop(untilOutputFrom: f),
      P.DropUntilOutput<Fallible, Fallible>.self)
    surface.uses("prefix(_:)", f.prefix(1), P.Output<Fallible>.self)
    surface.uses("prefix(while:)", f.prefix { $0 > 0 }, P.PrefixWhile<Fallible>.self)
    surface.uses(
      "tryPrefix(while:)", f.tryPrefix { try $0.checked() > 0 }, P.TryPrefixWhile<Fallible>.self)
    surface.uses(
      "prefix(untilOutputFrom:)", f.prefix(untilOutputFrom: n),
      P.PrefixUntilOutput<Fallible, Numbers>.self)
    surface.uses("output(at:)", f.output(at: 0), P.Output<Fallible>.self)
    surface.uses("output(in:)", f.output(in: 1...), P.Output<Fallible>.self)
    typealias Given<S: Sequence> = P.Sequence<S, TestError>
    surface.uses("append(_:)", f.append(1, 2), P.Concatenate<Fallible, Given<[Int]>>.self)
    surface.uses(
      "append(_:)", f.append(1...2), P.Concatenate<Fallible, Given<ClosedRange<Int>>>.self)
    surface.uses("append(_:)", f.append(f), P.Concatenate<Fallible, Fallible>.self)
    surface.uses("prepend(_:)", f.prepend(1, 2), P.Concatenate<Given<[Int]>, Fallible>.self)
    surface.uses(
      "prepend(_:)", f.prepend(1...2), P.Concatenate<Given<ClosedRange<Int>>, Fallible>.self)
    surface.uses("prepend(_:)", f.prepend(f), P.Concatenate<Fallible, Fallible>.self)
  }

  private func combining(_ surface: inout Surface) {
    let (f, t) = (Fallible(), PassthroughSubject<String, TestError>())
    typealias F = Fallible
    typealias T = PassthroughSubject<String, TestError>
    surface.uses("combineLatest(_:)", f.combineLatest(t), P.CombineLatest<F, T>.self)
    surface.uses(
      "combineLatest(_:_:)", f.combineLatest(t) { "\($0)\($1)" },
      P.Map<P.CombineLatest<F, T>, String>.self)
    surface.uses("combineLatest(_:_:)", f.combineLatest(t, f), P.CombineLatest3<F, T, F>.self)
    surface.uses(
      "combineLatest(_:_:_:)", f.combineLatest(t, f) { $0 > $2 ? $1 : "" },
      P.Map<P.CombineLatest3<F, T, F>, String>.self)
    surface.uses(
      "combineLatest(_:_:_:)", f.combineLatest(t, f, t), P.CombineLatest4<F, T, F, T>.self)
    surface.uses(
      "combineLatest(_:_:_:_:)", f.combineLatest(t, f, t) { $0 > $2 ? $1 : $3 },
      P.Map<P.CombineLatest4<F, T, F, T>, String>.self)
    surface.uses("zip(_:)", f.zip(t), P.Zip<F, T>.self)
    surface.uses("zip(_:_:)", f.zip(t) { "\($0)\($1)" }, P.Map<P.Zip<F, T>, String>.self)
    surface.uses("zip(_:_:)", f.zip(t, f), P.Zip3<F, T, F>.self)
    surface.uses(
      "zip(_:_:_:)", f.zip(t, f) { $0 > $2 ? $1 : "" }, P.Map<P.Zip3<F, T, F>, String>.self)
    surface.uses("zip(_:_:_:)", f.zip(t, f, t), P.Zip4<F, T, F, T>.self)
    surface.uses(
      "zip(_:_:_:_:)", f.zip(t, f, t) { $0 > $2 ? $1 : $3 },
      P.Map<P.Zip4<F, T, F, T>, String>.self)
    let a = f.eraseToAnyPublisher()
    typealias A = AnyPublisher<Int, TestError>
    surface.uses("merge(with:)", f.merge(with: a), P.Merge<F, A>.self)
    surface.uses("merge(with:_:)", f.merge(with: a, f), P.Merge3<F, A, F>.self)
    surface.uses("merge(with:_:_:)", f.merge(with: a, f, a), P.Merge4<F, A, F, A>.self)
    surface.uses("merge(with:_:_:_:)", f.merge(with: a, f, a, f), P.Merge5<F, A, F, A, F>.self)
    surface.uses(
      "merge(with:_:_:_:_:)", f.merge(with: a, f, a, f, a), P.Merge6<F, A, F, A, F, A>.self)
    surface.uses(
      "merge(with:_:_:_:_:_:)", f.merge(with: a, f, a, f, a, f),
      P.Merge7<F, A, F, A, F, A, F>.self)
    surface.uses(
      "merge(with:_:_:_:_:_:_:)", f.merge(with: a, f, a, f, a, f, a),
      P.Merge8<F, A, F, A, F, A, F, A>.self)
    surface.uses("merge(with:)", f.merge(with: f), P.MergeMany<F>.self)
  }

  private func errorsAndTime(_ surface: inout Surface) {
    let (f, clock) = (Fallible(), Clock())
    surface.uses("catch(_:)", f.catch { _ in Just(0) }, P.Catch<Fallible, Just<Int>>.self)
    surface.uses(
      "tryCatch(_:)", f.tryCatch { _ in try Just(0.checked()) },
      P.TryCatch<Fallible, Just<Int>>.self)
    surface.uses("retry(_:)", f.retry(1), P.Retry<Fallible>.self)
    surface.uses(
      "assertNoFailure(_:file:line:)", f.assertNoFailure(), P.AssertNoFailure<Fallible>.self)
    surface.uses(
      "debounce(for:scheduler:options:)", f.debounce(for: .seconds(1), scheduler: clock),
      P.Debounce<Fallible, Clock>.self)
    surface.uses(
      "throttle(for:scheduler:latest:)", f.throttle(for: 1, scheduler: clock, latest: true),
      P.Throttle<Fallible, Clock>.self)
    surface.uses(
      "delay(for:tolerance:scheduler:options:)", f.delay(for: 1, scheduler: clock),
      P.Delay<Fallible, Clock>.self)
    surface.uses(
      "timeout(_:scheduler:options:customError:)", f.timeout(1, scheduler: clock),
      P.Timeout<Fallible, Clock>.self)
    surface.uses(
      "measureInterval(using:options:)", f.measureInterval(using: clock),
      P.MeasureInterval<Fallible, Clock>.self)
    surface.uses(
      "receive(on:options:)", f.receive(on: clock), P.ReceiveOn<Fallible, Clock>.self)
    surface.uses(
      "subscribe(on:options:)", f.subscribe(on: clock), P.SubscribeOn<Fallible, Clock>.self)
  }

  private func bufferingAndCoding(_ surface: inout Surface) {
    let (f, clock) = (Fallible(), Clock())
    surface.uses(
      "collect(_:options:)", f.collect(.byTime(clock, .seconds(1))),
      P.CollectByTime<Fallible, Clock>.self)
    surface.uses(
      "buffer(size:prefetch:whenFull:)",
      f.buffer(size: 1, prefetch: .byRequest, whenFull: .dropNewest), P.Buffer<Fallible>.self)
    surface.uses(
      "encode(encoder:)", f.encode(encoder: TextCoder()), P.Encode<Fallible, TextCoder>.self)
    typealias Texts = PassthroughSubject<String, TestError>
    surface.uses(
      "decode(type:decoder:)", Texts().decode(type: Int.self, decoder: TextCoder()),
      P.Decode<Texts, Int, TextCoder>.self)
  }

  private func sharingAndLooking(_ surface: inout Surface) {
    let (n, f) = (Numbers(), Fallible())
    typealias Shared = P.Multicast<Fallible, Fallible>
    surface.uses("multicast(_:)", f.multicast { Fallible() }, Shared.self)
    surface.uses("multicast(subject:)", f.multicast(subject: Fallible()), Shared.self)
    surface.uses("makeConnectable()", n.makeConnectable(), P.MakeConnectable<Numbers>.self)
    surface.uses(
      "autoconnect()", n.makeConnectable().autoconnect(),
      P.Autoconnect<P.MakeConnectable<Numbers>>.self)
    surface.uses("share()", f.share(), P.Share<Fallible>.self)
    surface.uses(
      "handleEvents(receiveSubscription:receiveOutput:receiveCompletion:"
        + "receiveCancel:receiveRequest:)",
      f.handleEvents(receiveOutput: { _ in }), P.HandleEvents<Fallible>.self)
    surface.uses("print(_:to:)", f.print(), P.Print<Fallible>.self)
    surface.uses(
      "breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)",
      f.breakpoint(receiveOutput: { $0 < 0 }), P.Breakpoint<Fallible>.self)
    surface.uses("breakpointOnError()", f.breakpointOnError(), P.Breakpoint<Fallible>.self)
    surface.uses(
      "eraseToAnyPublisher()", f.eraseToAnyPublisher(), AnyPublisher<Int, TestError>.self)
  }

  private func subscribing(_ surface: inout Surface) {
    final class Model {
      @Published var number = 0
    }
    let (n, f, model) = (Numbers(), Fallible(), Model())
    surface.uses(
      "sink(receiveCompletion:receiveValue:)",
      f.sink(receiveCompletion: { _ in }, receiveValue: { _ in }), AnyCancellable.self)
    surface.uses("sink(receiveValue:)", n.sink { _ in }, AnyCancellable.self)
    surface.uses("assign(to:on:)", n.assign(to: \.number, on: model), AnyCancellable.self)
    surface.uses("assign(to:)", n.assign(to: &model.$number), Void.self)
    surface.uses("subscribe(_:)", f.subscribe(ProbeSubscriber<Int, TestError>()), Void.self)
    surface.uses("subscribe(_:)", f.subscribe(Fallible()), AnyCancellable.self)
  }

  @Test("every publisher is an asynchronous sequence, which throws if the publisher can fail")
  func values() {
    var surface = Surface()
    surface.uses("values", Numbers().values, AsyncPublisher<Numbers>.self)
    surface.uses("values", Fallible().values, AsyncThrowingPublisher<Fallible>.self)
    #expect(surface.names.count == 2)
  }

  @Test("a chain of the same operator is one step of it")
  func fused() {
    var surface = Surface()
    let f = Fallible()
    let (map, tryMap) = (f.map { $0 }, f.tryMap { $0 })
    surface.uses("Map.map", map.map { "\($0)" }, P.Map<Fallible, String>.self)
    surface.uses("Map.tryMap", map.tryMap { try $0.checked() }, P.TryMap<Fallible, Int>.self)
    surface.uses("TryMap.map", tryMap.map { "\($0)" }, P.TryMap<Fallible, String>.self)
    surface.uses("TryMap.tryMap", tryMap.tryMap { try $0.checked() }, P.TryMap<Fallible, Int>.self)
    let (filter, tryFilter) = (f.filter { _ in true }, f.tryFilter { _ in true })
    surface.uses("Filter.filter", filter.filter { $0 > 0 }, P.Filter<Fallible>.self)
    surface.uses(
      "Filter.tryFilter", filter.tryFilter { try $0.checked() > 0 }, P.TryFilter<Fallible>.self)
    surface.uses("TryFilter.filter", tryFilter.filter { $0 > 0 }, P.TryFilter<Fallible>.self)
    surface.uses(
      "TryFilter.tryFilter", tryFilter.tryFilter { try $0.checked() > 0 },
      P.TryFilter<Fallible>.self)
    let compactMap = f.compactMap { Optional($0) }
    let tryCompactMap = f.tryCompactMap { Optional($0) }
    surface.uses(
      "CompactMap.compactMap", compactMap.compactMap { Int("\($0)") },
      P.CompactMap<Fallible, Int>.self)
    surface.uses("CompactMap.map", compactMap.map { "\($0)" }, P.CompactMap<Fallible, String>.self)
    surface.uses(
      "TryCompactMap.compactMap", tryCompactMap.compactMap { try Optional($0.checked()) },
      P.TryCompactMap<Fallible, Int>.self)
    #expect(surface.names.count == 11)
    surface.uses(
      "SetFailureType.setFailureType",
      Numbers().setFailureType(to: OtherError.self).setFailureType(to: TestError.self),
      P.SetFailureType<Numbers, TestError>.self)
  }

  @Test("what is merged already takes more in, up to eight")
  func chainedMerge() {
    var surface = Surface()
    let f = Fallible()
    let a = f.eraseToAnyPublisher()
    typealias F = Fallible
    typealias A = AnyPublisher<Int, TestError>
    let m2 = f.merge(with: a)
    surface.uses("Merge + 1", m2.merge(with: f), P.Merge3<F, A, F>.self)
    surface.uses("Merge + 2", m2.merge(with: f, a), P.Merge4<F, A, F, A>.self)
    surface.uses("Merge + 3", m2.merge(with: f, a, f), P.Merge5<F, A, F, A, F>.self)
    surface.uses("Merge + 4", m2.merge(with: f, a, f, a), P.Merge6<F, A, F, A, F, A>.self)
    surface.uses("Merge + 5", m2.merge(with: f, a, f, a, f), P.Merge7<F, A, F, A, F, A, F>.self)
    surface.uses(
      "Merge + 6", m2.merge(with: f, a, f, a, f, a), P.Merge8<F, A, F, A, F, A, F, A>.self)
    let m3 = f.merge(with: a, f)
    surface.uses("Merge3 + 1", m3.merge(with: a), P.Merge4<F, A, F, A>.self)
    surface.uses("Merge3 + 2", m3.merge(with: a, f), P.Merge5<F, A, F, A, F>.self)
    surface.uses("Merge3 + 3", m3.merge(with: a, f, a), P.Merge6<F, A, F, A, F, A>.self)
    surface.uses("Merge3 + 4", m3.merge(with: a, f, a, f), P.Merge7<F, A, F, A, F, A, F>.self)
    surface.uses(
      "Merge3 + 5", m3.merge(with: a, f, a, f, a), P.Merge8<F, A, F, A, F, A, F, A>.self)
    let m4 = f.merge(with: a, f, a)
    surface.uses("Merge4 + 1", m4.merge(with: f), P.Merge5<F, A, F, A, F>.self)
    surface.uses("Merge4 + 2", m4.merge(with: f, a), P.Merge6<F, A, F, A, F, A>.self)
    surface.uses("Merge4 + 3", m4.merge(with: f, a, f), P.Merge7<F, A, F, A, F, A, F>.self)
    surface.uses("Merge4 + 4", m4.merge(with: f, a, f, a), P.Merge8<F, A, F, A, F, A, F, A>.self)
    let m5 = f.merge(with: a, f, a, f)
    surface.uses("Merge5 + 1", m5.merge(with: a), P.Merge6<F, A, F, A, F, A>.self)
    surface.uses("Merge5 + 2", m5.merge(with: a, f), P.Merge7<F, A, F, A, F, A, F>.self)
    surface.uses("Merge5 + 3", m5.merge(with: a, f, a), P.Merge8<F, A, F, A, F, A, F, A>.self)
    let m6 = f.merge(with: a, f, a, f, a)
    surface.uses("Merge6 + 1", m6.merge(with: f), P.Merge7<F, A, F, A, F, A, F>.self)
    surface.uses("Merge6 + 2", m6.merge(with: f, a), P.Merge8<F, A, F, A, F, A, F, A>.self)
    let m7 = f.merge(with: a, f, a, f, a, f)
    surface.uses("Merge7 + 1", m7.merge(with: a), P.Merge8<F, A, F, A, F, A, F, A>.self)
    surface.uses("MergeMany + 1", f.merge(with: f).merge(with: f), P.MergeMany<F>.self)
    #expect(surface.names.count == 22)
  }

  @Test("what Just does is done at once")
  func eagerJust() {
    var surface = Surface()
    let just = Just(1)
    surface.uses("map", just.map { "\($0)" }, Just<String>.self)
    surface.uses("tryMap", just.tryMap { try $0.checked() }, Tried<Int>.self)
    surface.uses(
      "mapError", just.mapError { (_: Never) -> OtherError in }, Outcome<Int, OtherError>.self)
    surface.uses(
      "setFailureType", just.setFailureType(to: TestError.self), Outcome<Int, TestError>.self)
    surface.uses("compactMap", just.compactMap { Int("\($0)") }, Maybe<Int>.self)
    surface.uses("scan", just.scan("") { $0 + "\($1)" }, Outcome<String, Never>.self)
    surface.uses("tryScan", just.tryScan("") { try $0 + "\($1.checked())" }, Tried<String>.self)
    surface.uses("filter", just.filter { $0 > 0 }, Maybe<Int>.self)
    surface.uses("removeDuplicates()", just.removeDuplicates(), Just<Int>.self)
    surface.uses("removeDuplicates(by:)", just.removeDuplicates { $0 == $1 }, Just<Int>.self)
    surface.uses(
      "tryRemoveDuplicates", just.tryRemoveDuplicates { try $0.checked() == $1 }, Tried<Int>.self)
    surface.uses("replaceError", just.replaceError(with: 0), Just<Int>.self)
    surface.uses("replaceEmpty", just.replaceEmpty(with: 0), Just<Int>.self)
    surface.uses("retry", just.retry(1), Just<Int>.self)
    surface.uses("ignoreOutput", just.ignoreOutput(), Empty<Int, Never>.self)
    surface.uses("collect", just.collect(), Just<[Int]>.self)
    surface.uses("count", just.count(), Just<Int>.self)
    surface.uses("reduce", just.reduce("") { $0 + "\($1)" }, Outcome<String, Never>.self)
    surface.uses("tryReduce", just.tryReduce("") { try $0 + "\($1.checked())" }, Tried<String>.self)
    surface.uses("min()", just.min(), Just<Int>.self)
    surface.uses("min(by:)", just.min { $0 < $1 }, Just<Int>.self)
    surface.uses("max()", just.max(), Just<Int>.self)
    surface.uses("max(by:)", just.max { $0 < $1 }, Just<Int>.self)
    surface.uses("allSatisfy", just.allSatisfy { $0 > 0 }, Just<Bool>.self)
    surface.uses("tryAllSatisfy", just.tryAllSatisfy { try $0.checked() > 0 }, Tried<Bool>.self)
    surface.uses("contains(_:)", just.contains(1), Just<Bool>.self)
    surface.uses("contains(where:)", just.contains { $0 > 0 }, Just<Bool>.self)
    surface.uses("tryContains", just.tryContains { try $0.checked() > 0 }, Tried<Bool>.self)
    surface.uses("first()", just.first(), Just<Int>.self)
    surface.uses("first(where:)", just.first { $0 > 0 }, Maybe<Int>.self)
    surface.uses("last()", just.last(), Just<Int>.self)
    surface.uses("last(where:)", just.last { $0 > 0 }, Maybe<Int>.self)
    surface.uses("dropFirst", just.dropFirst(), Maybe<Int>.self)
    surface.uses("drop(while:)", just.drop { $0 > 0 }, Maybe<Int>.self)
    surface.uses("prefix(_:)", just.prefix(1), Maybe<Int>.self)
    surface.uses("prefix(while:)", just.prefix { $0 > 0 }, Maybe<Int>.self)
    surface.uses("output(at:)", just.output(at: 0), Maybe<Int>.self)
    surface.uses("output(in:)", just.output(in: 0...), Maybe<Int>.self)
    surface.uses("prepend(_: Int...)", just.prepend(2, 3), Several<Int>.self)
    surface.uses("prepend(_: sequence)", just.prepend(2...3), Several<Int>.self)
    surface.uses("append(_: Int...)", just.append(2, 3), Several<Int>.self)
    surface.uses("append(_: sequence)", just.append(2...3), Several<Int>.self)
    #expect(surface.names.count == 42)
  }

  @Test("what an optional's publisher does is done at once")
  func eagerOptional() {
    var surface = Surface()
    let maybe = Optional(1).publisher
    surface.uses("map", maybe.map { "\($0)" }, Maybe<String>.self)
    surface.uses("compactMap", maybe.compactMap { Int("\($0)") }, Maybe<Int>.self)
    surface.uses("scan", maybe.scan("") { $0 + "\($1)" }, Maybe<String>.self)
    surface.uses("filter", maybe.filter { $0 > 0 }, Maybe<Int>.self)
    surface.uses("removeDuplicates()", maybe.removeDuplicates(), Maybe<Int>.self)
    surface.uses("removeDuplicates(by:)", maybe.removeDuplicates { $0 == $1 }, Maybe<Int>.self)
    surface.uses("replaceError", maybe.replaceError(with: 0), Maybe<Int>.self)
    surface.uses("replaceEmpty", maybe.replaceEmpty(with: 0), Just<Int>.self)
    surface.uses("retry", maybe.retry(1), Maybe<Int>.self)
    surface.uses("ignoreOutput", maybe.ignoreOutput(), Empty<Int, Never>.self)
    surface.uses("collect", maybe.collect(), Maybe<[Int]>.self)
    surface.uses("count", maybe.count(), Maybe<Int>.self)
    surface.uses("reduce", maybe.reduce("") { $0 + "\($1)" }, Maybe<String>.self)
    surface.uses("min()", maybe.min(), Maybe<Int>.self)
    surface.uses("min(by:)", maybe.min { $0 < $1 }, Maybe<Int>.self)
    surface.uses("max()", maybe.max(), Maybe<Int>.self)
    surface.uses("max(by:)", maybe.max { $0 < $1 }, Maybe<Int>.self)
    surface.uses("allSatisfy", maybe.allSatisfy { $0 > 0 }, Maybe<Bool>.self)
    surface.uses("contains(_:)", maybe.contains(1), Maybe<Bool>.self)
    surface.uses("contains(where:)", maybe.contains { $0 > 0 }, Maybe<Bool>.self)
    surface.uses("first()", maybe.first(), Maybe<Int>.self)
    surface.uses("first(where:)", maybe.first { $0 > 0 }, Maybe<Int>.self)
    surface.uses("last()", maybe.last(), Maybe<Int>.self)
    surface.uses("last(where:)", maybe.last { $0 > 0 }, Maybe<Int>.self)
    surface.uses("dropFirst", maybe.dropFirst(), Maybe<Int>.self)
    surface.uses("drop(while:)", maybe.drop { $0 > 0 }, Maybe<Int>.self)
    surface.uses("prefix(_:)", maybe.prefix(1), Maybe<Int>.self)
    surface.uses("prefix(while:)", maybe.prefix { $0 > 0 }, Maybe<Int>.self)
    surface.uses("output(at:)", maybe.output(at: 0), Maybe<Int>.self)
    surface.uses("output(in:)", maybe.output(in: 0...), Maybe<Int>.self)
    #expect(surface.names.count == 30)
  }

  @Test("what a result's publisher does is done at once")
  func eagerResult() {
    var surface = Surface()
    let (sure, outcome) = (Result<Int, Never>.success(1).publisher, Outcome<Int, TestError>(1))
    surface.uses(
      "setFailureType", sure.setFailureType(to: TestError.self), Outcome<Int, TestError>.self)
    surface.uses("map", outcome.map { "\($0)" }, Outcome<String, TestError>.self)
    surface.uses("tryMap", outcome.tryMap { try $0.checked() }, Tried<Int>.self)
    surface.uses("mapError", outcome.mapError { _ in OtherError() }, Outcome<Int, OtherError>.self)
    surface.uses("scan", outcome.scan("") { $0 + "\($1)" }, Outcome<String, TestError>.self)
    surface.uses("tryScan", outcome.tryScan("") { try $0 + "\($1.checked())" }, Tried<String>.self)
    surface.uses("removeDuplicates()", outcome.removeDuplicates(), Outcome<Int, TestError>.self)
    surface.uses(
      "removeDuplicates(by:)", outcome.removeDuplicates { $0 == $1 }, Outcome<Int, TestError>.self)
    surface.uses(
      "tryRemoveDuplicates", outcome.tryRemoveDuplicates { try $0.checked() == $1 }, Tried<Int>.self
    )
    surface.uses("replaceError", outcome.replaceError(with: 0), Outcome<Int, Never>.self)
    surface.uses("replaceEmpty", outcome.replaceEmpty(with: 0), Outcome<Int, TestError>.self)
    surface.uses("retry", outcome.retry(1), Outcome<Int, TestError>.self)
    surface.uses("ignoreOutput", outcome.ignoreOutput(), Empty<Int, TestError>.self)
    surface.uses("collect", outcome.collect(), Outcome<[Int], TestError>.self)
    surface.uses("count", outcome.count(), Outcome<Int, TestError>.self)
    surface.uses("reduce", outcome.reduce("") { $0 + "\($1)" }, Outcome<String, TestError>.self)
    surface.uses(
      "tryReduce", outcome.tryReduce("") { try $0 + "\($1.checked())" }, Tried<String>.self)
    surface.uses("min()", outcome.min(), Outcome<Int, TestError>.self)
    surface.uses("min(by:)", outcome.min { $0 < $1 }, Outcome<Int, TestError>.self)
    surface.uses("max()", outcome.max(), Outcome<Int, TestError>.self)
    surface.uses("max(by:)", outcome.max { $0 < $1 }, Outcome<Int, TestError>.self)
    surface.uses("allSatisfy", outcome.allSatisfy { $0 > 0 }, Outcome<Bool, TestError>.self)
    surface.uses("tryMin", outcome.tryMin { try $0.checked() < $1 }, Tried<Int>.self)
    surface.uses("tryMax", outcome.tryMax { try $0.checked() < $1 }, Tried<Int>.self)
    surface.uses("tryAllSatisfy", outcome.tryAllSatisfy { try $0.checked() > 0 }, Tried<Bool>.self)
    surface.uses("contains(_:)", outcome.contains(1), Outcome<Bool, TestError>.self)
    surface.uses("contains(where:)", outcome.contains { $0 > 0 }, Outcome<Bool, TestError>.self)
    surface.uses("tryContains", outcome.tryContains { try $0.checked() > 0 }, Tried<Bool>.self)
    surface.uses("first()", outcome.first(), Outcome<Int, TestError>.self)
    surface.uses("last()", outcome.last(), Outcome<Int, TestError>.self)
    #expect(surface.names.count == 30)
  }

  @Test("what a sequence's publisher does is done at once")
  func eagerSequence() {
    /// A sequence that is nothing more.
    typealias R = AnySequence<Int>
    func fails<S: Sequence>(_ sequence: S) -> P.Sequence<S, TestError> {
      sequence.publisher.setFailureType(to: TestError.self)
    }
    var surface = Surface()
    // Of a sequence that may fail, and of one that may not.
    let fallible = P.Sequence<R, TestError>(sequence: R([1]))
    surface.uses("map", fallible.map { "\($0)" }, P.Sequence<[String], TestError>.self)
    surface.uses(
      "compactMap", fallible.compactMap { Int("\($0)") }, P.Sequence<[Int], TestError>.self)
    surface.uses("scan", fallible.scan("") { $0 + "\($1)" }, P.Sequence<[String], TestError>.self)
    surface.uses("filter", fallible.filter { $0 > 0 }, P.Sequence<[Int], TestError>.self)
    surface.uses(
      "setFailureType", fallible.setFailureType(to: OtherError.self), P.Sequence<R, OtherError>.self
    )
    surface.uses("ignoreOutput", fallible.ignoreOutput(), Empty<Int, TestError>.self)
    surface.uses(
      "dropFirst", fallible.dropFirst(), P.Sequence<DropFirstSequence<R>, TestError>.self)
    surface.uses(
      "drop(while:)", fallible.drop { $0 > 0 }, P.Sequence<DropWhileSequence<R>, TestError>.self)
    surface.uses("prefix(_:)", fallible.prefix(1), P.Sequence<PrefixSequence<R>, TestError>.self)
    surface.uses("prefix(while:)", fallible.prefix { $0 > 0 }, P.Sequence<[Int], TestError>.self)
    surface.uses("collect", fallible.collect(), Outcome<[Int], TestError>.self)
    surface.uses("reduce", fallible.reduce("") { $0 + "\($1)" }, Outcome<String, TestError>.self)
    surface.uses(
      "tryReduce", fallible.tryReduce("") { try $0 + "\($1.checked())" }, Tried<String>.self)
    surface.uses("allSatisfy", fallible.allSatisfy { $0 > 0 }, Outcome<Bool, TestError>.self)
    surface.uses("tryAllSatisfy", fallible.tryAllSatisfy { try $0.checked() > 0 }, Tried<Bool>.self)
    surface.uses("contains(where:)", fallible.contains { $0 > 0 }, Outcome<Bool, TestError>.self)
    surface.uses("tryContains", fallible.tryContains { try $0.checked() > 0 }, Tried<Bool>.self)
    surface.uses("removeDuplicates", fallible.removeDuplicates(), P.Sequence<[Int], TestError>.self)
    surface.uses("contains(_:)", fallible.contains(1), Outcome<Bool, TestError>.self)
    surface.uses(
      "replaceNil", [1, nil].publisher.replaceNil(with: 0), P.Sequence<[Int?], Never>.self)
    let sure = R([1]).publisher
    surface.uses("min(by:)", sure.min { $0 < $1 }, Maybe<Int>.self)
    surface.uses("max(by:)", sure.max { $0 < $1 }, Maybe<Int>.self)
    surface.uses("first(where:)", sure.first { $0 > 0 }, Maybe<Int>.self)
    surface.uses("min()", sure.min(), Maybe<Int>.self)
    surface.uses("max()", sure.max(), Maybe<Int>.self)
    // Of collections: of any, of those that go both ways, and of those with random access.
    let (set, text, array) = (Set([1]), "ab", [1, 2])
    let (fallibleSet, fallibleArray) = (fails(set), fails(array))
    surface.uses("first()", set.publisher.first(), Maybe<Int>.self)
    surface.uses(
      "output(at:)", text.publisher.output(at: text.startIndex), Maybe<Character>.self)
    surface.uses("count()", fallibleSet.count(), Outcome<Int, TestError>.self)
    surface.uses(
      "output(in:)", fails(text).output(in: text.startIndex..<text.endIndex),
      P.Sequence<[Character], TestError>.self)
    surface.uses("last()", text.publisher.last(), Maybe<Character>.self)
    surface.uses("last(where:)", text.publisher.last { $0 > "a" }, Maybe<Character>.self)
    surface.uses("output(at:)", array.publisher.output(at: 0), Maybe<Int>.self)
    surface.uses(
      "output(in:)", fallibleArray.output(in: 0..<1), P.Sequence<[Int], TestError>.self)
    surface.uses("count()", array.publisher.count(), Just<Int>.self)
    surface.uses("count()", fallibleArray.count(), Outcome<Int, TestError>.self)
    // Of collections that can grow.
    let numbers = array.publisher
    surface.uses("prepend(_: Int...)", numbers.prepend(2, 3), Several<Int>.self)
    surface.uses("prepend(_: sequence)", numbers.prepend(2...3), Several<Int>.self)
    surface.uses("prepend(_: publisher)", numbers.prepend(numbers), Several<Int>.self)
    surface.uses("append(_: Int...)", numbers.append(2, 3), Several<Int>.self)
    surface.uses("append(_: sequence)", numbers.append(2...3), Several<Int>.self)
    surface.uses("append(_: publisher)", numbers.append(numbers), Several<Int>.self)
    #expect(surface.names.count == 41)
  }
}

struct OtherError: Error, Hashable, Codable {}
