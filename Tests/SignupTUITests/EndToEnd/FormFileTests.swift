import TestSupport
import Testing

@Suite("The built program, with a form from a file", .mostlyWaiting)
struct FormFileTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  private static let conference = #"""
    {"title": "Conference", "fields": [
      {"id": "name", "kind": "text", "required": true, "minLength": 2, "pattern": "[^0-9]+"},
      {"id": "age", "kind": "integer", "minimum": 18},
      {"id": "ticket", "kind": "choice", "options": ["day", "business"], "value": "day"},
      {"id": "company", "kind": "text", "when": "ticket == 'business'", "required": true},
      {"id": "workshops", "kind": "choices", "options": ["a", "b", "c"], "least": 1, "most": 2},
      {"id": "guests", "kind": "list", "distinct": ["name"], "fields": [
        {"id": "name", "kind": "text", "required": true}]},
      {"id": "terms", "kind": "toggle", "required": true, "message": "Accept the terms"}],
     "texts": {"de": {"messages": {"required": "{field} fehlt"}}}}
    """#

  init() { write(Self.conference) }

  private func write(_ form: String) { folder.write("form.json", form.utf8) }

  private func run(_ arguments: String..., input: String = "") -> PipedProgram {
    PipedProgram(
      program, ["form", folder.file("form.json")] + arguments, input: input, in: folder)
  }

  @Test("It judges answers without a screen, and writes them in the order of the fields")
  func answers() {
    let answers = #"""
      {"guests": [{"name": "Bea"}], "name": "Ada", "age": null, "workshops": ["c", "a"], "terms": true}
      """#
    let run = run("--answers", "-", "--set", "name=Zoe", input: answers)
    #expect(run.status == 0 && run.errors == "")
    let expected =
      #"{"name": "Zoe", "age": null, "ticket": "day", "workshops": ["a", "c"], "#
      + #""guests": [{"name": "Bea"}], "terms": true}"#
    #expect(run.output == expected + "\n")
  }

  @Test("An issue is a line with its id, in the order of the fields, and the status is 1")
  func issues() {
    let run = run(
      "--set", "name=A1", "--set", "age=young", "--set", "ticket=business", "--set",
      "guests[1].name=Bea", "--set", "guests[0].name=Bea", "--set", "terms=perhaps", "--set",
      "workshops=b, d")
    #expect(run.status == 1 && run.output == "")
    #expect(
      run.errors.split(separator: "\n") == [
        "name: Name does not have the required format", "age: Age must be a whole number",
        "company: Company is missing", "workshops: Workshops has no option “d” (a, b, c)",
        "guests[1].name: The 2nd guest repeats the 1st", "terms: yes or no is expected",
      ])
  }

  @Test("An answer that is not offered is an issue; first contents that are not are reported")
  func notOffered() {
    write(
      #"""
      {"fields": [
        {"id": "product", "kind": "choice", "options": ["shirt", "mug"], "value": "shirt"},
        {"id": "size", "kind": "choice", "value": "xl",
         "options": ["m", {"value": "xl", "when": "product == 'shirt'"}]}]}
      """#)
    let first = run("--set", "product=mug")
    #expect(first.status == 0 && first.output == #"{"product": "mug", "size": null}"# + "\n")
    #expect(
      first.errors == "size: Size: “xl” is no longer offered, so it was deselected\n")
    for run in [
      run("--set", "size=xl", "--set", "product=mug"),
      run("--set", "product=mug", "--set", "size=xl"),
      run("--answers", "-", "--set", "product=mug", input: #"{"product": "shirt", "size": "xl"}"#),
      run("--answers", "-", input: #"{"product": "mug", "size": "xl"}"#),
    ] {
      #expect(run.status == 1 && run.output == "")
      #expect(run.errors == "size: Size has no option “xl” (m)\n")
    }
  }

  @Test("Without any answer the first contents are judged")
  func firstContents() {
    let run = run()
    #expect(run.status == 1 && run.errors.hasPrefix("name: Name is missing\n"))
  }

  @Test(
    "An id that the form has not is an error of the command line",
    arguments: [
      ["--set", "nmae=x"], ["--set", "guests[0].nmae=x"], ["--set", "name"], ["--set", "=x"],
      ["--answers", "-"],
    ])
  func unknown(arguments: [String]) {
    let run = PipedProgram(
      program, ["form", folder.file("form.json")] + arguments, input: #"{"nmae": 1}"#, in: folder)
    #expect(run.status == 2 && run.output == "" && run.errors.contains("SignupTUI: "))
    if arguments[1] == "nmae=x" { #expect(run.errors.contains("Did you mean 'name'?")) }
  }

  @Test("Answers that are none end with 1 and their place")
  func brokenAnswers() {
    for (input, problem) in [
      ("{", "standard input:1:2: "), ("[]", "the answers must be an object"),
      (#"{"workshops": [1]}"#, "workshops: a list of options is expected\n"),
      (#"{"age": 1e400}"#, "age: a whole number is expected\n"),
      (#"{"guests": [{"name": {}}]}"#, "guests[0].name: a text is expected\n"),
    ] {
      let run = run("--answers", "-", input: input)
      #expect(run.status == 1 && run.errors.contains(problem), "\(run.errors)")
    }
  }

  @Test("Answers go through a shell's eval as they are")
  func shell() {
    let script = #"""
      eval "$("$1" form "$2" --answers - --to shell)"
      printf '%s|%s|%s|%s' "$name" "$workshops" "$guests" "$age"
      """#
    let answers = #"""
      {"name": "it's $(x) `y` \"z\" \\ \n*", "workshops": ["a"], "terms": true,
       "guests": [{"name": "B'ea"}]}
      """#
    let run = PipedProgram(
      "/bin/sh", ["-c", script, "sh", program, folder.file("form.json")], input: answers, in: folder
    )
    #expect(
      run.output == "it's $(x) `y` \"z\" \\ \n*" + #"|["a"]|[{"name":"B'ea"}]|"#, "\(run.errors)")
    let refused = self.run("--answers", "-", "--to", "env", input: answers)
    #expect(refused.status == 1 && refused.errors.contains("cannot contain line breaks"))
    write(#"{"fields": [{"id": "c", "kind": "choice", "options": ["a\nb", "d"]}]}"#)
    let option = self.run("--set", "c=d", "--to", "env")
    #expect(option.status == 1 && option.errors.contains("An option of c has a line break"))
    #expect(self.run("--set", "c=a\nb", "--to", "shell").output == "c='a\nb'\n")
    write(#"{"fields": [{"id": "first-name", "kind": "text"}]}"#)
    let named = self.run("--to", "shell")
    #expect(
      named.status == 1 && named.errors.contains("“first-name” is not a valid name of a shell"))
  }

  @Test("A form with mistakes is refused with all of them, checked or not")
  func faulty() {
    folder.write(
      "form.json",
      #"""
      {"fields": [
        {"id": "a", "kind": "integer", "minimum": 3, "maximum": 1},
        {"id": "a", "kind": "choice"}]}
      """#.utf8)
    let file = folder.file("form.json")
    let expected = """
      \(file):2:34: fields[0].minimum: 3 is above the maximum, 1
      \(file):3:3: fields[1]: the key “options” is missing
      \(file):3:4: fields[1].id: two fields have the id “a”

      """
    for run in [run("--check"), run("--set", "a=1")] {
      #expect(run.status == 1 && run.output == "" && run.errors == expected, "\(run.errors)")
    }
    let missing = PipedProgram(program, ["form", "--check", folder.file("none.json")], in: folder)
    #expect(missing.status == 1 && missing.errors.contains("none.json cannot be read"))
  }

  @Test("A program of a rule runs only where that is allowed, without a shell, and not for ever")
  func commands() {
    write(
      #"""
      {"fields": [{"id": "name", "kind": "text"}],
       "rules": [{"command": ["/bin/sh", "-c", "echo \"$1\" >&2; echo; exit 1", "sh", "{name}"]}]}
      """#)
    let refused = run("--set", "name=x")
    #expect(refused.status == 2 && refused.errors.contains("--allow-commands"))
    let asked = run("--set", "name=$(id); 'x'", "--allow-commands")
    #expect(asked.status == 1 && asked.errors == "name: $(id); 'x'\n")
    #expect(run("--allow-commands").status == 0)
    write(
      #"""
      {"fields": [{"id": "name", "kind": "text"}], "rules": [{"command": ["./none", "{name}"]}]}
      """#)
    let none = run("--set", "name=x", "--allow-commands")
    #expect(none.status == 1 && none.errors.hasPrefix("name: ./none could not be run: "))
  }

  @Test("The demos are filled in the same way, and every kind has its answer")
  func demos() {
    let conference = PipedProgram(
      program,
      [
        "form", "--demo", "conference", "--set", "name=Ada", "--set", "email=ada@example.org",
        "--set", "day=2027-05-04", "--set", "workshops=maps", "--set", "coupon=nope", "--set",
        "terms=yes",
      ], in: folder)
    #expect(conference.status == 1 && conference.errors == "coupon: Unknown coupon\n")
    let gallery = PipedProgram(
      program,
      [
        "form", "--demo", "gallery", "--set", "text=Ada", "--set", "decimal=1,5", "--set",
        "choices=blue, red", "--set", "datetime=2026-11-30 9:05",
      ], in: folder)
    #expect(gallery.status == 0 && gallery.output.contains(#""decimal": 1.5"#))
    #expect(gallery.output.contains(#""choices": ["red", "blue"]"#))
    let address = PipedProgram(
      program, ["form", "--demo", "address", "--set", "name=Ada"], in: folder)
    #expect(address.status == 1 && address.errors.contains("phones[0].number: Number is missing"))
  }

  @Test("It prints the schema that stands in the documentation")
  func schema() {
    let run = PipedProgram(program, ["form", "--schema"], in: folder)
    #expect(run.status == 0 && run.output.contains(#""minLength""#))
  }
}
