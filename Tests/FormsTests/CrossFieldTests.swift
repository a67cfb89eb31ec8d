import Forms
import Reactive
import TestSupport
import Testing

@Suite("A rule that reads several fields") @MainActor
struct CrossFieldTests {
  let paced = PacedForm(Profile(), .profile)
  var form: FormViewModel<Profile> { paced.form }

  @Test("A mismatch goes when either side is put right")
  func eitherSide() {
    form[\.password] = "secret"
    paced.fill(\.confirmation, "secreT")
    #expect(paced.issue(\.confirmation) == .mismatch)
    form[\.password] = "secreT"
    #expect(paced.issue(\.confirmation) == nil, "The other field was corrected.")
    form[\.password] = "other"
    #expect(paced.issue(\.confirmation) == .mismatch)
    form[\.confirmation] = "other"
    #expect(paced.issue(\.confirmation) == nil)
  }

  @Test("It is reported whatever else is wrong in the form")
  func independent() {
    #expect(!form.state.isValid)
    form[\.start] = 7
    #expect(paced.bars(\.end) == ["order"])
    #expect(paced.bars(\.name) == [.required, .tooShort])
  }

  @Test("It is evaluated when what it reads changes, and at no other time")
  func onlyWhatItReads() {
    let count = Locked(0)
    let paced = PacedForm(
      Profile(),
      [
        .text("name", \.name), .text("start", \.start, as: .integer),
        .text("end", \.end, as: .integer)
          .rule(
            ValidationRule(ValidationIssue("order")) { value in
              count.withLock { $0 += 1 }
              return value.start < value.end
            }, reading: \.start),
      ])
    #expect(count.withLock { $0 } == 1)
    paced.form[\.name] = "ann"
    paced.form.leave(\.name)
    #expect(count.withLock { $0 } == 1)
    paced.form[\.start] = 5
    paced.form[\.end] = 6
    #expect(count.withLock { $0 } == 3)
  }

  @Test("It says nothing while one of its fields cannot be read, or is hidden")
  func unreadable() {
    form[\.start] = 7
    form.enter(.text("seven"), at: form.id(\.start))
    #expect(paced.bars(\.start) == [.notANumber])
    #expect(paced.bars(\.end) == [])
    let hiding = PacedForm(
      Profile(isCompany: true),
      [
        .toggle("isCompany", \.isCompany),
        .text("company", \.company).shown { $0.isCompany },
        .text("name", \.name)
          .rule(
            ValidationRule(ValidationIssue("same")) { $0.name == $0.company }, reading: \.company),
      ])
    hiding.form[\.name] = "ann"
    #expect(hiding.bars(\.name) == ["same"])
    hiding.form[\.isCompany] = false
    #expect(hiding.bars(\.name) == [])
    hiding.form[\.isCompany] = true
    #expect(hiding.bars(\.name) == ["same"])
  }

  @Test("It sees one snapshot: never a new value of one field with an old one of the other")
  func oneSnapshot() {
    var states: [(Int, Int, [ValidationIssue.Code])] = []
    let watching = form.$state.sink { state in
      let end = state.fields.first { $0.name == "end" }
      states.append((state.value.start, state.value.end, end?.issues.map(\.code) ?? []))
    }
    form[\.end] = 9
    form[\.start] = 9
    form[\.start] = 3
    for (start, end, issues) in states { #expect(issues == (start < end ? [] : ["order"])) }
    #expect(states.count == 4)
    watching.cancel()
  }
}
