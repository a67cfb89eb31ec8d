/// The documentation of a module, its pages and its sources' comments, as they stand in the
/// checkout that was built, with the tests that run its examples.
package struct Catalogue: Sendable {
  /// The articles, the landing page among them.
  package let articles: [TextFile]
  /// The sources of the module.
  package let sources: [TextFile]
  /// The examples of both.
  package let examples: [DocumentedExample]
  private let module: String
  private let tests: [TextFile]
  /// Where each line of the tests stands.
  private let places: [Substring: [Place]]

  private struct Place {
    var test: Int
    var line: Int
  }

  /// Reads the documentation of a module; none is there where only the built tests are.
  ///
  /// - Parameters:
  ///   - others: The modules whose tests run examples that need them, too.
  ///   - hasCommentsTested: Whether the examples in comments are run, too.
  package init(
    of module: String, andTestsOf others: String..., hasCommentsTested: Bool = true
  ) {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    self.module = module
    articles = TextFile.below("\(root)/Sources/\(module)/\(module).docc", suffix: ".md")
    sources = TextFile.below("\(root)/Sources/\(module)", suffix: ".swift")
    examples =
      articles.flatMap(DocumentedExample.inArticle)
      + (hasCommentsTested ? sources.flatMap(DocumentedExample.inComments) : [])
    tests = ([module] + others).flatMap {
      TextFile.below("\(root)/Tests/\($0)Tests", suffix: ".swift")
    }
    var places: [Substring: [Place]] = [:]
    for (index, test) in tests.enumerated() {
      for (number, line) in test.bareLines.enumerated() where !line.isEmpty {
        places[line, default: []].append(Place(test: index, line: number))
      }
    }
    self.places = places
  }

  /// The examples that no test runs letter for letter, and where they stand.
  package var untested: [String] {
    examples.filter { test(of: $0) == nil }.map { example in
      "\(example.place): no test runs \(example.lines.joined(separator: "\n"))"
    }
  }

  /// What examples say that comes out, and their tests do not expect: `print(name)  // Ann` needs
  /// `"Ann"` in the test, in another line behind it, and `name  // "Ann"` as well.
  package var unexpected: [String] {
    examples.flatMap { example -> [String] in
      guard let (test, number) = test(of: example) else { return [] }
      return example.lines.compactMap { line -> String? in
        guard let output = Self.output(of: line) else { return nil }
        let end = min(test.lines.count, number + example.lines.count + 15)
        let isExpected = test.lines[number..<end].contains {
          $0.contains(output) && $0.trimmed != line
        }
        return isExpected ? nil : "\(example.place): its test does not expect \(output)"
      }
    }
  }

  /// The public types, protocols and functions of the module that its landing page lists nowhere.
  package var unlisted: [String] {
    let page = articles.first { $0.name == "\(module).md" }?.lines ?? []
    let listed = Set(page.filter { $0.hasPrefix("- ``") }.map { $0.split(separator: "`")[1] })
    let missing = sources.flatMap(\.lines).compactMap(Self.publicName).filter { name in
      // `Name-struct`, where a module has the same name.
      !listed.contains { $0 == name || $0.hasPrefix(name + "(") || $0.hasPrefix(name + "-") }
    }
    return Set(missing).sorted()
  }

  /// Where a test runs an example. What it imports the test's file does too, wherever that stands.
  private func test(of example: DocumentedExample) -> (file: TextFile, number: Int)? {
    let imports = example.lines.filter { $0.hasPrefix("import ") }
    let code = example.lines.filter { !$0.hasPrefix("import ") }
    guard let first = code.first else { return nil }
    return places[TextFile.bare(first), default: []].lazy.map { (tests[$0.test], $0.line) }
      .first { test, number in
        imports.allSatisfy(test.lines.contains) && test.contains(code, at: number)
      }
  }

  /// What the comment behind a line says comes out, as a literal of Swift's; nil where it says
  /// nothing or something in words.
  private static func output(of line: String) -> String? {
    if line.hasPrefix("print("), let comment = line.firstRange(of: ")  // ") {
      return line[comment.upperBound...].debugDescription
    }
    return DocumentedExample.value(statedBy: line)
  }

  /// The name that a line of a source file makes public outside all types.
  private static func publicName(in line: String) -> String? {
    var words = line.split(separator: " ")[...]
    while words.first?.hasPrefix("@") == true { words.removeFirst() }
    guard line.first != " ", words.popFirst() == "public" else { return nil }
    while let word = words.first, ["final", "indirect"].contains(word) { words.removeFirst() }
    guard
      let kind = words.popFirst(),
      ["struct", "class", "enum", "protocol", "func", "typealias", "actor"].contains(kind)
    else { return nil }
    return words.first.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
  }
}
