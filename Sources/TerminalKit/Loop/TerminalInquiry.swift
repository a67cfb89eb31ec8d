import ReactiveExtras

/// How it stands with what the terminal is asked about itself: once, behind the first frame.
///
/// The last question is one that every terminal answers, so with its answer all others have come. A
/// terminal that does not answer even that is believed to be silent after a while longer than a
/// line over a satellite takes.
struct TerminalInquiry {
  private enum Standing {
    case due
    case open(until: MonotonicInstant)
    case over
  }

  private var standing: Standing

  /// How long an answer is waited for.
  private static let patience = Duration.milliseconds(700)

  /// Makes one that is due, where the terminal can be asked.
  init(isPossible: Bool) { standing = isPossible ? .due : .over }

  /// Begins it, where it is due, and returns whether it was.
  mutating func begin(at now: MonotonicInstant) -> Bool {
    guard case .due = standing else { return false }
    standing = .open(until: now + Self.patience)
    return true
  }

  /// All answers have come.
  mutating func finish() { standing = .over }

  /// Whether answers may still come.
  var isOpen: Bool { deadline != nil }

  /// Until when an answer is waited for; nil where none is.
  var deadline: MonotonicInstant? {
    if case .open(let deadline) = standing { deadline } else { nil }
  }
}
