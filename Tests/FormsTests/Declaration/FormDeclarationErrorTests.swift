import Forms
import Testing

@Suite("A faulty form of a file")
struct FormDeclarationErrorTests {
  private func problems(_ json: String) -> [String] {
    do throws(FormDeclarationError) {
      _ = try FormDeclaration(json: json, named: "form.json")
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test(
    "is refused with file, line and column, the key and a sentence",
    arguments: [
      ("", "form.json:1:1: it is empty"),
      ("[]", "form.json:1:1: a form was expected, not a list"),
      ("{", "form.json:1:2: a key in quotation marks was expected, not the end of the document"),
      ("{}", "form.json:1:1: the key “fields” is missing"),
      (#"{"fields": []}"#, "form.json:1:2: fields: at least one field was expected"),
      (#"{"fields": {}}"#, "form.json:1:2: fields: a list was expected, not an object"),
      (#"{"fields": ["x"]}"#, "form.json:1:13: fields[0]: a field was expected, not text"),
      (
        #"{"fields": [{"id": "a", "kind": "tekst"}]}"#,
        "form.json:1:25: fields[0].kind: there is no kind “tekst”; use text, lines, secret, "
          + "confirm, email, url, host, integer, decimal, rating, date, time, datetime, choice, "
          + "choices, ranking, toggle, list, file or note"
      ),
      (
        #"{"fields": [{"id": "a"}]}"#, "form.json:1:13: fields[0]: the key “kind” is missing"
      ),
      (
        #"{"fields": [{"kind": "text"}]}"#, "form.json:1:13: fields[0]: the key “id” is missing"
      ),
      (
        #"{"fields": [{"id": "1a", "kind": "text"}]}"#,
        "form.json:1:14: fields[0].id: an id of letters, digits, _ and - that begins with a "
          + "letter was expected"
      ),
    ])
  func whole(json: String, problem: String) {
    #expect(problems(json) == [problem])
  }

  @Test(
    "is refused for a key of a field",
    arguments: [
      (#""kind": "note", "text": "x", "required": true"#, "required: a note has no such key"),
      (#""kind": "integer", "minLength": 1"#, "minLength: an integer has no such key"),
      (
        #""kind": "text", "minLength": 3, "maxLength": 2"#, "minLength: 3 is above the maxLength, 2"
      ),
      (#""kind": "text", "minLength": -1"#, "minLength: a number of at least 0 was expected"),
      (#""kind": "text", "pattern": "[0-9""#, "pattern: “[0-9” is not a regular expression"),
      (
        #""kind": "text", "required": "yes""#,
        "required, column 1: there is no value named “yes” here"
      ),
      (#""kind": "text", "required": 3"#, "required: true or false was expected, not a number"),
      (#""kind": "text", "value": 3"#, "value: text was expected, not a number"),
      (#""kind": "text", "title": "a", "title": "b""#, "title: this key occurs twice"),
      (#""kind": "integer", "minimum": 3, "maximum": 2"#, "minimum: 3 is above the maximum, 2"),
      (#""kind": "integer", "minimum": 1.5"#, "minimum: an integer of 64 bits was expected"),
      (#""kind": "decimal", "places": 16"#, "places: a number of at least 0 and at most 15"),
      (
        #""kind": "date", "minimum": "2026-02-30""#,
        "minimum: a date such as 2026-11-30, or a relative value"
      ),
      (#""kind": "date", "value": "tomorrow""#, "value: a date such as 2026-11-30 was expected"),
      (
        #""kind": "time", "maximum": "24:00""#, "maximum: a time such as 14:30, or a relative value"
      ),
      (
        #""kind": "datetime", "minimum": "2026-02-02T10:00", "maximum": "2026-02-02T09:00""#,
        "minimum: 2026-02-02T10:00 is above the maximum, 2026-02-02T09:00"
      ),
      (#""kind": "choice""#, "the key “options” is missing"),
      (#""kind": "choice", "options": []"#, "options: at least one option was expected"),
      (#""kind": "choice", "options": ["a", "a"]"#, "options[1]: there is already an option “a”"),
      (#""kind": "choice", "options": [3]"#, "options[0]: an option, as a text or an object, was"),
      (#""kind": "choice", "options": [{"title": "a"}]"#, "options[0]: the key “value” is missing"),
      (#""kind": "choice", "options": ["a"], "value": "b""#, "value: there is no option “b”"),
      (
        #""kind": "choices", "options": ["a"], "least": 2, "most": 1"#, "least: 2 is above the most"
      ),
      (
        #""kind": "choices", "options": ["a"], "least": 2"#,
        "least: 2 is above the number of options, 1"
      ),
      (#""kind": "list""#, "the key “fields” is missing"),
      (#""kind": "list", "fields": []"#, "fields: at least one field was expected"),
      (
        #""kind": "list", "fields": [{"id": "b", "kind": "text"}], "distinct": ["c"]"#,
        "distinct[0]: the rows have no field “c”"
      ),
      (
        #""kind": "list", "fields": [{"id": "b", "kind": "text"}], "least": 3, "most": 2"#,
        "least: 3 is above the most, 2"
      ),
      (
        #""kind": "list", "fields": [{"id": "b", "kind": "text"}], "value": [{"c": 1}]"#,
        "value[0].c: the rows have no field “c”"
      ),
      (#""kind": "file", "exists": "yes""#, "exists: file, folder, anything or nothing was"),
      (#""kind": "note""#, "the key “text” is missing"),
      (#""kind": "text", "when": "b == 1""#, "when, column 1: there is no value named “b” here"),
      (#""kind": "text", "when": "a == ''""#, "when: the condition of “a” depends on itself"),
      (#""kind": "text", "when": "a =="#, "form.json:1:"),
    ])
  func field(keys: String, problem: String) {
    let found = problems(#"{"fields": [{"id": "a", \#(keys)}]}"#)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("form.json:1:") == true)
    #expect(found.first?.contains(problem) == true, "\(found)")
  }

  @Test(
    "is refused for what fields have to do with each other",
    arguments: [
      (
        #"{"fields": [{"id": "a", "kind": "text"}, {"id": "a", "kind": "text"}]}"#,
        "form.json:1:43: fields[1].id: two fields have the id “a”"
      ),
      (
        #"""
        {"fields": [{"id": "a", "kind": "toggle", "when": "c"},
                    {"id": "b", "kind": "toggle", "when": "a"},
                    {"id": "c", "kind": "toggle", "when": "b"}]}
        """#,
        "form.json:1:43: fields[0].when: the conditions of “a”, “c” and “b” depend on each other"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "integer"}], "rules": [{"rule": "a > 'x'"}]}"#,
        "form.json:1:57: rules[0].rule, column 3: this operator cannot combine a number and text"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "integer"}], "rules": [{"rule": "a > 1", "at": "b"}]}"#,
        "form.json:1:74: rules[0].at: there is no field “b”"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "integer"}], "rules": [{"at": "a"}]}"#,
        "form.json:1:56: rules[0]: the key “rule” or “command” is missing"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "text"}], "rules": [{"command": ["x", "{b}"]}]}"#,
        "form.json:1:71: rules[0].command[1]: there is no field “b”; write {{ and }} for braces"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "text"}], "rules": [{"command": ["{a}"]}]}"#,
        "form.json:1:66: rules[0].command[0]: an answer cannot name the program; write {{ and }} "
          + "for braces"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "text"}], "pages": [{"title": "One"}]}"#,
        "form.json:1:53: pages[0]: the key “fields” or “sections” is missing"
      ),
      (
        #"""
        {"fields": [{"id": "a", "kind": "text"}], "pages": [{"fields": ["a"],
         "sections": [{"title": "One", "fields": ["a"]}]}]}
        """#,
        "form.json:2:43: pages[0].sections[0].fields[0]: “a” is already on a page"
      ),
      (
        #"""
        {"fields": [{"id": "a", "kind": "text"}],
         "pages": [{"sections": [{"title": "One", "fields": ["a"], "folded": 1}]}]}
        """#,
        "form.json:2:60: pages[0].sections[0].folded: true or false was expected, not a number"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "text"}], "pages": [{"fields": ["a", "b"]}]}"#,
        "form.json:1:70: pages[0].fields[1]: there is no field “b”"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "text"}], "pages": [{"fields": ["a", "a"]}]}"#,
        "form.json:1:70: pages[0].fields[1]: “a” is already on a page"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "text"}], "texts": {"de": {"fields": {"b": {}}}}}"#,
        "form.json:1:71: texts.de.fields.b: there is no field “b”"
      ),
      (
        #"{"fields": [{"id": "a", "kind": "text"}], "messages": {"oops": "x"}}"#,
        "form.json:1:56: messages.oops: there is no issue “oops”"
      ),
    ])
  func together(json: String, problem: String) {
    #expect(problems(json) == [problem])
  }

  @Test("is reported with all that is wrong, in the order of the file")
  func all() {
    let found = problems(
      #"""
      {"titel": "x",
       "fields": [
         {"id": "a", "kind": "integer", "minimum": 3, "maximum": 1, "pattern": "x"},
         {"id": "b", "kind": "text", "when": "a ==", "pattern": "("},
         {"id": "b", "kind": "tekst"}],
       "rules": [{"rule": "a > b", "at": "c"}, {"rule": "nothing"}]}
      """#)
    #expect(
      found.map { $0.split(separator: " ")[0] } == [
        "form.json:1:2:", "form.json:3:35:", "form.json:3:63:", "form.json:4:32:",
        "form.json:4:48:", "form.json:5:5:", "form.json:5:16:", "form.json:6:13:",
        "form.json:6:30:", "form.json:6:43:",
      ], "\(found)")
  }
}
