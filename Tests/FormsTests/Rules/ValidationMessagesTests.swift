import Forms
import Testing

@Suite("The text of an issue")
struct ValidationMessagesTests {
  let messages = ValidationMessages([
    "short": "at least {minimum}, {minimum}!", "odd": "“{character}” {unknown} {",
    "all": "add {kinds}",
    "a": "one", "b": "two", "c": "three",
  ])

  @Test("has the rule's own parameters filled in")
  func filled() {
    #expect(messages.text(for: ValidationIssue("short", ["minimum": 7])) == "at least 7, 7!")
  }

  @Test("takes no typed brace for a template, and leaves gaps to be seen")
  func braces() {
    let issue = ValidationIssue("odd", ["character": "{minimum}", "minimum": 7])
    #expect(messages.text(for: issue) == "“{minimum}” {unknown} {")
    #expect(messages.text(for: ValidationIssue("untranslated")) == "untranslated")
  }

  @Test(
    "lists several kinds as a sentence does",
    arguments: [
      ([], "add "), (["a"], "add one"), (["a", "b"], "add one and two"),
      (["a", "b", "c"], "add one, two and three"),
    ] as [([ValidationIssue.Code], String)])
  func list(codes: [ValidationIssue.Code], text: String) {
    #expect(messages.text(for: ValidationIssue("all", ["kinds": .list(codes)])) == text)
  }

  @Test("changes with the language, not with the issue")
  func language() {
    let german = ValidationMessages(
      ["all": "{kinds} fehlt", "a": "eins", "b": "zwei"], lastSeparator: " und ")
    let issue = ValidationIssue("all", ["kinds": .list(["a", "b"])])
    #expect(german.text(for: issue) == "eins und zwei fehlt")
    #expect(messages.text(for: issue) == "add one and two")
  }
}
