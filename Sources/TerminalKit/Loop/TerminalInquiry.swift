import ReactiveExtras

/// The state of the queries to the terminal: sent once, after the first frame.
///
/// Every terminal replies to the last query, so all other replies have arrived before that one. A
/// terminal that does not reply even to that is considered silent after a little longer than a
/// satellite link takes.
struct TerminalInquiry {
  private enum State {
    case due
    case open(until: MonotonicInstant)
    case over
  }

  private var state: State
  /// The longest time to wait for a reply.
  private let timeout: Duration

  /// Makes an inquiry that is due, if the terminal can be queried.
  init(settings: TerminalSettings) {
    state = settings.answersQuestions ? .due : .over
    timeout = settings.answerTimeout
  }

  /// Begins the inquiry if it is due, and returns true if it was.
  mutating func begin(at now: MonotonicInstant) -> Bool {
    guard case .due = state else { return false }
    state = .open(until: now + timeout)
    return true
  }

  /// Records that all replies have arrived.
  mutating func finish() { state = .over }

  /// True if replies may still arrive.
  var isOpen: Bool { deadline != nil }

  /// The time until which to wait for a reply; nil if none is expected.
  var deadline: MonotonicInstant? { if case .open(let deadline) = state { deadline } else { nil } }
}
