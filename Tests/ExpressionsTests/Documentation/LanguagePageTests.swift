import Formats
import TestSupport
import Testing

@testable import Expressions

/// The tables of the page of the language, each example of which is computed.
@Suite(
  "The page of the language", .enabled(if: !LanguagePage.rows.isEmpty, "the page is not there"))
struct LanguagePageTests {
  @Test("shows results as they are", arguments: LanguagePage.results)
  func result(row: LanguagePage.Row) throws {
    let result = try StreamExpression(row.expression).result(of: [LanguagePage.value], for: .map)
    let expected = try StreamValue(json: JSONReader.read(Array(row.outcome.utf8)))
    #expect(result == expected, "\(row.expression)")
  }

  @Test("shows errors as they are", arguments: LanguagePage.errors)
  func error(row: LanguagePage.Row) {
    #expect {
      try StreamExpression(row.expression).result(of: [LanguagePage.value], for: .map)
    } throws: {
      #expect("\($0)" == row.outcome, "\(row.expression)")
      return true
    }
  }

  @Test("has examples of every function, and of every operator")
  func complete() {
    for function in ExpressionFunction.allCases {
      let call = "\(function.rawValue)("
      #expect(LanguagePage.rows.contains { $0.first?.contains("`\(call)") == true }, "\(call)")
      #expect(LanguagePage.results.contains { $0.expression.contains(call) }, "\(call)")
    }
    #expect(LanguagePage.results.count > 45 && LanguagePage.errors.count > 10)
  }
}

/// The page in the checkout that was built.
enum LanguagePage {
  struct Row: Sendable, CustomTestStringConvertible {
    let expression: String
    let outcome: String
    var testDescription: String { expression }
  }

  static let text: String = {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let page = TextFile("\(root)/docs/language.md", name: "language.md")
    return page?.lines.joined(separator: "\n") ?? ""
  }()

  /// The cells of all rows of tables.
  static let rows: [[String]] = text.split(separator: "\n").filter { $0.hasPrefix("|") }.map {
    $0.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// Rows that end in an expression and its result or error.
  private static let examples: [Row] = rows.compactMap { cells in
    guard cells.count >= 2, let expression = code(cells[cells.count - 2]),
      let outcome = code(cells[cells.count - 1])
    else { return nil }
    return Row(expression: expression, outcome: outcome)
  }

  static let results = examples.filter { !$0.outcome.hasPrefix("column ") }
  static let errors = examples.filter { $0.outcome.hasPrefix("column ") }

  /// The value of all examples: the first block of the page.
  static let value: StreamValue = {
    let block = text.part(between: "```json\n", and: "```")
    return (try? StreamValue(json: JSONReader.read(Array(block.utf8)))) ?? .null
  }()

  /// The text of a cell that is code and nothing else.
  private static func code(_ cell: String) -> String? {
    guard cell.hasPrefix("`"), cell.hasSuffix("`"), cell.count > 1 else { return nil }
    let code = String(cell.dropFirst().dropLast())
    return code.contains("`") ? nil : code
  }
}

extension String {
  fileprivate func part(between start: String, and end: String) -> String {
    guard let first = firstRange(of: start) else { return "" }
    let rest = self[first.upperBound...]
    return String(rest[..<(rest.firstRange(of: end)?.lowerBound ?? rest.endIndex)])
  }
}
