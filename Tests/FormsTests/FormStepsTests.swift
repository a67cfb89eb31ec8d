import Forms
import Reactive
import ReactiveExtras
import TestSupport
import Testing

private struct Visit: Sendable, Equatable {
  var name = "", email = "", day = "", company = "", remarks = ""
  var isCompany = false
  var guests: [Guest] = []
  struct Guest: Sendable, Equatable { var name = "" }
}

@Suite("A form in steps") @MainActor
struct FormStepsTests {
  private let oracle = Oracle()
  private let clock = VirtualTimeScheduler()
  private let server = Server<Visit>()
  private let form: FormViewModel<Visit>
  private let focused = Collected<FieldID>()

  init() {
    let isFree = oracle.rule()
    form = FormViewModel(
      Visit(),
      fields: [
        .text("day", \.day, .required), .text("name", \.name, .required),
        .text("email", \.email).check(isFree, of: \.email), .toggle("isCompany", \.isCompany),
        .text("company", \.company, .required).shown { $0.isCompany },
        .text("remarks", \.remarks),
        .list("guests", \.guests, of: .init(), 0...3, [.text("name", \.name, .required)]),
      ],
      steps: [
        FormStep("You", ["name", "email", "isCompany"]),
        FormStep("Invoice", sections: [FormSection("Company", ["company"], isFolded: true)]),
        FormStep(
          "Visit", sections: [FormSection("", ["day"]), FormSection("Others", ["guests"])]),
      ], scheduler: clock, submission: server.submission)
    focused.cancellable = form.focusRequests.sink { [focused] in focused.values.append($0) }
  }

  private func names(_ step: FormStepState) -> [String] {
    step.fields.compactMap { form.state[$0]?.name }
  }

  @Test("shows its fields in their order, the rest at the end, and keeps the output's")
  func order() {
    let steps = form.state.steps
    #expect(steps.map(\.title) == ["You", "Invoice", "Visit", ""])
    #expect(
      steps.map(names) == [["name", "email", "isCompany"], [], ["day", "guests"], ["remarks"]])
    #expect(steps.map(\.isShown) == [true, false, true, true])
    #expect(steps[2].sections.map(\.title) == ["", "Others"])
    #expect(
      form.state.fields.map(\.name) == ["name", "email", "isCompany", "day", "guests", "remarks"])
    #expect(
      form.state.data.map(\.name) == ["day", "name", "email", "isCompany", "remarks", "guests"])
  }

  @Test("does not go on before a step is in order, and then passes over what is hidden")
  func finishing() {
    #expect(form.finishStep() == form.id(\.name) && form.state.currentStep == 0)
    #expect(form.message(for: \.name) == "Name is missing" && focused.values == [form.id(\.name)])
    #expect(form.state.steps[0].isTouched && !form.state.steps[0].isDone)
    #expect(form.message(for: \.day) == nil, "The other steps are quiet.")
    form[\.name] = "Ada"
    #expect(form.finishStep() == nil && form.state.currentStep == 2)
    #expect(form.state.steps[0].isDone)
    form.goBack()
    #expect(form.state.currentStep == 0)
    form[\.isCompany] = true
    form.finishStep()
    #expect(form.state.currentStep == 1 && names(form.state.steps[1]) == ["company"])
    #expect(form.state.steps[1].sections.map(\.isFolded) == [true])
    #expect(form.state.steps[1].sections.map(\.firstInvalid) == [form.id(\.company)])
  }

  @Test("waits for answers at the end of a step, and stays if they are bad")
  func waiting() {
    form[\.name] = "Ada"
    form[\.email] = "ada"
    #expect(form.finishStep() == nil)
    #expect(form.state.isFinishingStep && form.state.currentStep == 0 && oracle.asked == ["ada"])
    oracle.answer(0, "taken")
    clock.advance()
    #expect(!form.state.isFinishingStep && focused.values == [form.id(\.email)])
    form[\.email] = "bea"
    form.finishStep()
    oracle.answer(1)
    clock.advance()
    #expect(form.state.currentStep == 2)
  }

  @Test("gives up waiting when something is changed")
  func givingUp() {
    form[\.name] = "Ada"
    form[\.email] = "ada"
    form.finishStep()
    form[\.name] = ""
    #expect(!form.state.isFinishingStep)
    oracle.answer(0)
    clock.advance()
    #expect(form.state.currentStep == 0)
  }

  @Test("ends with a review, from which a refusal leads to its step")
  func review() {
    form[\.name] = "Ada"
    form.finishStep()
    form[\.day] = "Monday"
    form.finishStep()
    #expect(form.state.currentStep == 3)
    form.finishStep()
    #expect(form.state.isReviewing && form.state.currentStep == 4)
    #expect(form.finishStep() == nil && form.state.isReviewing)
    form.submit()
    server.reject(FormRejection(ValidationIssue("full"), at: "day"))
    clock.advance()
    #expect(form.state.currentStep == 2 && focused.values == [form.id(\.day)])
    #expect(form.state.steps[2].firstInvalid == form.id(\.day))
  }

  @Test("can be gone through freely, and begins anew when it is reset")
  func free() {
    form.go(toStep: 3)
    #expect(form.state.currentStep == 3)
    form.go(toStep: 9)
    #expect(form.state.currentStep == 3)
    #expect(form.submit() == form.id(\.name) && form.state.currentStep == 0)
    form.go(toStep: 2)
    form.reset()
    #expect(form.state.currentStep == 0)
  }
}

