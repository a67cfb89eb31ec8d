import Platform
import ReactiveExtras

/// A dialogue in lines of text, for terminals and pipes on which nothing may be redrawn.
///
///     let name = try dialogue.ask("Username:")
///     let password = try dialogue.ask("Password, not shown while typed:", isSecret: true)
///
/// The terminal itself edits the lines, so every key works as in a shell. While the dialogue waits,
/// the event loop's work continues. No escape sequence is ever written. If secrets are asked for,
/// the echo is on only while another question is asked, so a secret typed ahead never shows; the
/// echo is restored however the program ends.
@MainActor public final class LineDialogue {
  /// The reason why a dialogue ends.
  public enum Ending: Error, Equatable {
    /// ^D, or the end of a file.
    case inputEnded
    /// ^C, or another signal that requests the end.
    case signal(Int32)
    /// Output could not be written, with this `errno`.
    case outputLost(Int32)
  }

  private let loop: EventLoop
  private let input: Int32
  private let output: OutputDescriptor
  private let characterSet: TerminalCharacterSet
  /// True if some of the answers are secrets.
  private var asksForSecrets: Bool
  /// The input that was typed but not taken yet.
  private var unread = SecretBytes()
  private var hasInputEnded = false
  /// The number of times that the terminal was given to the shell and taken back.
  private var returns = 0

  /// The longest line that is kept, in bytes.
  private static let maximumLine = 4096

  /// Makes a dialogue; it catches signals until `close`.
  ///
  /// - Parameters:
  ///   - loop: The loop, whose work continues while the dialogue waits.
  ///   - settings: The terminal of the dialogue.
  ///   - asksForSecrets: True if some of the answers are secrets.
  public init(loop: EventLoop, settings: TerminalSettings, asksForSecrets: Bool = false) {
    (self.loop, self.asksForSecrets) = (loop, asksForSecrets)
    input = settings.input
    output = OutputDescriptor(number: settings.output)
    characterSet = settings.symbols.characterSet
    SignalPipe.install()
    // Makes a closed pipe an error of `write`, so that the echo can be restored first.
    signal(SIGPIPE, SIG_IGN)
    hideTyping()
  }

  /// Restores the signals.
  public func close() {
    giveTerminalBack()
    SignalPipe.uninstall()
    signal(SIGPIPE, SIG_DFL)
  }

  /// True if there is a terminal to type on.
  package var canBeTypedTo: Bool { isatty(input) == 1 }

  /// True if more lines may come: the input has not ended, or not all of it has been taken.
  package var mayReadMore: Bool { input >= 0 && !(hasInputEnded && unread.isEmpty) }

  /// Writes one or several sentences, a line each. On a terminal lines are broken between words.
  ///
  /// - Throws: `Ending.outputLost` if it could not be written.
  public func say(_ text: String) throws(Ending) {
    if let code = output.report(laidOut(text), in: characterSet) { throw .outputLost(code) }
  }

  /// Asks a question, and waits for a line as the answer. A secret is not even echoed as bullets.
  public func ask(_ question: String, isSecret: Bool = false) throws(Ending) -> String {
    defer { hideTyping() }
    while true {
      if !isSecret { RawMode.showTyping() }
      // One column less: the answer follows a blank.
      var prompt = OutputDescriptor.lines(laidOut(question, columns: 1), in: characterSet)
      prompt[prompt.count - 1] = 0x20
      if let code = output.write(prompt) { throw .outputLost(code) }
      let asked = returns
      while returns == asked {
        loop.runDueWork()
        if let line = takeLine() {
          // Invalid bytes would become other characters than those typed.
          if let text = String(validating: line, as: UTF8.self) { return text }
          try say("That was not UTF-8 text; try again.")
          break
        }
        if hasInputEnded { throw .inputEnded }
        try rest(readsInput: true)
      }
      // Stopped and continued: the text typed before is gone, so the question is repeated.
    }
  }

  /// Runs a part of the dialogue that asks for secrets: typing is hidden meanwhile, except for
  /// answers that are not secret.
  package func askingForSecrets<Answer>(
    _ body: () throws(Ending) -> Answer
  ) throws(Ending) -> Answer {
    guard !asksForSecrets else { return try body() }
    asksForSecrets = true
    hideTyping()
    defer {
      RawMode.showTyping(droppingInput: false)
      asksForSecrets = false
    }
    return try body()
  }

