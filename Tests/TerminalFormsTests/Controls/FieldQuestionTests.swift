import Forms
import TerminalForms
import TestSupport
import Testing

@Suite("Choices asked for in lines", .serialized) @MainActor
struct FieldQuestionTests {
  private func ask(
    _ field: String, _ answers: [String], messages: ValidationMessages = .forms
  ) throws -> AskedForm<FormRecord> {
    let declaration = try FormDeclaration(json: #"{"fields": [\#(field)]}"#)
    return try AskedForm(
      declaration.record, declaration.formFields(), messages: messages, answers: answers + ["y"])
  }

  private nonisolated static let zeroToTen = #"["0","1","2","3","4","5","6","7","8","9","10"]"#

  @Test(
    "A value or a label goes before a number",
    arguments: [
      (zeroToTen, "7", "7"), (zeroToTen, "0", "0"), (zeroToTen, "10", "10"),
      (#"["3", "2", "1"]"#, "1", "1"), (#"["3", "2", "1"]"#, "3", "3"),
      (#"[{"value": "1", "title": "2"}, {"value": "2", "title": "1"}]"#, "1", "1"),
      (#"[{"value": "x", "title": "2"}, {"value": "y", "title": "1"}]"#, "1", "y"),
      (#"["10", "20", "other"]"#, "2", "20"), (#"["10", "20", "other"]"#, "20", "20"),
      (#"["a", "b"]"#, "2", "b"), (#"["a", "B"]"#, "b", "B"),
      (#"["-1", "none", "back", "list"]"#, "back", "back"),
      (#"["none", "S", "M", "L", "XL", "XXL", "list"]"#, "list", "list"),
      (#"["-", "x"]"#, "-", "-"), (#"["a", "b"]"#, " 2 ", "b"),
      (#"["5 stars", "4 stars", "3 stars", "2 stars", "1 star"]"#, "5", "5 stars"),
      (#"["2 GB", "1 GB", "4 GB"]"#, "1", "1 GB"), (#"["8 GB", "16 GB"]"#, "16", "16 GB"),
      (#"[{"value": "b", "title": "2 b"}, {"value": "a", "title": "1 a"}]"#, "2", "b"),
    ])
  func choice(options: String, answer: String, value: String) throws {
    let asked = try ask(
      #"{"id": "a", "kind": "choice", "required": true, "options": \#(options)}"#, [answer])
    #expect(asked.value?[choice: "a"] == value, "\(asked.said)")
  }

  @Test(
    "So it does where several are chosen",
    arguments: [
      (#"["0", "1", "2", "3"]"#, "0,3", ["0", "3"]), (#"["0", "1", "2", "3"]"#, "1", ["1"]),
      (#"["all", "some"]"#, "all", ["all"]), (#"["none", "some"]"#, "none", ["none"]),
      (#"["a", "b", "c"]"#, "all", ["a", "b", "c"]), (#"["a", "b", "c"]"#, "1;3", ["a", "c"]),
      (#"["salt, pepper", "oil"]"#, "salt, pepper", ["salt, pepper"]),
      (#"["4", "3", "2", "1"]"#, "4, 1", ["4", "1"]),
      (#"["2 GB", "1 GB", "4 GB"]"#, "1,4", ["1 GB", "4 GB"]),
    ])
  func choices(options: String, answer: String, values: [String]) throws {
    let asked = try ask(#"{"id": "a", "kind": "choices", "options": \#(options)}"#, [answer])
    #expect(asked.value?[choices: "a"] == values, "\(asked.said)")
  }

  @Test("A number that could be mistaken for an option is neither shown nor taken")
  func numbers() throws {
    let rating = #"{"id": "a", "kind": "choice", "required": true, "options": \#(Self.zeroToTen)}"#
    let asked = try ask(rating, ["11", "9"])
    #expect(asked.said.contains("Type one of the words.") && !asked.said.contains("1 0\n"))
    #expect(asked.value?[choice: "a"] == "9")
    let few = try ask(#"{"id": "a", "kind": "choices", "options": ["0", "1"]}"#, [""])
    #expect(few.said.contains("A (0, 1) [none]:"), "\(few.said)")
    let words = try ask(#"{"id": "a", "kind": "choice", "options": ["red", "blue"]}"#, ["2"])
    #expect(words.said.contains("A (1 red, 2 blue)"), "\(words.said)")
  }

  @Test("A title that ends in a stop gets no other")
  func stops() throws {
    let asked = try ask(
      #"""
      {"id": "a", "title": "How was it?", "kind": "text"}, {"id": "b", "title": "Sure?", "kind": "toggle"},
      {"id": "c", "title": "Your name:", "kind": "text", "required": true, "message": "Say it!"}
      """#, ["x", "y", "", "Ada"])
    for (line, other) in [
      ("How was it? ", "How was it?:"), ("Sure? (y/n)", "Sure??"), ("Your name: ", "Your name::"),
      ("Say it!\n", "Say it!."), ("1. How was it? x", "it?:"), ("3. Your name: Ada", "::"),
    ] {
      #expect(asked.said.contains(line) && !asked.said.contains(other), "\(asked.said)")
    }
  }
}