@Suite("What is taken back") @MainActor
struct FormUndoTests {
  private let paced = PacedForm(
    Visit(name: "Ada", guests: [.init(name: "Bea"), .init(name: "Cleo")]),
    [
      .text("name", \.name, .required), .text("remarks", \.remarks),
      .list("guests", \.guests, of: .init(), 0...3, [.text("name", \.name, .required)]),
    ])
  private var form: FormViewModel<Visit> { paced.form }
  private var list: FieldID { form.id(\.guests) }
  private var rows: [FieldID] { form.state.rows(of: list) }
  private var names: [String] { form.state.value.guests.map(\.name) }

  @Test("A removed row comes back to its place with what was in it")
  func row() throws {
    #expect(form.restoreRow() == nil)
    let name = try #require(form.id(\.guests, 0, \.name))
    form.enter(.text(""), at: name)
    form.leave(name)
    let row = rows[0]
    form.removeRow(row)
    #expect(names == ["Cleo"] && form.state.restorableList == list)
    form.enter(.text("Dora"), at: try #require(form.id(\.guests, 0, \.name)))
    #expect(form.restoreRow() == row && names == ["", "Dora"])
    #expect(form.state[name]?.shownIssue?.code == .required)
    #expect(form.state.restorableList == nil)
  }

  @Test("It is forgotten when other rows come, move or go")
  func forgotten() {
    form.removeRow(rows[0])
    form.removeRow(rows[0])
    form.restoreRow()
    #expect(names == ["Cleo"], "Only the last one is kept.")
    form.removeRow(rows[0])
    form.addRow(to: list)
    #expect(form.state.restorableList == nil && form.restoreRow() == nil)
    form.removeRow(rows[0])
    form[\.guests] = []
    #expect(form.state.restorableList == nil)
    form.fill([.init("guests", .list([[]]))])
    form.removeRow(rows[0])
    form.reset()
    #expect(form.state.restorableList == nil)
  }

  @Test("A question about a restored row is asked anew")
  func question() throws {
    let oracle = Oracle()
    let paced = PacedForm(
      Visit(),
      [
        .list(
          "guests", \.guests, of: .init(), 0...3,
          [.text("name", \.name).check(oracle.rule(), of: \.name)])
      ])
    let form = paced.form
    form.addRow(to: form.id(\.guests))
    form.enter(.text("Bea"), at: try #require(form.id(\.guests, 0, \.name)))
    paced.wait(300)
    form.removeRow(form.state.rows(of: form.id(\.guests))[0])
    #expect(!form.state.isValidating)
    form.restoreRow()
    #expect(form.state.isValidating)
    paced.wait(300)
    #expect(oracle.asked == ["Bea", "Bea"])
  }

  @Test("One field goes back to what it was, and is as new")
  func field() throws {
    paced.fill(\.name, "")
    form[\.remarks] = "Hello"
    form.reset(form.id(\.name))
    #expect(form.state.value.name == "Ada" && form.field(\.name)?.isEdited == false)
    #expect(form.field(\.name)?.isTouched == false && form.state.value.remarks == "Hello")
    let guest = try #require(form.id(\.guests, 1, \.name))
    form.enter(.text("Dora"), at: guest)
    form.reset(guest)
    #expect(names == ["Bea", "Cleo"] && form.state[guest]?.isDirty == false)
    form.removeRow(rows[0])
    form.enter(.text("x"), at: guest)
    form.reset(list)
    #expect(names == ["Bea", "Cleo"] && form.field(\.guests)?.isDirty == false)
  }
}
