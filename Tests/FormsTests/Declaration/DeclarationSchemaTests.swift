import Forms
import TestSupport
import Testing

@Suite("The schema of forms from files")
struct DeclarationSchemaTests {
  @Test("It stands in the documentation as the program prints it")
  func documented() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let kept = TextFile.below("\(root)/docs", suffix: "form.schema.json").first
    guard let kept else { return }
    let printed: [String] = FormDeclaration.schema.split(separator: "\n").map(String.init)
    #expect(kept.lines.filter { !$0.isEmpty } == printed)
  }

  @Test(
    "It knows every key that the reader knows for a kind, and no other",
    arguments: [
      "text", "lines", "secret", "integer", "decimal", "date", "time", "datetime", "choice",
      "choices", "toggle", "list", "file", "note", "email", "url", "host", "confirm", "rating",
      "ranking",
    ])
  func keys(kind: String) throws {
    let known = try keysNamed(inErrorFor: #"{"fields": [{"id": "a", "kind": "\#(kind)", "?": 1}]}"#)
    let part = try #require(
      FormDeclaration.schema.split(separator: "\"const\": \"\(kind)\"").dropFirst().first)
    let properties = try #require(
      part.split(separator: "additionalProperties\": false").first)
    for key in known {
      #expect(properties.contains("\"\(key)\": {"), "\(kind) has no \(key)")
    }
    #expect(properties.split(separator: "\"description\":").count - 1 == known.count)
  }

  @Test(
    "It has the keys of the form, of rules, pages and languages",
    arguments: [
      #"{"?": 1, "fields": [{"id": "a", "kind": "text"}]}"#,
      #"{"fields": [{"id": "a", "kind": "text"}], "rules": [{"?": 1, "rule": "a == ''"}]}"#,
      #"{"fields": [{"id": "a", "kind": "text"}], "pages": [{"?": 1, "fields": []}]}"#,
      #"{"fields": [{"id": "a", "kind": "text"}], "texts": {"de": {"?": 1}}}"#,
      #"{"fields": [{"id": "a", "kind": "choice", "options": [{"value": "x", "?": 1}]}]}"#,
    ])
  func otherKeys(json: String) throws {
    for key in try keysNamed(inErrorFor: json) {
      #expect(FormDeclaration.schema.contains("\"\(key)\": {"))
    }
  }

  /// The keys that are listed where an unknown one is refused.
  private func keysNamed(inErrorFor json: String) throws -> [String] {
    let error = try #require(throws: FormDeclarationError.self) { try FormDeclaration(json: json) }
    let reason = try #require(error.problems.first { $0.reason.contains("no such key") }).reason
    let list = try #require(reason.split(separator: "; use ").last)
    return list.split(separator: ", ").flatMap { $0.split(separator: " or ") }.map(String.init)
  }

  @Test("Each key is read: a value of no type is refused wherever it may stand")
  func read() throws {
    for kind in ["text", "lines", "integer", "decimal", "choice", "choices", "list", "file"] {
      let known = try keysNamed(
        inErrorFor: #"{"fields": [{"id": "a", "kind": "\#(kind)", "?": 1}]}"#)
      for key in known where key != "kind" && key != "id" {
        let json =
          #"{"fields": [{"id": "a", "kind": "\#(kind)", "\#(key)": {"oops": [3]}}]}"#
        let error = try #require(throws: FormDeclarationError.self) {
          try FormDeclaration(json: json)
        }
        #expect(
          error.problems.contains { $0.keyPath.hasPrefix("fields[0].\(key)") },
          "\(kind): \(key) is not read")
      }
    }
  }
}
