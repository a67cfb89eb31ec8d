import TestSupport
import Testing

@testable import CommandLineKit
@testable import SignupTUI

@Suite("Completions and the manual page, made from the commands")
struct ManualPageTests {
  private let commands = Program.commands.map { $0.specification }

  @Test("The manual page has every command and every option")
  func manual() {
    let page = ManualPage(Program.specification, ManualCommand.texts).text
    for command in commands {
      let name = command.name.split(separator: "-").joined(separator: "\\-")
      #expect(page.contains(".SS \"\(name)\"\n"))
      for option in command.options {
        let names = option.names.dropFirst() + [option.label]
        let label = names.joined(separator: ", ")
          .split(separator: "-", omittingEmptySubsequences: false).joined(separator: "\\-")
        #expect(page.contains(".B \"\(label)\"\n"), "\(option.label)")
      }
    }
    for line in page.split(separator: "\n") {
      let requests = [".TH", ".SH", ".SS", ".nf", ".fi", ".PP", ".TP", ".B ", ".BR"]
      #expect(!line.hasPrefix(".") || requests.contains { line.hasPrefix($0) }, "\(line)")
      #expect(!line.hasPrefix("'"))
    }
  }

  @Test(
    "Each script has every command and every option", arguments: CompletionsCommand.Shell.allCases)
  func scripts(shell: CompletionsCommand.Shell) {
    let script =
      switch shell {
      case .bash: BashCompletion(Program.specification).script
      case .zsh: ZshCompletion(Program.specification).script
      case .fish: FishCompletion(Program.specification).script
      }
    for command in commands {
      let name = shell == .zsh ? command.identifier : command.name
      #expect(script.contains(name), "\(command.name)")
      for option in command.options {
        let written = shell == .fish ? "-l \(option.name.dropFirst(2)) " : option.name
        #expect(script.contains(written), "\(option.name)")
      }
    }
  }

  @Test("An unknown shell is refused by name")
  func unknownShell() {
    #expect {
      try CommandParser(Program.specification).parse(["completions", "tcsh"])
    } throws: { error in
      "\(error)".hasPrefix("There are completions for bash, zsh and fish, not for 'tcsh'.")
    }
  }
}
