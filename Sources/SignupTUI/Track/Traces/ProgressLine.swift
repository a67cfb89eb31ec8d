/// The progress of long work, on one line of standard error, if it is a terminal.
///
/// Nothing is shown in the first second: most work is done by then.
struct ProgressLine {
  private let isShown: Bool
  private let clock: () -> Duration
  private let write: (String) -> Void
  private var next: Duration
  private var hasWritten = false

  /// The time from one change of the line to the next.
  private static let interval = Duration.milliseconds(250)
  /// Blanks the rest of a longer line.
  private static let erasure = String(decoding: ControlSequence.eraseToEndOfLine, as: UTF8.self)

  /// Makes a line that shows nothing yet.
  ///
  /// - Parameters:
  ///   - isShown: True if it may be shown at all.
  ///   - clock: Returns the time since some fixed instant.
  ///   - write: Writes to the terminal.
  init(isShown: Bool, clock: @escaping () -> Duration, write: @escaping (String) -> Void) {
    (self.isShown, self.clock, self.write) = (isShown, clock, write)
    next = clock() + .seconds(1)
  }

  /// Returns the line on standard error, if that is a terminal that could show a screen.
  ///
  /// - Parameters:
  ///   - isQuiet: True if the user requested no output.
  ///   - competes: True if standard output goes to a terminal.
  static func live(isQuiet: Bool, competes: Bool) -> ProgressLine {
    let presentation = try? Presentation.choose(
      isAccessible: false, needsAnswers: false, isInputTerminal: true,
      isOutputTerminal: isatty(2) == 1)
    return ProgressLine(
      isShown: !isQuiet && presentation == .screen && !(competes && isatty(1) == 1),
      clock: {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
      },
      write: { _ = OutputDescriptor.error.write(Array($0.utf8)) })
  }

  /// Shows the progress, 0…1, if an update is due; nil if it is unknown.
  mutating func update(_ share: Double?, fixes: Int) {
    guard isShown else { return }
    let now = clock()
    guard now >= next else { return }
    next = now + ProgressLine.interval
    hasWritten = true
    let text = share.map { "\(Int($0 * 100))%, " } ?? ""
    write("\r\(text)\(fixes) fixes" + ProgressLine.erasure)
  }

  /// Erases the line.
  mutating func end() {
    guard hasWritten else { return }
    write("\r" + ProgressLine.erasure)
    hasWritten = false
  }
}
