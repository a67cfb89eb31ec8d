import Reactive
import ReactiveExtras
import TestSupport
import Testing

/// Anything may be done from inside any callout, on any operator.
@Suite("Reliability: re-entrancy")
struct ReentrancyTests {
  typealias Probe = ProbeSubscriber<Int, TestError>

  /// Whence something is done.
  enum Place: CaseIterable { case subscription, value, completion, request, cancel }

  /// The work that is done there.
  enum Act: CaseIterable { case request, requestAll, send, finish, fail, cancel, subscribeAgain }

  /// One operator between a subject and a probe, with an act at a place.
  final class Scene {
    let subject = PassthroughSubject<Int, TestError>()
    let time = VirtualTimeScheduler()
    let probe = Probe(demand: .max(2), keeping: .forever)
    let act: Act
    private var stream: AnyPublisher<Int, TestError>?
    private(set) var others: [Probe] = []
    private(set) var asked = Subscribers.Demand.max(2)
    /// How much had been logged when the act had cancelled.
    private(set) var lengthAtCancel: Int?
    private var actsLeft = 3
    private var next = 100

    init(_ entry: OperatorEntry, _ place: Place, _ act: Act) {
      self.act = act
      // The subject outlives the scene's hooks, which must not keep the scene.
      let perform: (Place) -> Void = { [weak self] here in if here == place { self?.perform() } }
      let source = subject.handleEvents(
        receiveCancel: { perform(.cancel) }, receiveRequest: { _ in perform(.request) })
      stream = entry.build(source.eraseToAnyPublisher(), time)
      probe.onSubscription = { _ in perform(.subscription) }
      probe.onValue = { _ in
        perform(.value)
        return .none
      }
      probe.onCompletion = { perform(.completion) }
    }

    private func perform() {
      guard actsLeft > 0 else { return }
      actsLeft -= 1
      switch act {
      case .request: request(.max(1))
      case .requestAll: request(.unlimited)
      case .send:
        next += 1
        subject.send(next)
      case .finish: subject.send(completion: .finished)
      case .fail: subject.send(completion: .failure(.expected))
      case .cancel:
        guard probe.subscription != nil else { return }
        probe.cancel()
        lengthAtCancel = lengthAtCancel ?? probe.log.count
      case .subscribeAgain:
        let other = Probe()
        others.append(other)
        stream?.subscribe(other)
      }
    }

    func request(_ demand: Subscribers.Demand) {
      asked += demand
      probe.request(demand)
    }

    func play() {
      stream?.subscribe(probe)
      time.run()
      for value in 1...4 {
        subject.send(value)
        time.run()
      }
      if !probe.hasEnded, lengthAtCancel == nil { request(.max(1)) }
      subject.send(5)
      time.run()
      subject.send(completion: .finished)
      time.run()
      probe.cancel()
      time.run()
      stream = nil
    }
  }

  @Test(
    "whatever is done from inside a callout, the order of events and the demand are kept",
    arguments: OperatorEntry.all)
  func anything(_ entry: OperatorEntry) {
    for place in Place.allCases {
      for act in Act.allCases where act != .fail || !entry.has(.infallible) {
        let scene = Scene(entry, place, act)
        scene.play()
        let comment: Comment = "\(act) from inside \(place)"
        for probe in [scene.probe] + scene.others {
          #expect(probe.log.first == "subscription", comment)
          #expect(probe.log.count { $0 == "subscription" } == 1, comment)
          let ends = probe.log.indices.filter {
            probe.log[$0] == "finished" || probe.log[$0].hasPrefix("failure")
          }
          #expect(ends.isEmpty || ends == [probe.log.count - 1], comment)
        }
        #expect(scene.asked >= scene.probe.values.count, comment)
        if let length = scene.lengthAtCancel { #expect(scene.probe.log.count == length, comment) }
      }
    }
  }

  @Test(
    "a publisher that sends too much, too late or twice does not break the order of events",
    arguments: OperatorEntry.all.filter { !$0.has(.transparent) }, Subscribers.Completion.both)
  func unrulyUpstream(_ entry: OperatorEntry, ending: Subscribers.Completion<TestError>) {
    if entry.has(.infallible), ending != .finished { return }
    let time = VirtualTimeScheduler()
    let upstream = ManualPublisher<Int, TestError>()
    let probe = Probe(demand: .max(1), keeping: .forever)
    entry.build(upstream.eraseToAnyPublisher(), time).subscribe(probe)
    time.run()
    for value in 1...3 { upstream.send(value) }
    // The second is for retry.
    for _ in 0..<2 { upstream.send(completion: ending) }
    let isConnected = !upstream.connections.isEmpty
    let late = upstream.sendSecondSubscription()
    upstream.send(4)
    upstream.send(completion: .finished)
    time.run()
    probe.request(.unlimited)
    upstream.send(5)
    upstream.send(completion: ending)
    time.run()
    #expect(late.cancelCount == (isConnected ? 1 : 0))
    #expect(probe.log.first == "subscription")
    #expect(probe.hasEnded)
    #expect(probe.log.count { $0 == "finished" || $0.hasPrefix("failure") } == 1)
    #expect(probe.log.count { $0 == "subscription" } == 1)
  }
}
