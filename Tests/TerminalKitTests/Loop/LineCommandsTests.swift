import TerminalKit
import Testing

@Suite("Lines that are typed") @MainActor
struct LineCommandsTests {
  @MainActor private final class Log {
    var lines: [String] = []
  }

  private let log = Log()

  private func command(_ names: String, _ words: String, isMain: Bool = true) -> LineCommand {
    LineCommand(names, words, isMain: isMain) { [log] line in
      log.lines.append("\(line.name)|\(line.text)")
    }
  }

  private func perform(_ line: String, of commands: [LineCommand]) -> LineCommands.Outcome? {
    try? LineCommands(commands).perform(line)
  }

  @Test("A name counts in capitals, too, and what stands behind it stays as it was typed")
  func names() {
    let commands = [command("edit NAME", "edits"), command("+, -", "changes the speed")]
    #expect(perform(" Edit  My  Stream", of: commands) == .done)
    #expect(perform("-", of: commands) == .done)
    #expect(log.lines == ["edit|My  Stream", "-|"])
  }

  @Test("The longest name counts")
  func longest() {
    let commands = [command("next", "steps"), command("next mark", "goes there")]
    for line in ["next", "next mark", "NEXT  MARK"] {
      #expect(perform(line, of: commands) == .done)
    }
    #expect(log.lines == ["next|", "next mark|", "next mark|"])
  }

  @Test("A text that is missing is asked for, one in brackets is not")
  func operands() {
    let commands = [command("edit NAME", "edits"), command("back [SECONDS]", "goes back")]
    #expect(perform("edit ", of: commands) == .refused("Type edit NAME."))
    #expect(perform("back", of: commands) == .done)
    #expect(perform("back 60", of: commands) == .done)
    #expect(log.lines == ["back|", "back|60"])
  }

  @Test("A text behind a name that takes none means something else, and nothing is done")
  func surplus() {
    let commands = [command("save", "saves"), command("r", "runs again", isMain: false)]
    #expect(perform("save all", of: commands) == .refused("save saves."))
    #expect(perform("x", of: commands) == .refused("save saves."))
    #expect(log.lines.isEmpty)
  }

  @Test("Lines without a name come after those with one")
  func unnamed() {
    let commands = LineCommands([
      .lines(like: "50%", "goes there", accepts: { $0.hasSuffix("%") }) { [log] line in
        log.lines.append("to \(line.text)")
      },
      command("100%", "goes to the end"),
    ])
    #expect((try? commands.perform("7")) == .refused(commands.summary))
    for line in ["7%", "100%"] { #expect((try? commands.perform(line)) == .done) }
    #expect(log.lines == ["to 7%", "100%|"])
  }

  @Test("The help has all of them, a sentence each, and the summary the main ones")
  func help() {
    let commands = LineCommands([
      command("", "pauses"), command("a, b, c", "chooses a source"),
      command("back [SECONDS], forward [SECONDS]", "moves", isMain: false), .leaving("q, quit"),
    ])
    #expect(commands.summary == "Enter alone pauses; a, b or c chooses a source; q or quit ends.")
    #expect(
      commands.help == [
        "Enter alone pauses.", "a, b or c chooses a source.",
        "back [SECONDS] or forward [SECONDS] moves.", "q or quit ends.",
      ])
  }

  @Test("Leaving may be refused by the dialogue itself")
  func staying() {
    #expect(perform("q", of: [.leaving(mayLeave: { false })]) == .done)
    for line in ["q", "quit", "Exit"] { #expect(perform(line, of: [.leaving()]) == .isOver) }
    #expect(perform("quit it", of: [.leaving()]) == .refused("q ends."))
  }
}
