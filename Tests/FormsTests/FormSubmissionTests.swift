import Forms
import Reactive
import TestSupport
import Testing

@Suite("The submission of a form") @MainActor
struct FormSubmissionTests {
  let server = Server<Profile>()
  let oracle = Oracle()

  private func form(
    _ rule: AsyncValidationRule<String>? = nil
  ) -> PacedForm<Profile> {
    var name = FormField<Profile>.text("name", \.name, .required)
    if let rule { name = name.check(rule, of: \.name) }
    return PacedForm(
      Profile(email: "x"),
      [
        .toggle("isCompany", \.isCompany),
        .text("company", \.company, .required).shown { $0.isCompany },
        name, .text("email", \.email, .required),
        .list("tags", \.tags, of: .init(), 0...3, [.text("word", \.word, .required)]),
      ], submission: server.submission)
  }

  private func phase(_ paced: PacedForm<Profile>) -> String {
    switch paced.form.state.submission {
    case .idle: "idle"
    case .validating: "validating"
    case .submitting: "submitting"
    case .succeeded(let value): "succeeded \(value.name)"
    case .failed: "failed"
    }
  }

  @Test("Goes from idle through validating and submitting to its outcome")
  func life() {
    let paced = form()
    var phases: [String] = []
    let watching = paced.form.$state.sink { state in
      let phase = "\(state.submission)".prefix { $0 != "(" }
      if phases.last != String(phase) { phases.append(String(phase)) }
    }
    paced.form[\.name] = " anna "
    #expect(paced.form.submit() == nil)
    #expect(phase(paced) == "submitting" && server.received.map(\.name) == ["anna"])
    server.accept()
    paced.wait()
    #expect(phase(paced) == "succeeded anna")
    #expect(phases == ["idle", "submitting", "succeeded"])
    watching.cancel()
  }

  @Test("A second submit while one is under way is ignored, and after a success")
  func twice() {
    let paced = form()
    paced.form[\.name] = "anna"
    paced.form.submit()
    paced.form.submit()
    #expect(server.received.count == 1)
    server.accept()
    paced.wait()
    paced.form.submit()
    #expect(server.received.count == 1)
    paced.form.rebaseline()
    paced.form.submit()
    #expect(server.received.count == 2, "A saved form can be saved again.")
  }

  @Test("It waits for answers that are outstanding, and asks at once what was to wait")
  func waits() {
    let paced = form(oracle.rule())
    paced.form[\.name] = "anna"
    #expect(paced.form.submit() == nil)
    #expect(phase(paced) == "validating" && oracle.asked == ["anna"])
    paced.form.submit()
    #expect(oracle.asked == ["anna"], "Pressed twice is pressed once.")
    oracle.answer(0)
    paced.wait()
    #expect(phase(paced) == "submitting" && server.received.count == 1)
  }

  @Test("An answer that refuses ends the wait and asks for the focus")
  func waitsAndRefuses() {
    let paced = form(oracle.rule(trigger: .leaving))
    paced.form[\.name] = "anna"
    paced.form.submit()
    oracle.answer(0, "taken")
    paced.wait()
    #expect(phase(paced) == "idle" && server.received.isEmpty)
    #expect(paced.focused.values == [paced.form.id(\.name)])
    #expect(paced.issue(\.name) == "taken")
  }

  @Test("A rule that could not be checked is asked again, and then left to the server")
  func unchecked() {
    let paced = form(oracle.rule())
    paced.form[\.name] = "anna"
    paced.wait(300)
    oracle.fail(0)
    paced.wait()
    paced.form.submit()
    #expect(phase(paced) == "validating" && oracle.asked.count == 2)
    oracle.fail(1)
    paced.wait()
    #expect(phase(paced) == "submitting")
  }

  @Test("A check that the submission makes itself is not waited for")
  func settled() {
    let paced = form(oracle.rule(isSettledBySubmission: true))
    paced.form[\.name] = "anna"
    paced.wait(300)
    paced.form.submit()
    #expect(phase(paced) == "submitting" && oracle.cancelled == ["anna"])
    server.reject(FormRejection(ValidationIssue("taken"), at: "name"))
    oracle.answer(0)
    paced.wait()
    #expect(paced.issue(\.name) == "taken", "A pending check does not overwrite it.")
  }

  @Test("An edit while it waits gives it up; after it was sent, it goes on with what was sent")
  func editedMeanwhile() {
    let paced = form(oracle.rule())
    paced.form[\.name] = "anna"
    paced.form.submit()
    paced.form[\.name] = "annab"
    #expect(phase(paced) == "idle")
    paced.wait(300)
    oracle.answer(1)
    paced.wait()
    #expect(server.received.isEmpty)
    paced.form.submit()
    paced.form[\.name] = "annac"
    #expect(phase(paced) == "submitting")
    server.reject(FormRejection(ValidationIssue("taken"), at: "name"))
    paced.wait()
    #expect(paced.bars(\.name) == [], "It is about another name.")
    #expect(server.received.map(\.name) == ["annab"])
  }

  @Test("Errors are judged on the values as they are, however soon")
  func asTheyAre() {
    let paced = form()
    paced.form[\.name] = "anna"
    paced.form[\.email] = ""
    #expect(paced.form.submit() == paced.form.id(\.email))
    #expect(phase(paced) == "idle" && server.received.isEmpty)
  }

