import Forms
import TestSupport
import Testing

@Suite("Examples in comments: forms from files") @MainActor
struct DeclarationCommentExamples {
  @Test("a declaration and its form")
  func declaration() throws {
    let shown = try results {
      let declaration = try FormDeclaration(
        json: #"{"fields": [{"id": "age", "kind": "integer", "minimum": 18}]}"#)
      let form = FormViewModel(declaration.record, fields: declaration.formFields())
      form[\.[integer: "age"]] = 17
      form.message(for: \.[integer: "age"])  // nil: it has not been left so far
      form.leave(\.[integer: "age"])
      form.message(for: \.[integer: "age"])
    }
    #expect(shown == ["nil", #""Age must be at least 18""#])
  }

  @Test("a record")
  func record() {
    let shown = results {
      var record = FormRecord()
      record[text: "name"] = "Ada"
      record[integer: "age"] = 36
      record[text: "name"]  // "Ada"
      record[integer: "year"]  // nil
    }
    #expect(shown == [#""Ada""#, "nil"])
  }

  @Test("a declaration in another language, and its fields")
  func languages() throws {
    let declaration = try FormDeclaration(
      json: #"""
        {"fields": [{"id": "age", "kind": "integer"}],
         "texts": {"de": {"fields": {"age": {"title": "Alter"}}}}}
        """#)
    let german = declaration.translated(to: ["de-AT"])
    #expect(german.fields[0].title == "Alter")
    let form = FormViewModel(declaration.record, fields: declaration.formFields())
    #expect(form.state.fields.map(\.label) == ["Age"])
  }

  @Test("texts of a form as a whole")
  func texts() throws {
    struct Trip: Sendable { var name = "Ada" }
    let fields: [FormField<Trip>] = [.text("name", \.name)]
    let trip =
      FormViewModel(
        Trip(), fields: fields, steps: [FormStep("You", ["name"])],
        texts: { trip in FormTexts(title: "The trip of \(trip.name)") })
    #expect(trip.state.texts.title == "The trip of Ada")
    let declaration = try FormDeclaration(
      json: #"{"title": "{1 + 1}", "fields": [{"id": "age", "kind": "integer"}]}"#)
    let form = FormViewModel(
      declaration.record, fields: declaration.formFields(), steps: declaration.steps,
      texts: declaration.formTexts(), messages: declaration.validationMessages)
    #expect(form.state.texts.title == "2")
  }

  @Test("a field with a sentence of its own")
  func sentence() {
    struct Person: Sendable { var name = "" }
    let fields: [FormField<Person>] = [
      .text("name", \.name, .required, .length(2...60)).saying("Your name, 2 to 60 characters")
    ]
    let form = FormViewModel(Person(), fields: fields)
    form.submit()
    #expect(form.message(for: \.name) == "Your name, 2 to 60 characters")
  }
}
