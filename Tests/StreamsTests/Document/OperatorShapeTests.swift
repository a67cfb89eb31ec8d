import Formats
import Streams
import TestSupport
import Testing

@Suite("Operators in files")
struct OperatorShapeTests {
  @Test(
    "are read and written as they are",
    arguments: [
      #"{"sample": {"seconds": 1.0}}"#, #"{"rate": {"seconds": 0.5}}"#, #"{"timestamp": {}}"#,
      #"{"window": {"count": 2, "function": "sum"}}"#,
      #"{"window": {"seconds": 2.0, "function": "mean"}}"#,
      #"{"distinct": {}}"#, #"{"distinct": {"key": "value.id"}}"#, #"{"sort": {}}"#,
      #"{"sort": {"key": "value.id", "descending": true}}"#,
      #"{"groupBy": {"key": "value.id"}}"#,
      #"{"groupBy": {"key": "value.id", "initialValue": 0, "expression": "result + 1"}}"#,
      #"{"withLatestFrom": {"stream": "a"}}"#,
      #"{"withLatestFrom": {"stream": "a", "expression": "a + b"}}"#,
    ])
  func shapes(text: String) throws {
    let file = try StreamDocumentFile(bytes: bytes(text), named: "f")
    #expect(file.errors.map(\.description) == [])
    guard case .chain(let chain)? = file["c"], let step = chain.operators.first else {
      Issue.record("\(text) is not read")
      return
    }
    let form = OperatorForm(step)
    #expect(try form.step() == step, "a form of it gives the same")
    for name in step.kind.parameterNames { #expect(form.problem(of: name) == nil) }
    #expect(step.json.text() == text)
  }

  private func bytes(_ step: String) -> [UInt8] {
    Array(
      """
      {"documents": [{"source": {"id": "a", "stream": []}},
       {"chain": {"id": "c", "source": "a", "operators": [\(step)]}}], "version": 1}
      """.utf8)
  }

  @Test(
    "that are wrong are said with their place",
    arguments: [
      (#"{"window": {"count": 2}}"#, "window: the key “function” or “functions” is missing"),
      (#"{"window": {"function": "sum"}}"#, "window: the key “count” or “seconds” is missing"),
      (
        #"{"window": {"count": 2, "seconds": 1, "function": "sum"}}"#,
        "window.seconds: a window has a count or seconds, not both"
      ),
      (
        #"{"window": {"count": 0, "function": "median"}}"#,
        "window.count: 1 or more was expected, not 0"
      ),
      (
        #"{"window": {"count": 1, "function": "median"}}"#,
        "window.function: there is no function “median”; use sum, mean, min, max or count"
      ),
      (#"{"sample": {"seconds": 0}}"#, "sample.seconds: more than 0 seconds were expected"),
      (#"{"sort": {"key": "value +"}}"#, "sort.key, column 8: a value was expected, not the end"),
      (#"{"groupBy": {}}"#, "groupBy: the key “key” is missing"),
      (
        #"{"groupBy": {"key": "value", "expression": "result + 1"}}"#,
        "groupBy: the key “initialValue” is missing"
      ),
      (
        #"{"distinct": {"keys": "value"}}"#,
        "distinct.keys: there is no such key here; use key, within or seconds"
      ),
    ])
  func errors(text: String, sentence: String) throws {
    let file = try StreamDocumentFile(bytes: bytes(text), named: "f")
    let first = try #require(file.errors.first?.description)
    #expect(first.hasSuffix("documents[1].chain.operators[0].\(sentence)"), "\(first)")
  }

  @Test("that depend on each other are edited together")
  func editing() {
    var form = OperatorForm(.window)
    #expect(form.problem(of: "count") == nil && form.problem(of: "seconds") == nil)
    form["seconds"] = "5"
    #expect(form.problem(of: "seconds")?.reason == "a window has a count or seconds, not both")
    form["count"] = ""
    #expect(form.problem(of: "seconds") == nil && form.problem(of: "count") == nil)
    #expect(try! form.step() == .window(.seconds(5), function: .sum))
    var group = OperatorForm(.groupBy)
    group["initialValue"] = ""
    group["expression"] = ""
    #expect(try! group.step() == .groupBy(key: "value", fold: nil))
  }

  @Test("The documentation's table has every operator, and no other")
  func documented() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let page = try #require(TextFile("\(root)/docs/streams.md", name: "streams.md"))
    let rows = page.lines.drop { !$0.hasPrefix("| operator |") }.prefix { $0.hasPrefix("|") }
    let names = rows.flatMap { row in
      // The names of the first cell are code.
      row.split(separator: "|", omittingEmptySubsequences: false)[1].split(separator: "`")
        .filter { $0.allSatisfy(\.isLetter) }.map(String.init)
    }
    #expect(Set(names.filter { $0 != "operator" }) == Set(Operator.Kind.allCases.map(\.rawValue)))
  }
}
