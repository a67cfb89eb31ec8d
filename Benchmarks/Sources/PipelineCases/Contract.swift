extension Recorder {
  /// What has happened, without the calls that have no effect.
  public var effects: [Event] {
    events.filter { if case .withoutEffect = $0 { false } else { true } }
  }

  /// The first rule of Combine's contract that was broken for one of the case's subscribers; nil if
  /// none was. That a subscriber gets more than it asked for is no breach: some operators flush.
  public var breach: String? {
    var (subscribed, over): (Set<Event.Place>, Set<Event.Place>) = ([], [])
    for event in events {
      switch event {
      case .subscribed(let place) where place.isSubscriber:
        if !subscribed.insert(place).inserted { return "a second subscription" }
      case .received(let place, _), .finished(let place), .failed(let place, _):
        guard place.isSubscriber else { continue }
        if !subscribed.contains(place) { return "an event before the subscription" }
        if over.contains(place) { return "an event after the end or a cancel" }
        if case .received = event { continue }
        over.insert(place)
      case .cancelled(let place) where place.isSubscriber: over.insert(place)
      default: continue
      }
    }
    return nil
  }
}

extension Event {
  /// Whether it is a cancel that reached a source.
  public var isUpstreamsCancel: Bool {
    if case .cancelled(let place) = self { !place.isSubscriber } else { false }
  }

  /// Whether it is what a subscriber of the case saw or did.
  public var isSubscribers: Bool { place?.isSubscriber ?? false }

  /// Whether it is what an operator with hooks showed.
  public var isHooks: Bool {
    if case .hooked = self { true } else { place == .hook }
  }

  /// The same, as a request if it was demand returned.
  public var requestedNotReturned: Event {
    if case .returned(let place, let demand) = self { .requested(place, demand) } else { self }
  }

  /// Where it happened; nil for steps and what was printed.
  private var place: Place? {
    switch self {
    case .subscribed(let place), .requested(let place, _), .cancelled(let place),
      .received(let place, _), .returned(let place, _), .withoutEffect(let place),
      .finished(let place), .failed(let place, _):
      place
    case .hooked, .step: nil
    }
  }
}

extension Event.Place {
  /// Whether it is a subscriber of the case.
  var isSubscriber: Bool { if case .subscriber = self { true } else { false } }
}
