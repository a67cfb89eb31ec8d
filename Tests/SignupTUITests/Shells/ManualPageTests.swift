import TestSupport
import Testing
import ViewModels

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

  @Test("The manual page has examples, files, and what --policy takes, whose rules are rules")
  func sections() throws {
    let page = ManualPage(Program.specification, ManualCommand.texts).text
    for section in ["EXAMPLES", "FILES"] { #expect(page.contains(".SH \(section)\n")) }
    #expect(page.contains(".SH \"PASSWORD POLICIES\"\n"))
    for name in PasswordPolicy.names {
      #expect(ManualCommand.texts.grammars[0].terms.contains { $0.name == name })
    }
  }

  @Test("Details are about commands, and every example is a call that can be parsed")
  func examples() throws {
    let parser = CommandParser(Program.specification)
    #expect(Set(ManualCommand.texts.details.keys).isSubset(of: commands.map(\.name)))
    #expect(commands.allSatisfy { !$0.examples.isEmpty })
    for (call, _) in commands.flatMap(\.examples) {
      // The words as a shell reads them, up to a pipe or another file.
      var words: [String] = []
      for (place, part) in call.split(separator: "'").enumerated() {
        words += place.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : ["\(part)"]
      }
      let end = words.firstIndex { ["|", "<", ">"].contains($0) } ?? words.count
      guard case .run = try parser.parse(Array(words[..<end])) else {
        Issue.record("\(call) runs nothing")
        continue
      }
    }
  }

  @Test(
    "A list for a shell has the accounts of the file that its command line names",
    arguments: [
      ["login", "--accounts", "FILE", "a"], ["login", "--accounts=FILE"],
      ["--accounts", "=", "FILE"],
      ["--accounts", "'FILE'", "login"], ["--accounts", "other", "--accounts", "\"FILE\""],
    ])
  func accountList(words: [String]) {
    let folder = ScratchFolder()
    folder.write("my accounts", "annika:x\nbea:y\n".utf8)
    let path = folder.file("my accounts")
    let words = words.map { word in
      let quoted = word.hasPrefix("'") || word.hasPrefix("\"")
      return word.replacing("FILE", with: quoted ? path : path.replacing(" ", with: "\\ "))
    }
    #expect(CompletionList.accounts.lines(for: words) == ["annika", "bea"])
  }

  @Test("A list is there also for a word of which nothing is typed yet")
  func nothingTyped() throws {
    let line = ["completions", "accounts", "--", "login", "--accounts", "FILE", ""]
    let request = try CommandParser(Program.specification).parse(line)
    guard case .run(let command) = request, let command = command as? CompletionsCommand else {
      Issue.record("\(line) asks for no list")
      return
    }
    guard case .list(.accounts, let words) = command.output else {
      Issue.record("\(command.output) is no list of accounts")
      return
    }
    #expect(words == ["login", "--accounts", "FILE", ""])
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
      "\(error)".hasPrefix("No completions for 'tcsh'; use bash, zsh or fish.")
    }
  }
}
