import Combine
import Foundation

/// A subject that sends newcomers the values before, up to a number of them, each subscriber as
/// many as it asks for.
public final class ReplaySubject<Output, Failure: Error>: Subject {
  private let size: Int
  private let lock = NSRecursiveLock()
  private var kept: [Output] = []
  private var end: Subscribers.Completion<Failure>?
  private var outlets: [ObjectIdentifier: Outlet] = [:]

  public init(bufferSize: Int) { size = bufferSize }

  public func send(_ value: Output) {
    let present = lock.withLock { () -> [Outlet] in
      guard end == nil else { return [] }
      kept = (kept + [value]).suffix(size)
      return Array(outlets.values)
    }
    for outlet in present { outlet.buffer?.buffer(value) }
  }

  public func send(completion: Subscribers.Completion<Failure>) {
    let present = lock.withLock { () -> [Outlet] in
      guard end == nil else { return [] }
      end = completion
      defer { outlets = [:] }
      return Array(outlets.values)
    }
    for outlet in present { outlet.buffer?.complete(completion) }
  }

  public func send(subscription: Subscription) { subscription.request(.unlimited) }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    let outlet = Outlet(self, AnySubscriber(subscriber))
    lock.lock()
    let (kept, end) = (self.kept, self.end)
    if end == nil { outlets[ObjectIdentifier(outlet)] = outlet }
    lock.unlock()
    subscriber.receive(subscription: outlet)
    for value in kept { outlet.buffer?.buffer(value) }
    if let end { outlet.buffer?.complete(end) }
  }

  /// The subscription of one subscriber.
  private final class Outlet: Subscription {
    private(set) var buffer: DemandBuffer<AnySubscriber<Output, Failure>>?
    private weak var subject: ReplaySubject?

    init(_ subject: ReplaySubject, _ subscriber: AnySubscriber<Output, Failure>) {
      self.subject = subject
      buffer = DemandBuffer(subscriber)
    }

    func request(_ demand: Subscribers.Demand) { buffer?.demand(demand) }

    func cancel() {
      buffer = nil
      guard let subject else { return }
      subject.lock.withLock { subject.outlets[ObjectIdentifier(self)] = nil }
    }
  }
}
