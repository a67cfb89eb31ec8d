import ReactiveExtras

/// The state of the questions to the terminal about itself: asked once, after the first frame.
///
/// The last question is one that every terminal answers, so with its answer all others have come. A
/// terminal that does not answer even that is taken to be silent after a little longer than a line
/// over a satellite takes.
struct TerminalInquiry {
  private enum State {
    case due
    case open(until: MonotonicInstant)
    case over
  }

  private var state: State
  /// The longest time that an answer is waited for.
  private let timeout: Duration

  /// Makes an inquiry that is due, if the terminal can be asked.
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

  /// Reports that all answers have come.
  mutating func finish() { state = .over }

  /// True if answers may still come.
  var isOpen: Bool { deadline != nil }

  /// The time until which an answer is waited for; nil if none is.
  var deadline: MonotonicInstant? { if case .open(let deadline) = state { deadline } else { nil } }
}