  /// Lets the loop work until `isDone` returns true. It is called after all work that is due, with
  /// the lines typed meanwhile or read from a pipe. The end of a terminal's input ends the wait;
  /// that of a pipe or file only means that no more lines come.
  ///
  /// - Parameters:
  ///   - readsInput: True if lines may be typed meanwhile.
  ///   - limit: The maximum number of lines that `isDone` gets at once; later lines can then answer
  ///     its questions.
  ///   - deadline: Called after `isDone`: when to call that again if nothing happens sooner.
  ///   - isDone: Returns true if the wait is over, given the lines typed since the last call.
  public func wait(
    readsInput: Bool = false, linesAtOnce limit: Int = .max,
    wakingAt deadline: () -> MonotonicInstant? = { nil },
    until isDone: ([String]) throws(Ending) -> Bool
  ) throws(Ending) {
    while true {
      let readsInput = readsInput && mayReadMore
      loop.runDueWork()
      var lines: [String] = []
      while readsInput, lines.count < limit, let line = takeLine() {
        lines.append(String(decoding: line, as: UTF8.self))
      }
      if try isDone(lines) { return }
      if lines.count == limit { continue }
      if readsInput, hasInputEnded, canBeTypedTo { throw .inputEnded }
      try rest(readsInput: readsInput && !hasInputEnded, until: deadline())
    }
  }

  /// Returns text in the form that the terminal shows: in its characters, and with no word broken
  /// at its edge.
  ///
  /// - Parameter columns: The number of columns to leave free at the end of a line.
  private func laidOut(_ text: String, columns: Int = 0) -> String {
    let width = RawMode.size(of: output.number)?.width
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let line = characterSet.encoded(String(line))
        guard let width else { return line }
        return TextWrapping.lines(of: line, width: max(1, width - columns)).joined(separator: "\n")
      }
      .joined(separator: "\n")
  }

  private func hideTyping() {
    // Without a terminal, there is no echo to switch off.
    if asksForSecrets { try? RawMode.hideTyping(input: input) }
  }

  /// Switches the echo on; half a secret must not be left for the shell to read.
  private func giveTerminalBack() { RawMode.showTyping(droppingInput: asksForSecrets) }

  /// Sleeps once, and handles the wake-up. No work may run between the last call of `isDone` and
  /// this: its effect would be noticed only after the sleep.
  private func rest(readsInput: Bool, until deadline: MonotonicInstant? = nil) throws(Ending) {
    let wakeup = loop.rest(input: readsInput ? input : nil, until: deadline)
    // After signals, the terminal may have been given away, and its input may be gone.
    guard wakeup.signals.isEmpty else { return try handleSignals(of: wakeup) }
    if wakeup.hasInput { readInput() } else if wakeup.isHungUp { hasInputEnded = true }
  }

  private func handleSignals(of wakeup: Wakeup) throws(Ending) {
    if let ending = wakeup.ending {
      giveTerminalBack()
      throw .signal(ending)
    }
    if wakeup.signals.contains(SIGTSTP) {
      giveTerminalBack()
      SignalPipe.uninstall()
      RawMode.stopJob()
      SignalPipe.install()
    } else if wakeup.signals.contains(SIGCONT) {
      // After a stop that could not be caught, the shell has restored its own settings.
      RawMode.showTyping()
    } else {
      return
    }
    returns += 1
    hideTyping()
  }

  private func readInput() {
    switch Descriptor.read(input, into: &unread, atMost: 4096) {
    case .bytes, .nothing: break
    case .ended: hasInputEnded = true
    }
  }

  /// Returns the next whole line without its end; at the end of the input, the rest.
  private func takeLine() -> SecretBytes? {
    let end = unread.firstIndex(of: 0x0A)
    guard end != nil || unread.count > Self.maximumLine || (hasInputEnded && !unread.isEmpty)
    else { return nil }
    var line = SecretBytes(unread[..<(end ?? unread.count)])
    unread.removeFirst(min(unread.count, line.count + 1))
    if line.last == 0x0D { line.removeLast() }
    return line
  }
}
