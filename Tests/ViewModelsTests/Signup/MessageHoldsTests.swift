import Testing

@testable import ViewModels

@Suite("When what is wrong with a field may be said")
struct MessageHoldsTests {
  /// A form that is filled in: its holds, with the verdict that they are on.
  struct Form {
    var holds = MessageHolds(timing: SignupTiming())
    var input = SignupInput()
    var verdict: SignupVerdict { SignupRules.shortNames.verdict(input) }

    mutating func edit(_ field: SignupField, _ text: String) {
      let old = verdict
      input[field] = text
      holds.edited([field], from: old, to: verdict)
    }

    /// Whether the line and the field's own message may say what is wrong.
    func allows(_ field: SignupField) -> [Bool] {
      [holds.allowsLine(field), holds.allowsMessage(field)]
    }
  }
  var form = Form()

  @Test("The line waits when the field is typed for the first time, its own message does not")
  mutating func firstTyping() {
    #expect(form.holds.nextRest(form.verdict) == nil, "Nothing is waited for in an empty form.")
    form.edit(.username, "a")
    #expect(form.allows(.username) == [false, true])
    #expect(form.holds.nextRest(form.verdict) == .milliseconds(500))
    form.holds.rested(for: .milliseconds(499), form.verdict)
    #expect(form.allows(.username) == [false, true])
    form.holds.rested(for: .milliseconds(500), form.verdict)
    #expect(form.allows(.username) == [true, true])
    #expect(form.holds.nextRest(form.verdict) == nil)
    form.edit(.username, "an")
    #expect(form.allows(.username) == [true, true], "It is still the same that is wrong.")
    form.edit(.username, "an!")
    #expect(form.allows(.username) == [false, true], "Now it is something else.")
  }

  @Test("Both wait when the field was right, unless typing on does not put it right")
  mutating func wasRight() {
    form.edit(.username, "ann")
    form.edit(.username, "an")
    #expect(form.allows(.username) == [false, false])
    form.edit(.username, "an!")
    #expect(form.allows(.username) == [false, true])
    form.edit(.username, "an")
    #expect(form.allows(.username) == [false, true], "It has been called wrong already.")
  }

  @Test("Leaving a field ends its hold, but none that has not begun; submitting ends all")
  mutating func leftAndSubmitted() {
    form.holds.left(.username, form.verdict)
    #expect(form.allows(.username) == [false, true])
    form.edit(.username, "an")
    form.edit(.password, "short")
    form.holds.left(.username, form.verdict)
    #expect(form.allows(.username) == [true, true])
    #expect(form.allows(.password) == [false, true])
    form.holds.submitted(form.verdict)
    #expect(form.allows(.password) == [true, true])
  }

  @Test("A repetition waits for its password, which may be under way")
  mutating func repetition() {
    form.edit(.password, "Correct-horse-7")
    form.edit(.confirmation, "Correct-horse-7")
    form.edit(.password, "Correct")
    #expect(form.holds.nextRest(form.verdict) == .milliseconds(500))
    form.holds.rested(for: .milliseconds(499), form.verdict)
    #expect(form.allows(.confirmation) == [false, false])
    form.holds.rested(for: .milliseconds(500), form.verdict)
    #expect(form.allows(.confirmation) == [false, true], "The line has another thing to say.")
    form.edit(.password, "Correct-horse-8")
    #expect(form.holds.nextRest(form.verdict) == .milliseconds(200))
  }
}
