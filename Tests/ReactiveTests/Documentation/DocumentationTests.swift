import Reactive
import TestSupport
import Testing

/// The documentation as it stands in the checkout that was built, against the tests in this folder.
@Suite("Documentation", .enabled(if: Documentation.isThere, "the sources are not there"))
struct DocumentationTests {
  @Test("every example is run by a test, letter for letter")
  func examplesRun() {
    let tests = Documentation.tests
    for example in Documentation.examples {
      #expect(
        tests.contains { $0.lineNumber(of: example.lines) != nil },
        "\(example.place): no test runs \(example.lines.joined(separator: "\n"))")
    }
  }

  @Test("every output that an example states is what its test expects")
  func outputsExpected() {
    for example in Documentation.examples {
      guard let output = example.lines.lazy.compactMap(DocumentedExample.output).first,
        let test = Documentation.tests.first(where: { $0.lineNumber(of: example.lines) != nil }),
        let number = test.lineNumber(of: example.lines)
      else { continue }
      let surroundings = test.lines[max(0, number - 10)..<min(test.lines.count, number + 10)]
      #expect(
        surroundings.contains { $0.contains("\"\(output)\"") },
        "\(example.place): its test does not expect \(output)")
    }
  }

  @Test("every line that says what it prints is what its test expects")
  func prints() {
    for example in Documentation.examples {
      guard
        let test = Documentation.tests.first(where: { $0.lineNumber(of: example.lines) != nil }),
        let number = test.lineNumber(of: example.lines)
      else { continue }
      for line in example.lines {
        guard let start = line.firstRange(of: "// prints \"")?.upperBound else { continue }
        let text = "\"\(line[start...].prefix { $0 != "\"" })\""
        let following = test.lines[number..<min(test.lines.count, number + 15)]
        #expect(
          following.contains { $0.contains("printed == ") && $0.contains(text) },
          "\(example.place): its test does not expect \(text) to be printed")
      }
    }
  }

  @Test("every operator's name has an example")
  func everyName() {
    let code = Documentation.examples.flatMap(\.lines)
    var missing: Set<Substring> = []
    for source in Documentation.sources {
      var isOperator = false
      for line in source.lines {
        if let first = line.first, first != " " {
          isOperator = ["Publisher", "ConnectablePublisher", "Collection", "AsyncSequence"]
            .contains { line.hasPrefix("extension \($0) ") }
        }
        guard isOperator, let start = line.firstRange(of: "public func ")?.upperBound,
          line[start] != "_"
        else { continue }
        let name = line[start...].trimmingPrefix("`").prefix { $0.isLetter || $0.isNumber }
        let isUsed = code.contains { line in
          ["(", " {", "<"].contains { line.contains(".\(name)\($0)") }
        }
        if !isUsed { missing.insert(name) }
      }
    }
    #expect(missing == [])
  }
}

private enum Documentation {
  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  private static let folders = [root + "/Sources/Reactive", root + "/Sources/ReactiveExtras"]

  static let sources = folders.flatMap { TextFile.below($0, suffix: ".swift") }
  static let articles = folders.flatMap { TextFile.below($0, suffix: ".md") }
  static let tests = TextFile.below(root + "/Tests/ReactiveTests/Documentation", suffix: ".swift")

  static let examples =
    sources.flatMap(DocumentedExample.inComments) + articles.flatMap(DocumentedExample.inArticle)

  static var isThere: Bool { !sources.isEmpty && !tests.isEmpty }
}
