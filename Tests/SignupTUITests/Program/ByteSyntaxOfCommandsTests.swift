import Testing

@testable import CommandLineKit
@testable import SignupTUI
@testable import TerminalForms

/// Each separator before a mark that makes another `Character` of it.
@Suite("What separates the parts of a command line is found byte by byte")
struct ByteSyntaxOfCommandsTests {
  private static let marks = ["\u{338}", "\u{301}", "\u{200D}", "\u{FE0F}"]

  @Test("An option's = before a mark", arguments: marks)
  func options(mark: String) throws {
    let parser = CommandParser(Program.specification)
    guard case .run(let command) = try parser.parse(["signup", "--accounts=\(mark)a"]) else {
      return _ = Issue.record("it is not run")
    }
    let accounts = (command as? SignupCommand)?.accounts ?? ""
    #expect(accounts.utf8.elementsEqual("\(mark)a".utf8))
  }

  @Test("The = and the words of an input before a mark", arguments: marks)
  func inputs(mark: String) throws {
    for (text, place) in [
      ("a=\(mark)f", InputBinding.Source.file("\(mark)f")),
      ("a=trace:\(mark)f", .trace("\(mark)f")),
    ] {
      let binding = try InputBinding(text)
      #expect(binding.id == "a" && binding.source == place)
    }
    let binding = try InputBinding(command: "a=\(mark)p x")
    #expect(binding.source == .command(["\(mark)p", "x"]))
  }

  @Test("A brace of a line's template, and a zone's sign and colon", arguments: marks)
  func others(mark: String) throws {
    #expect(throws: UsageError.self) { try LineTemplate("{\(mark)temp}") }
    #expect(throws: UsageError.self) { try LineTemplate("}\(mark)") }
    #expect(ClockZone(named: "+\(mark)2") == nil && ClockZone(named: "+2:\(mark)00") == nil)
  }

  @Test("A slash in a path to complete before a mark", arguments: marks)
  func paths(mark: String) {
    #expect(PathCompletion.folder(of: "a/\(mark)b").utf8.elementsEqual("a/".utf8))
    let paths = PathCompletion.paths(for: "a/\(mark)", names: ["\(mark)bc", ".x", "c"])
    #expect(paths.map { Array($0.utf8) } == [Array("a/\(mark)bc".utf8)])
  }
}
