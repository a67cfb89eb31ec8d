import Reactive
import TestSupport
import Testing

@testable import Forms

@Suite("When a form shows what is wrong") @MainActor
struct FormVisibilityTests {
  let paced = PacedForm(Profile(), .profile)
  var form: FormViewModel<Profile> { paced.form }

  @Test("Not every field is red at the first key: quiet until it is left, then live")
  func quietThenLive() {
    form[\.name] = "a"
    #expect(form.state.fields.allSatisfy { $0.shownIssue == nil })
    #expect(!form.state.isValid)
    form.leave(\.name)
    #expect(paced.issue(\.name) == .tooShort)
    form[\.name] = "ann"
    #expect(paced.issue(\.name) == nil, "A corrected error is not complained of.")
    form[\.name] = "an"
    #expect(paced.issue(\.name) == .tooShort, "Live from now on.")
    #expect(form.state.fields.filter { $0.shownIssue != nil }.map(\.name) == ["name"])
  }

  @Test("A field that was only passed through says nothing")
  func passedThrough() {
    form.leave(\.name)
    #expect(paced.issue(\.name) == nil)
    form[\.name] = "a"
    #expect(paced.issue(\.name) == nil, "It is typed into for the first time.")
  }

  @Test("An issue that typing on cannot put right is said at once")
  func failedAtOnce() {
    form[\.name] = "anneliese"
    #expect(paced.issue(\.name) == .tooLong)
    form[\.email] = "a b"
    #expect(paced.issue(\.email) == .forbiddenCharacter)
  }

  @Test("A number that cannot be read is quiet, too, until its field is left; then it is live")
  func unreadable() {
    let paced = PacedForm(Guests(), [.text("guests", \.guests, as: .integer, .range(1...12))])
    let (form, guests) = (paced.form, paced.form.id(\Guests.guests))
    form.enter(.text("abc"), at: guests)
    #expect(paced.issue(\.guests) == nil && paced.bars(\.guests) == [.notANumber])
    form.leave(\.guests)
    #expect(paced.issue(\.guests) == .notANumber)
    form.enter(.text("3"), at: guests)
    #expect(paced.issue(\.guests) == nil)
    form.enter(.text("3x"), at: guests)
    #expect(paced.issue(\.guests) == .notANumber, "Live from now on.")
  }

  private struct Guests {
    var guests = 2
  }

  @Test("A form can speak from the first key, or only after it was submitted")
  func otherTimes() {
    let eager = PacedForm(Profile(), .profile, visibility: .whileTyping)
    eager.form[\.name] = "a"
    #expect(eager.issue(\.name) == .tooShort)
    let patient = PacedForm(Profile(), .profile, visibility: .afterSubmitting)
    patient.fill(\.name, "anneliese")
    #expect(patient.issue(\.name) == nil)
    patient.form.submit()
    #expect(patient.issue(\.name) == .tooLong)
  }

  @Test("A field can have a time of its own")
  func fieldsOwn() {
    let paced = PacedForm(
      Profile(),
      [
        .text("name", \.name, .minimumLength(3)),
        .text("email", \.email, .minimumLength(3)).issues(.whileTyping),
      ])
    paced.form[\.name] = "a"
    paced.form[\.email] = "a"
    #expect(paced.issue(\.name) == nil && paced.issue(\.email) == .tooShort)
  }

  @Test("Edited, dirty, pristine and touched mean what they are said to mean")
  func words() throws {
    #expect(!form.state.isEdited && !form.state.isDirty && !form.state.isTouched)
    form[\.name] = "ann"
    #expect(form.state.isEdited && form.state.isDirty && !form.state.isTouched)
    form[\.name] = ""
    #expect(form.state.isEdited, "It has been changed, even if it was changed back.")
    #expect(!form.state.isDirty, "It is as it was.")
    #expect(form.field(\.name)?.isEdited == true && form.field(\.email)?.isEdited == false)
    form.leave(\.email)
    #expect(form.state.isTouched && form.field(\.name)?.isTouched == false)
    form.submit()
    #expect(form.state.fields.allSatisfy { $0.isTouched })
    #expect(form.field(\.email)?.isEdited == false)
  }

  @Test("One issue a field in the order of its rules, and all of them in that order")
  func firstAndAll() {
    #expect(paced.bars(\.name) == [.required, .tooShort])
    form.submit()
    #expect(paced.issue(\.name) == .required)
    form[\.name] = "a"
    #expect(paced.bars(\.name) == [.tooShort])
  }

  @Test("A warning is shown and bars nothing")
  func warning() throws {
    let paced = PacedForm(
      Profile(name: "ann"),
      [.text("name", \.name, .required, .minimumLength(5).asWarning(), .maximumLength(8))])
    #expect(paced.form.state.isValid)
    #expect(paced.form.field(\.name)?.warnings == [], "Nothing has been typed yet.")
    paced.form[\.name] = "anna"
    let field = try #require(paced.form.field(\.name))
    #expect(field.warnings.map(\.code) == [.tooShort] && field.issues.isEmpty)
    #expect(paced.form.submit() == nil)
    paced.wait()
    #expect(paced.form.state.value.name == "anna")
    guard case .succeeded = paced.form.state.submission else {
      Issue.record("A warning kept the form from being submitted.")
      return
    }
  }

  @Test("A checklist has each rule with how it is met, before anything is typed")
  func checklist() throws {
    let list = try #require(form.field(\.name)).checklist
    #expect(list.map(\.requirement.code) == [.required, .tooShort, .tooLong])
    #expect(list.map { $0.state == .met } == [false, false, true])
  }

  @Test("Texts are made when they are drawn: another language renders them anew")
  func language() {
    form.submit()
    form[\.name] = "a"
    #expect(form.message(for: \.name) == "Name needs at least 3 characters")
    var changes = 0
    let watching = form.objectWillChange.sink { _ in changes += 1 }
    form.messages.templates[.tooShort] = "{field} braucht {minimum} Zeichen"
    form.messages.labels = ["name": "Der Name", "plan.extraLarge": "sehr groß"]
    #expect(changes == 2)
    #expect(form.message(for: \.name) == "Der Name braucht 3 Zeichen")
    guard let plan = form.field(\.plan), case .choice(let options, _) = plan.control else { return }
    #expect(options.map(\.label) == ["Small", "Extra Large"])
    #expect(form.messages.label(of: options[1], in: plan) == "sehr groß")
    watching.cancel()
  }

  @Test("Labels are names made readable, unless something else is said")
  func labels() {
    #expect(FormField<Profile>.label(of: "phoneNumbers") == "Phone numbers")
    #expect(FormField<Profile>.text("a", \.name, label: "B").label == "B")
    #expect(form.field(\.isCompany)?.label == "Is company")
  }
}
