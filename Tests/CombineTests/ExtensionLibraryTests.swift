#if canImport(Combine)
  import Combine
  import Dispatch
  import ExtensionLibrary
  import Foundation
  import Testing

  /// A library that is written for Combine and knows nothing of this package.
  @Suite("A library for Combine, as it is")
  struct ExtensionLibraryTests {
    /// Takes a number of values, and more when a test asks for more.
    final class Taker<Input, Failure: Error>: Subscriber {
      private(set) var values: [Input] = []
      private(set) var hasEnded = false
      private var subscription: Subscription?

      func receive(subscription: any Subscription) { self.subscription = subscription }
      func receive(_ input: Input) -> Subscribers.Demand {
        values.append(input)
        return .none
      }
      func receive(completion: Subscribers.Completion<Failure>) { hasEnded = true }
      func take(_ demand: Subscribers.Demand) { subscription?.request(demand) }
      func cancel() { subscription?.cancel() }
    }

    @Test("an operator that drops values asks for others in their place")
    func unwrap() {
      let taker = Taker<Int, Never>()
      [nil, 1, nil, nil, 2, 3].publisher.unwrap().subscribe(taker)
      taker.take(.max(2))
      #expect(taker.values == [1, 2])
      #expect(!taker.hasEnded)
      taker.take(.unlimited)
      #expect(taker.values == [1, 2, 3])
      #expect(taker.hasEnded)
    }

    @Test("a replay subject of a library's own keeps values for a subscriber that asks for few")
    func replay() {
      let subject = ReplaySubject<Int, Never>(bufferSize: 2)
      for number in 1...3 { subject.send(number) }
      let (slow, late) = (Taker<Int, Never>(), Taker<Int, Never>())
      subject.subscribe(slow)
      slow.take(.max(1))
      subject.send(4)
      subject.send(completion: .finished)
      subject.subscribe(late)
      #expect(slow.values == [2] && !slow.hasEnded)
      slow.take(.unlimited)
      late.take(.unlimited)
      #expect(slow.values == [2, 3, 4] && slow.hasEnded)
      #expect(late.values == [3, 4] && late.hasEnded)
    }

    @Test("relays pass values on, and end when they are let go")
    func relays() {
      var (names, lengths): (CurrentValueRelay<String>?, PassthroughRelay<Int>?) = (
        .init("Ann"), .init()
      )
      var (heard, hasEnded): ([Int], Bool) = ([], false)
      let listening = lengths?.sink { _ in
        hasEnded = true
      } receiveValue: {
        heard.append($0)
      }
      let binding = lengths.flatMap { names?.map(\.count).bind(to: $0) }
      names?.accept("Anton")
      #expect(names?.value == "Anton")
      #expect(heard == [3, 5])
      names = nil
      binding?.cancel()
      #expect(!hasEnded)
      lengths = nil
      #expect(hasEnded)
      listening?.cancel()
    }

    @Test("a publisher that a closure feeds lets it go with the subscription")
    func feeding() {
      var isReleased = false
      let publisher = AnyPublisher<Int, Never> { feed in
        for number in 1...3 { feed.send(number) }
        return AnyCancellable { isReleased = true }
      }
      let taker = Taker<Int, Never>()
      publisher.subscribe(taker)
      taker.take(.max(2))
      #expect(taker.values == [1, 2])
      taker.cancel()
      #expect(isReleased)
      #expect(publisher.prefix(1).values(of: Int.self) == [1])
    }

    @Test("publishers of a collection in step, through a chain of zips that are erased")
    func zipAll() {
      let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
      var rows: [[Int]] = []
      let cancellable = subjects.zipAll().sink { rows.append($0) }
      for (index, subject) in subjects.enumerated() {
        subject.send(index)
        subject.send(index * 10)
      }
      cancellable.cancel()
      #expect(rows == [[0, 1, 2], [0, 10, 20]])
    }

    @Test("a recorder waits for values from other queues, and for the end")
    func recorder() throws {
      let queue = DispatchQueue(label: "values")
      let recorder = [1, 2, 3].publisher.receive(on: queue).record()
      #expect(try recorder.next() == 1)
      #expect(try recorder.next() == 2)
      #expect(try recorder.all() == [1, 2, 3])
      #expect(throws: Recorder<Int, Never>.NothingCame.self) {
        for _ in 0..<2 { _ = try recorder.next() }
      }
      let failing = Fail<Int, CancellationError>(error: CancellationError()).record()
      #expect(throws: CancellationError.self) { try failing.all() }
    }

    @Test("a recorder of a published property and of a notification")
    func properties() throws {
      final class Model {
        @Published var name = "Ann"
      }
      let (model, center) = (Model(), NotificationCenter())
      let (names, notes) = (
        model.$name.record(),
        center.publisher(for: Notification.Name("changed")).map(\.name.rawValue).record()
      )
      model.name = "Ben"
      center.post(name: Notification.Name("changed"), object: nil)
      #expect(try [names.next(), names.next()] == ["Ann", "Ben"])
      #expect(try notes.next() == "changed")
      notes.cancel()
    }
  }

  extension Publisher where Failure == Never {
    /// What this sends at once.
    fileprivate func values(of type: Output.Type) -> [Output] {
      var values: [Output] = []
      let cancellable = sink { values.append($0) }
      cancellable.cancel()
      return values
    }
  }
#endif