  @Test("The first field in display order gets the focus, hidden ones left out")
  func firstInvalid() {
    let paced = form()
    paced.form[\.email] = ""
    #expect(paced.form.submit() == paced.form.id(\.name))
    paced.form[\.isCompany] = true
    #expect(paced.form.submit() == paced.form.id(\.company))
    #expect(paced.focused.values == [paced.form.id(\.name), paced.form.id(\.company)])
    #expect(
      paced.form.state.fields.filter { $0.shownIssue != nil }.map(\.name) == [
        "company", "name", "email",
      ])
  }

  @Test("A server's refusal stays until its field is changed, whatever else is done")
  func serverIssues() {
    let paced = form()
    paced.form[\.name] = "anna"
    paced.form.submit()
    server.reject(
      FormRejection([
        .init(ValidationIssue("odd"), at: ["email"]), .init(ValidationIssue("taken"), at: ["name"]),
      ]))
    paced.wait()
    #expect(phase(paced) == "failed")
    #expect(paced.focused.values == [paced.form.id(\.name)], "In display order.")
    paced.form.leave(\.name)
    paced.form[\.isCompany] = true
    paced.form[\.isCompany] = false
    #expect(paced.issue(\.name) == "taken" && paced.issue(\.email) == "odd")
    #expect(phase(paced) == "idle")
    #expect(paced.form.submit() == paced.form.id(\.name))
    paced.form[\.name] = "annab"
    #expect(paced.issue(\.name) == nil && paced.issue(\.email) == "odd")
    paced.form[\.email] = "y"
    #expect(paced.form.state.isValid)
  }

  @Test("A question that is still pending takes away nothing that the server has refused")
  func pendingQuestion() {
    let paced = form(oracle.rule(isSettledBySubmission: true))
    paced.form[\.name] = "anna"
    paced.wait(300)
    paced.form.submit()
    #expect(oracle.pending == 1 && phase(paced) == "submitting")
    server.reject(FormRejection(ValidationIssue("taken"), at: "name"))
    paced.wait()
    oracle.answer(0)
    paced.wait()
    #expect(paced.issue(\.name) == "taken" && !paced.form.state.isValid)
  }

  @Test("An issue of two fields goes when either is changed; a row is found by its place when sent")
  func serverPaths() throws {
    let paced = form()
    paced.form[\.name] = "anna"
    paced.form[\.tags] = [.init(word: "a"), .init(word: "b")]
    paced.form.submit()
    let second = try #require(paced.form.id(\.tags, 1, \.word))
    paced.form.moveRow(try #require(second.parent), to: 0)
    server.reject(
      FormRejection([
        .init(ValidationIssue("bad"), at: ["tags[1].word"]),
        .init(ValidationIssue("pair"), at: ["name", "email"]),
        .init(ValidationIssue("gone"), at: ["nobody"]),
      ]))
    paced.wait()
    #expect(paced.form.state[second]?.shownIssue?.code == "bad")
    #expect(paced.form.state[second]?.path == "tags[0].word")
    #expect(paced.issue(\.name) == "pair")
    #expect(paced.form.state.formIssues.map(\.code) == ["gone"], "Nothing is lost.")
    paced.form[\.email] = "z"
    #expect(paced.bars(\.name) == [])
    paced.form.removeRow(try #require(second.parent))
    #expect(paced.form.state.isValid)
  }

  @Test("An issue of the whole form is shown and does not keep it from being submitted again")
  func formIssue() {
    let paced = form()
    paced.form[\.name] = "anna"
    paced.form.submit()
    server.reject(FormRejection(ValidationIssue("tryLater")))
    paced.wait()
    #expect(paced.form.state.formIssues.map(\.code) == ["tryLater"])
    #expect(paced.form.state.isValid && paced.focused.values.isEmpty)
    paced.form.submit()
    #expect(phase(paced) == "submitting" && paced.form.state.formIssues.isEmpty)
    #expect(server.received.count == 2)
  }

  @Test("After giving up, a late answer changes nothing")
  func cancelled() {
    let paced = form()
    paced.form[\.name] = "anna"
    paced.form.submit()
    paced.form.cancelSubmission()
    server.accept()
    paced.wait()
    #expect(phase(paced) == "idle")
  }

  @Test("A form without a submission succeeds with its output")
  func alone() {
    let paced = PacedForm(Profile(name: "anna"), [.text("name", \.name, .required)])
    paced.form.submit()
    #expect(paced.form.state.submission == .succeeded(Profile(name: "anna")))
  }

  @Test("A change made from where the state is published is not lost")
  func reentrant() {
    let paced = form()
    let watching = paced.form.$state.sink { state in
      if state.value.name == "anna", state.value.email == "x" { paced.form[\.email] = "y" }
    }
    paced.form[\.name] = "anna"
    #expect(paced.form.state.value.name == "anna" && paced.form.state.value.email == "y")
    watching.cancel()
  }

  @Test("A form goes away with its last reference, whatever is outstanding")
  func noCycle() {
    weak var gone: FormViewModel<Profile>?
    do {
      let paced = form(oracle.rule())
      gone = paced.form
      paced.form[\.name] = "anna"
      paced.wait(300)
      paced.form.submit()
      paced.focused.cancellable = nil
    }
    #expect(gone == nil)
  }
}
