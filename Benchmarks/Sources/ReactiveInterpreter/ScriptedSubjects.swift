import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// What a script sends by, whatever it is.
protocol ScriptedSubject {
  /// What pipelines listen to.
  var stream: Stream { get }
  func send(_ value: Int)
  func end(_ completion: Subscribers.Completion<Fault>)
}

extension Run {
  func makeSubject(_ kind: SubjectKind) -> any ScriptedSubject {
    switch kind {
    case .ordered: SubjectBehind(OrderedSubject())
    case .passthrough: SubjectBehind(PassthroughSubject<Int, Fault>())
    case .currentValue: SubjectBehind(CurrentValueSubject<Int, Fault>(0))
    case .future: PromisedValue()
    case .published: PublishedProperty()
    }
  }
}

/// A subject of the library or of ours.
private struct SubjectBehind<S: Subject>: ScriptedSubject
where S.Output == Int, S.Failure == Fault {
  let subject: S
  init(_ subject: S) { self.subject = subject }
  var stream: Stream { subject.eraseToAnyPublisher() }
  func send(_ value: Int) { subject.send(value) }
  func end(_ completion: Subscribers.Completion<Fault>) { subject.send(completion: completion) }
}

/// A future, whose promise the script keeps or breaks.
private final class PromisedValue: ScriptedSubject {
  private var promise: (Result<Int, Fault>) -> Void = { _ in }
  private(set) var stream = Empty<Int, Fault>().eraseToAnyPublisher()

  init() { stream = Future<Int, Fault> { self.promise = $0 }.eraseToAnyPublisher() }

  func send(_ value: Int) { promise(.success(value)) }

  func end(_ completion: Subscribers.Completion<Fault>) {
    if case .failure(let fault) = completion { promise(.failure(fault)) }
  }
}

/// A published property, which never ends.
private final class PublishedProperty: ScriptedSubject {
  @Published private var value = 0
  private(set) lazy var stream = $value.setFailureType(to: Fault.self).eraseToAnyPublisher()
  func send(_ value: Int) { self.value = value }
  func end(_ completion: Subscribers.Completion<Fault>) {}
}

/// A subject that sends to its subscribers in the order in which they came, which Combine leaves
/// open. A value for which a subscriber has not asked is lost to it. For one thread.
final class OrderedSubject: Subject {
  typealias Output = Int
  typealias Failure = Fault

  private var receivers: [Receiver] = []
  private var completion: Subscribers.Completion<Fault>?

  func receive(subscriber: some Subscriber<Int, Fault>) {
    let receiver = Receiver(subscriber, of: self)
    if completion == nil { receivers.append(receiver) }
    subscriber.receive(subscription: receiver)
    if let completion, receivers.isEmpty { receiver.finish(completion) }
  }

  func send(subscription: any Subscription) { subscription.request(.unlimited) }

  func send(_ value: Int) {
    for receiver in receivers { receiver.receive(value) }
  }

  func send(completion: Subscribers.Completion<Fault>) {
    guard self.completion == nil else { return }
    self.completion = completion
    let last = receivers
    receivers = []
    for receiver in last { receiver.finish(completion) }
  }

  /// One subscriber of the subject.
  private final class Receiver: Subscription, CustomStringConvertible {
    private var downstream: (any Subscriber<Int, Fault>)?
    private let subject: OrderedSubject
    private var demand = Subscribers.Demand.none

    init(_ downstream: any Subscriber<Int, Fault>, of subject: OrderedSubject) {
      (self.downstream, self.subject) = (downstream, subject)
    }

    var description: String { "OrderedSubject" }

    func receive(_ value: Int) {
      guard let downstream, demand > .none else { return }
      demand -= 1
      demand += downstream.receive(value)
    }

    func finish(_ completion: Subscribers.Completion<Fault>) {
      let last = downstream
      downstream = nil
      last?.receive(completion: completion)
    }

    func request(_ more: Subscribers.Demand) { demand += more }

    func cancel() {
      downstream = nil
      subject.receivers.removeAll { $0 === self }
    }
  }
}
