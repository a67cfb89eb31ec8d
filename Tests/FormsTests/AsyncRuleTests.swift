import Reactive
import ReactiveExtras
import TestSupport
import Testing

@testable import Forms

@Suite("A rule whose answer takes a while") @MainActor
struct AsyncRuleTests {
  let oracle = Oracle()

  private func form(_ rule: AsyncValidationRule<String>) -> PacedForm<Profile> {
    PacedForm(
      Profile(),
      [
        .text("name", \.name, .required, .minimumLength(3)).check(rule, of: \.name),
        .text("email", \.email, .required),
      ])
  }

  @Test("A late answer does not clear a newer issue of the other rules, nor say anything itself")
  func lateAnswer() {
    let paced = form(oracle.rule())
    paced.form[\.name] = "anna"
    paced.wait(300)
    paced.form[\.name] = "a"
    oracle.answer(0, "taken")
    paced.wait()
    #expect(paced.bars(\.name) == [.tooShort])
    #expect(paced.form.field(\.name)?.isValidating == false)
  }

  @Test("The answer to an older value is dropped, and its question cancelled")
  func stale() {
    let paced = form(oracle.rule())
    paced.form[\.name] = "anna"
    paced.wait(300)
    paced.form[\.name] = "annab"
    #expect(oracle.cancelled == ["anna"])
    paced.wait(300)
    oracle.answer(0, "taken")
    paced.wait()
    #expect(paced.bars(\.name) == [] && paced.form.state.isValidating)
    oracle.answer(1, "forbidden", "taken")
    paced.wait()
    #expect(paced.bars(\.name) == ["forbidden", "taken"], "An answer can have several issues.")
    #expect(oracle.asked == ["anna", "annab"])
  }

  @Test("A debounce that is begun anew or given up leaves no work behind to wake a program for")
  func debounceGivenUp() {
    let paced = form(oracle.rule())
    paced.form[\.name] = "anna"
    paced.wait(100)
    paced.form[\.name] = "annab"
    #expect(paced.clock.nextDate == MonotonicInstant(nanoseconds: 400_000_000))
    paced.form[\.name] = ""
    #expect(!paced.clock.hasWork)
  }

  @Test("The form counts as validating from the key on, its debounce included")
  func pendingDuringDebounce() {
    let paced = form(oracle.rule())
    paced.form[\.email] = "x"
    paced.form[\.name] = "anna"
    #expect(paced.form.state.isValidating && !paced.form.state.isValid)
    #expect(oracle.asked.isEmpty)
    paced.wait(299)
    #expect(oracle.asked.isEmpty && paced.form.state.isValidating)
    paced.wait(1)
    #expect(oracle.asked == ["anna"] && paced.form.state.isValidating)
    oracle.answer(0)
    paced.wait()
    #expect(!paced.form.state.isValidating && paced.form.state.isValid)
    #expect(paced.form.field(\.name)?.isChecked == true)
  }

  @Test("Each further key sets the debounce going anew; it is the rule's own")
  func debounce() {
    let paced = form(oracle.rule(debounce: .milliseconds(100)))
    for text in ["ann", "anna", "annab"] {
      paced.form[\.name] = text
      paced.wait(99)
    }
    #expect(oracle.asked.isEmpty)
    paced.wait(1)
    #expect(oracle.asked == ["annab"])
  }

  @Test("It is asked only once the other rules are met, and not again for the same value")
  func onlyWhenNeeded() {
    let paced = form(oracle.rule())
    paced.form[\.name] = "an"
    paced.wait(1000)
    #expect(oracle.asked.isEmpty)
    paced.form[\.name] = "ann"
    paced.wait(300)
    oracle.answer(0, "taken")
    paced.wait()
    paced.form[\.name] = "ann "
    paced.wait(1000)
    #expect(oracle.asked == ["ann"], "Rules see it trimmed, so it is the same.")
    #expect(paced.bars(\.name) == ["taken"])
    paced.form[\.name] = "an"
    #expect(paced.bars(\.name) == [.tooShort])
    paced.form[\.name] = "ann"
    #expect(paced.bars(\.name) == ["taken"] && oracle.asked == ["ann"])
  }

