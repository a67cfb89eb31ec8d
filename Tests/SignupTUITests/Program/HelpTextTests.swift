import TestSupport
import Testing

@testable import CommandLineKit
@testable import SignupTUI

@Suite("The help")
struct HelpTextTests {
  private static let names = Program.commands.map { $0.specification.name }

  private func command(_ name: String) throws -> CommandSpec {
    try #require(Program.commands.map { $0.specification }.first { $0.name == name })
  }

  private var overview: String {
    Program.help.overview
  }

  @Test("The help names every command and every option", arguments: names)
  func complete(name: String) throws {
    let command = try command(name)
    #expect(overview.contains(command.nameInGroup ?? "\n  \(name) "))
    let page = Program.help.page(of: command)
    for option in command.options { #expect(page.contains(option.name)) }
    for line in page.split(separator: "\n") + overview.split(separator: "\n") {
      #expect(line.count <= 80 && line.last != " ", "\(line)")
    }
  }

  @Test("The page of a command with at most nine options fits a screen of 24 lines")
  func fits() {
    for command in Program.commands.map({ $0.specification }) where command.options.count <= 9 {
      let lines = Program.help.page(of: command).split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 24, "\(command.name) has \(lines.count) lines")
    }
  }

  @Test("The pages of the program, of each command and of each group, to the letter")
  func pages() throws {
    let all = Program.commands.map { $0.specification }
    var golden = GoldenFrames("Help")
    golden.add("SignupTUI --help", overview)
    for command in all {
      golden.add("SignupTUI \(command.name) --help", Program.help.page(of: command))
    }
    for topic in Set(all.filter { $0.nameInGroup != nil }.map(\.topic)).sorted() {
      let page = Program.help.page(ofGroup: topic, all.filter { $0.topic == topic })
      golden.add("SignupTUI \(topic) --help, for the group", page)
    }
    golden.expectUnchanged()
  }

  @Test(
    "The page of a group whose name is a command itself begins with that command",
    arguments: ["accounts", "streams"])
  func groupWithCommand(topic: String) throws {
    let all = Program.commands.map { $0.specification }.filter { $0.topic == topic }
    let members = Program.help.page(ofGroup: topic, all.filter { $0.nameInGroup != nil })
    let usage = "Usage: SignupTUI \(topic) COMMAND\n"
    #expect(members.hasPrefix(usage + "\n  \(topic) "))
    #expect(
      Program.help.page(ofGroup: topic, all)
        == Program.help.page(of: try command(topic)) + "\n\n"
        + members.replacingPrefix(usage, by: "Commands of \(topic):"))
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
