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

  private var overview: String { Program.help.overview(.full) }

  @Test("The help names every command and every option", arguments: names)
  func complete(name: String) throws {
    let command = try command(name)
    #expect(overview.contains(command.nameInGroup ?? "\n  \(name) "))
    let page = Program.help.page(of: command, .full)
    for option in command.options { #expect(page.contains(option.name)) }
    for line in page.split(separator: "\n") + overview.split(separator: "\n") {
      #expect(line.count <= 80 && line.last != " ", "\(line)")
    }
  }

  @Test(
    "--help fits a screen of 24 lines, and names every option",
    arguments: (names as [String?]) + [nil])
  func fits(name: String?) throws {
    let command = try name.map(command)
    let group = Program.commands.map { $0.specification }.filter { $0.topic == name }
    let page =
      switch command {
      case nil: Program.help.overview(.screen)
      case let command? where group.count < 2: Program.help.page(of: command, .screen)
      default: Program.help.page(ofGroup: name ?? "", group, .screen)
      }
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 24, "\(lines.count) lines")
    #expect(lines.allSatisfy { $0.count <= 80 && $0.last != " " })
    for option in command?.options ?? [] { #expect(page.contains(option.name)) }
  }

  @Test("The pages of the program, of each command and of each group, to the letter")
  func pages() throws {
    let all = Program.commands.map { $0.specification }
    var golden = GoldenFrames("Help")
    golden.add("SignupTUI --help", Program.help.overview(.screen))
    golden.add("SignupTUI help", overview)
    func add(_ name: String, _ page: (HelpText.Length) -> String) {
      golden.add("SignupTUI \(name) --help", page(.screen))
      if page(.full) != page(.screen) { golden.add("SignupTUI help \(name)", page(.full)) }
    }
    for command in all { add(command.name) { Program.help.page(of: command, $0) } }
    for topic in Set(all.filter { $0.nameInGroup != nil }.map(\.topic)).sorted() {
      let group = all.filter { $0.topic == topic }
      add("\(topic), a group,") { Program.help.page(ofGroup: topic, group, $0) }
    }
    golden.expectUnchanged()
  }

  @Test(
    "The page of a group whose name is a command itself begins with that command",
    arguments: ["accounts", "streams"])
  func groupWithCommand(topic: String) throws {
    let all = Program.commands.map { $0.specification }.filter { $0.topic == topic }
    let members = Program.help.page(ofGroup: topic, all.filter { $0.nameInGroup != nil }, .full)
    let usage = "Usage: SignupTUI \(topic) COMMAND\n"
    #expect(members.hasPrefix(usage + "\n  \(topic) "))
    #expect(
      Program.help.page(ofGroup: topic, all, .full)
        == Program.help.page(of: try command(topic), .full) + "\n\n"
        + members.replacingPrefix(usage, by: "Commands of \(topic):"))
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
  }
}