  @Test("A question that is never answered does not keep the form pending for ever")
  func timeout() {
    let paced = form(oracle.rule(timeout: .seconds(5)))
    paced.form[\.email] = "x"
    paced.form[\.name] = "anna"
    paced.wait(300 + 4999)
    #expect(paced.form.state.isValidating)
    paced.wait(1)
    #expect(!paced.form.state.isValidating)
    #expect(paced.form.state.isValid, "A check that failed bars nothing.")
    #expect(paced.form.state.formIssues.map(\.code) == [.unchecked])
  }

  @Test("A question that fails, or ends without an answer, leaves the value unchecked")
  func failure() {
    for end in [oracle.fail, oracle.finish] {
      let paced = form(oracle.rule())
      paced.form[\.name] = "anna"
      paced.wait(300)
      end(oracle.asked.count - 1)
      paced.wait()
      #expect(!paced.form.state.isValidating && paced.bars(\.name).isEmpty)
      #expect(paced.form.state.formIssues.map(\.code) == [.unchecked])
      paced.form[\.name] = "annab"
      #expect(paced.form.state.formIssues.isEmpty)
    }
  }

  @Test("One slow field does not hold back what is wrong with others")
  func slow() {
    let paced = form(oracle.rule())
    paced.form[\.name] = "anna"
    paced.wait(300)
    paced.form[\.email] = "x"
    paced.form[\.email] = ""
    paced.form.leave(\.email)
    #expect(paced.issue(\.email) == .required)
    #expect(paced.form.submit() == paced.form.id(\.email), "No need to wait to refuse it.")
  }

  @Test("An expensive question waits until the field is left")
  func onLeaving() {
    let paced = form(oracle.rule(trigger: .leaving))
    paced.form[\.name] = "anna"
    paced.wait(10_000)
    #expect(oracle.asked.isEmpty && !paced.form.state.isValidating)
    paced.form.leave(\.name)
    #expect(oracle.asked == ["anna"] && paced.form.state.isValidating)
    oracle.answer(0, "taken")
    paced.wait()
    #expect(paced.issue(\.name) == "taken")
  }

  @Test("A question about several fields is asked when one of them changes, and ends")
  func acrossFields() {
    let paced = PacedForm(
      Profile(),
      [
        .text("name", \.name, .required),
        .text("email", \.email)
          .check(oracle.rule(), reading: [\.name]) { $0.name + "@" + $0.email },
      ])
    paced.form[\.name] = "ann"
    paced.form[\.email] = "x"
    paced.wait(300)
    #expect(oracle.asked == ["ann@x"])
    paced.form[\.name] = "bob"
    paced.wait(300)
    #expect(oracle.asked == ["ann@x", "bob@x"])
    oracle.answer(1, "taken")
    paced.wait()
    #expect(paced.bars(\.email) == ["taken"] && !paced.form.state.isValidating)
    paced.form[\.name] = ""
    #expect(!paced.form.state.isValidating && paced.bars(\.name) == [.required])
  }

  @Test("A saved value is not asked about")
  func baseline() {
    let paced = PacedForm(
      Profile(name: "anna"),
      [.text("name", \.name, .required).check(oracle.rule(), of: \.name)])
    paced.form[\.name] = "annab"
    paced.form[\.name] = "anna"
    paced.wait(1000)
    #expect(oracle.asked.isEmpty && paced.form.state.isValid)
  }

  @Test("Blocking functions are run where they are told to, and the answer comes to the form")
  func blocking() {
    let background = VirtualTimeScheduler()
    let rule = AsyncValidationRule<String>(on: background) { name in
      name == "anna" ? [ValidationIssue("taken")] : []
    }
    let paced = form(rule)
    paced.form[\.name] = "anna"
    paced.wait(300)
    #expect(paced.form.state.isValidating)
    background.advance()
    #expect(paced.form.state.isValidating, "It arrives by the form's scheduler.")
    paced.wait()
    #expect(paced.bars(\.name) == ["taken"])
  }

  @Test("Asynchronous functions are asked, too")
  func asynchronous() async {
    let rule = AsyncValidationRule<String>(debounce: .zero) { name in
      [ValidationIssue(ValidationIssue.Code(rawValue: name))]
    }
    let subject = rule.question("late")
    for await answer in subject.catch({ _ in Empty<[ValidationIssue], Never>() }).values {
      #expect(answer.map(\.code) == ["late"])
    }
  }
}
