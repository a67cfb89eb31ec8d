import PipelineCases

/// A difference that is wanted, or that OpenCombine is to blame for.
struct KnownDifference: Sendable, CustomStringConvertible {
  /// Who differs from Combine; open if it is ours and not decided, or still to be fixed.
  enum Origin: String, Sendable {
    case deliberate = "Deliberate", openCombine = "OpenCombine", open = "Open"
  }

  let origin: Origin
  let reason: String
  /// Whether it is what is seen in a case that cannot be made smaller.
  let explains: @Sendable (Trial) -> Bool

  var description: String { "\(origin.rawValue): \(reason)" }

  /// All of them; the first that explains a case counts.
  static let all: [KnownDifference] = [
    KnownDifference(
      origin: .openCombine,
      reason: "breaks the contract: an event before the subscription, after the end or a cancel"
    ) { $0.theirs.breach != nil },
    KnownDifference(
      origin: .openCombine,
      reason: "prefix and output end with the value after their last, not with their last"
    ) { trial in
      guard trial.has("prefix", "outputAt", "outputIn") else { return false }
      return switch trial.parting.ours {
      case .cancelled, .finished, .hooked("cancel"): true
      default: false
      }
    },
    KnownDifference(
      origin: .openCombine,
      reason: "throttle asks upstream before its subscriber can ask, and loses what comes at once"
    ) { $0.has("throttle") },
    KnownDifference(
      origin: .openCombine,
      reason: "ignoreOutput hands its subscriber's requests on besides asking for everything"
    ) { $0.has("ignoreOutput") && $0.agreesDownstream },
    KnownDifference(
      origin: .openCombine,
      reason: "zip tells its subscriber of the end before it cancels the others"
    ) { $0.has("zip") && $0.differsInCancelsOnly },
    KnownDifference(
      origin: .openCombine,
      reason: "zip asks only the one that completed the tuple for what is returned with it, so that"
        + " the next tuple never comes"
    ) { trial in
      guard trial.has("zip") else { return false }
      let isReturned = trial.parting.theirs?.isReturn ?? false
      let mayReturn = trial.scenario.returnsDemand || trial.has("buffer")
      return isReturned || mayReturn && !trial.agreesDownstream
    },
    KnownDifference(
      origin: .openCombine,
      reason: "zip that is over before all have handed over their subscriptions goes on with the"
        + " others, and asks them"
    ) { $0.has("zip") && $0.agreesDownstream && $0.parting.theirs?.isBeginning ?? false },
    KnownDifference(
      origin: .openCombine,
      reason: "replaceError sends its value again if demand is returned with it"
    ) { $0.has("replaceError") && $0.parting.theirs?.isValue ?? false },
    KnownDifference(
      origin: .openCombine,
      reason: "asks an upstream for values when its subscriber has cancelled, or it has ended"
        + " itself"
    ) { ($0.partsAfterCancel || $0.has("dropUntilOutput")) && $0.agreesDownstream },
    KnownDifference(
      origin: .openCombine,
      reason: "switchToLatest sends a value of a publisher that was replaced meanwhile"
    ) { $0.has("switchToLatest") && $0.parting.theirs?.isValue ?? false },
    KnownDifference(
      origin: .openCombine,
      reason: "prefix(untilOutputFrom:) finishes before the subscription if its trigger fires"
        + " at once, so that nobody hears it"
    ) { trial in
      trial.has("prefixUntilOutput") && !trial.differsInCancelsOnly
        && trial.parting.theirs?.isRequest != true && !trial.agreesDownstream
    },
    KnownDifference(
      origin: .openCombine,
      reason: "print shows no demand, and calls after the end; handleEvents shows those too"
    ) { $0.has("print", "handleEvents") && $0.differsInHooksOnly },
    KnownDifference(
      origin: .openCombine,
      reason: "demand returned from a CurrentValueSubject's value does not fetch the one set"
        + " meanwhile"
    ) { trial in
      !Set(trial.scenario.subjects).isDisjoint(with: [.currentValue, .published])
        && trial.parting.theirs?.isValue != true && trial.parting.ours?.isValue == true
    },
    KnownDifference(
      origin: .openCombine,
      reason: "flatMap asks and cancels its children in the order of a dictionary, and goes on"
        + " with its upstream when a child has failed"
    ) { $0.has("flatMap") && $0.agreesDownstream },
    KnownDifference(
      origin: .openCombine,
      reason: "flatMap sends waiting values of several children in another order if they come"
        + " on request"
    ) { $0.has("flatMap") && $0.differsInOrderOnly },
    KnownDifference(
      origin: .deliberate,
      reason: "prefix and drop(untilOutputFrom:) cancel their trigger when it has fired"
    ) { $0.has("prefixUntilOutput", "dropUntilOutput") && $0.differsInCancelsOnly },
    KnownDifference(
      origin: .deliberate,
      reason: "replaceEmpty asks for what is asked of it, not for everything"
    ) { $0.has("replaceEmpty") },
    KnownDifference(
      origin: .openCombine,
      reason: "does not cancel an upstream when its only subscriber has cancelled inside the"
        + " connection"
    ) { $0.has("share", "multicast", "makeConnectable", "shared") && $0.differsInCancelsOnly },
    KnownDifference(
      origin: .deliberate,
      reason: "demand returned from a value that waited for another delivery goes back as a"
        + " request"
    ) { $0.differsInWayOfAskingOnly && $0.scenario.hasReactions },
    KnownDifference(
      origin: .deliberate,
      reason: "debounce and timeout have one timer that moves, so what is due at one time may"
        + " change places"
    ) { $0.has("timeout", "debounce") && $0.differsInOrderOnly },
    KnownDifference(
      origin: .deliberate,
      reason: "what follows an upstream that ends while it is subscribed to is subscribed to"
        + " when that returns, so that a million retries use no more stack than one"
    ) { trial in
      trial.has(
        "append", "prepend", "appendValues", "prependValues", "catch", "tryCatch", "retry",
        "replaceError")
        && (trial.has("buffer") || trial.scenario.hasReactions)
    },
    KnownDifference(
      origin: .deliberate,
      reason: "a promise kept while a future hands its subscription over is delivered after that"
    ) { $0.scenario.subjects.contains(.future) && $0.scenario.hasReactions },
    KnownDifference(
      origin: .openCombine,
      reason: "a publisher that is subscribed to inside its own connection is connected twice, and"
        + " one that is let go inside it stays connected"
    ) { $0.has("share", "multicast", "makeConnectable", "shared") },
    KnownDifference(
      origin: .deliberate,
      reason: "who subscribes while a @Published property sends gets the new value, as from a"
        + " CurrentValueSubject; in OpenCombine the old one, and no other until the next set"
    ) { $0.scenario.subjects.contains(.published) && !$0.differsInOrderOnly },
    KnownDifference(
      origin: .openCombine, reason: "buffer loses a failure that comes before anything is asked for"
    ) { $0.has("buffer") && $0.oneSeesMore && $0.parting.theirs == nil },
    KnownDifference(
      origin: .deliberate, reason: "buffer asks for the place of several values at once"
    ) { $0.has("buffer") && $0.agreesDownstream },
    KnownDifference(
      origin: .deliberate,
      reason:
        "what reaches an operator of several upstreams from inside a delivery waits for its end"
    ) { $0.differsInOrderAndWayOfAskingOnly && $0.scenario.hasReactions },
    KnownDifference(
      origin: .deliberate,
      reason: "subscribe(on:) hands over one request after the other; a cancel overtakes those that"
        + " wait"
    ) { $0.has("subscribeOn") && $0.agreesDownstream },
    KnownDifference(
      origin: .deliberate,
      reason:
        "what waits in flatMap, buffer or receive(on:) for the end of a delivery is lost by a cancel"
        + " there; a failure there does not overtake it"
    ) { trial in
      trial.has("flatMap", "buffer", "receiveImmediately") && trial.scenario.hasReactions
        && trial.oneSeesMore
    },
  ]
}

extension Case {
  /// Whether a subscriber does anything from inside a call.
  fileprivate var hasReactions: Bool {
    subscribers.contains { !$0.reactions.allSatisfy(\.isEmpty) }
  }

  /// Whether a subscriber asks for more by what it returns.
  fileprivate var returnsDemand: Bool {
    subscribers.contains { $0.returns.contains { $0 > 0 } }
  }
}

extension Event {
  fileprivate var isReturn: Bool { if case .returned = self { true } else { false } }
  fileprivate var isRequest: Bool { if case .requested = self { true } else { false } }
  fileprivate var isBeginning: Bool { if case .subscribed = self { true } else { isRequest } }
  fileprivate var isValue: Bool { if case .received = self { true } else { false } }
}
