import PipelineCases

/// A difference that is wanted, or that OpenCombine is to blame for.
struct KnownDifference: Sendable, CustomStringConvertible {
  /// Who differs from Combine.
  enum Origin: String, Sendable { case deliberate = "Deliberate", openCombine = "OpenCombine" }

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
      case .cancelled, .finished: true
      default: false
      }
    },
    KnownDifference(
      origin: .openCombine,
      reason: "zip tells its subscriber of the end before it cancels the others"
    ) { $0.has("zip") && $0.differsInCancelsOnly },
    KnownDifference(
      origin: .openCombine,
      reason: "throttle asks upstream before its subscriber can ask, and loses what comes at once"
    ) { $0.has("throttle") },
    KnownDifference(
      origin: .openCombine,
      reason: "drop(untilOutputFrom:) asks its upstream for values when the trigger has ended it"
    ) { $0.has("dropUntilOutput") && $0.parting.theirs?.isRequest ?? false },
    KnownDifference(
      origin: .openCombine,
      reason:
        "demand returned from a CurrentValueSubject's value does not fetch the one set meanwhile"
    ) { trial in
      !Set(trial.scenario.subjects).isDisjoint(with: [.currentValue, .published])
        && trial.parting.theirs?.isValue != true && trial.parting.ours?.isValue == true
    },
    KnownDifference(
      origin: .deliberate, reason: "flatMap cancels its upstream when a child fails"
    ) { $0.has("flatMap") && $0.differsInCancelsOnly },
    KnownDifference(
      origin: .deliberate,
      reason: "prefix and drop(untilOutputFrom:) cancel their trigger when it has fired"
    ) { $0.has("prefixUntilOutput", "dropUntilOutput") && $0.differsInCancelsOnly },
    KnownDifference(
      origin: .deliberate,
      reason: "replaceEmpty asks for what is asked of it, not for everything"
    ) { $0.has("replaceEmpty") },
    KnownDifference(
      origin: .deliberate,
      reason: "what follows an upstream that ends while it is subscribed to is subscribed to when"
        + " that returns, so that a million retries use no more stack than one"
    ) { trial in
      trial.has(
        "append", "prepend", "appendValues", "prependValues", "catch", "tryCatch", "retry",
        "replaceEmpty") && (trial.has("buffer") || trial.scenario.hasReactions)
    },
    KnownDifference(
      origin: .deliberate,
      reason: "a promise kept while a future hands its subscription over is delivered after that"
    ) { $0.scenario.subjects.contains(.future) && $0.scenario.hasReactions },
  ]
}

extension Case {
  /// Whether a subscriber does anything from inside a call.
  fileprivate var hasReactions: Bool {
    subscribers.contains { !$0.reactions.allSatisfy(\.isEmpty) }
  }
}

extension Event {
  fileprivate var isRequest: Bool { if case .requested = self { true } else { false } }
  fileprivate var isValue: Bool { if case .received = self { true } else { false } }
}
