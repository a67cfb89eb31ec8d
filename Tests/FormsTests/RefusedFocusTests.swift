import Forms
import ReactiveExtras
import TestSupport
import Testing

@Suite("The focus after a refused submission") @MainActor
struct RefusedFocusTests {
  private let oracle = Oracle()

  private func paced(isSettled: Bool = false) -> PacedForm<Profile> {
    PacedForm(
      Profile(),
      [
        .text("name", \.name, .required)
          .check(oracle.rule(isSettledBySubmission: isSettled), of: \.name),
        .secret("password", \.password, .required),
      ])
  }

  @Test("goes to an earlier field where an answer finds an issue", arguments: [false, true])
  func earlier(isSettled: Bool) {
    let paced = paced(isSettled: isSettled)
    paced.form[\.name] = "anniek"
    #expect(paced.form.submit() == paced.form.id(\.password))
    #expect(oracle.asked == ["anniek"], "It is asked at once.")
    oracle.answer(0, "taken")
    paced.wait()
    #expect(paced.focused.values == [paced.form.id(\.password), paced.form.id(\.name)])
    #expect(paced.issue(\.name) == "taken")
  }

  @Test("stays where nothing is found, and where the user has gone on")
  func stays() {
    let paced = paced()
    paced.form[\.name] = "anna"
    paced.form.submit()
    oracle.answer(0)
    paced.wait()
    #expect(paced.focused.values == [paced.form.id(\.password)])
    paced.form[\.name] = "anniek"
    paced.form.submit()
    paced.form[\.password] = "s"
    oracle.answer(1, "taken")
    paced.wait()
    #expect(paced.focused.values.count == 2)
  }
}

@Suite("Asynchronous functions on virtual time") @MainActor
struct VirtualAnswerTests {
  private actor Store {
    private(set) var names: [String] = []
    func contains(_ name: String) async -> Bool {
      await Task.yield()
      return names.contains(name)
    }
    func add(_ name: String) { names.append(name) }
  }

  @Test("answer, load and send by the clock alone")
  func answers() {
    let clock = VirtualTimeScheduler()
    let store = Store()
    let isFree = AsyncValidationRule<String> { name in
      await store.contains(name) ? [ValidationIssue("taken")] : []
    }
    let form = FormViewModel(
      Profile(),
      fields: [.text("name", \.name, .required).check(isFree, of: \.name)], scheduler: clock,
      send: { await store.add($0.name) })
    func submitted(_ name: String) -> Bool {
      form[\.name] = name
      form.submit()
      clock.advance()
      if case .succeeded = form.state.submission { return true }
      return false
    }
    #expect(submitted("anna"))
    form.reset()
    #expect(!submitted("anna"))
    #expect(form.field(\.name)?.issues == [ValidationIssue("taken")])
  }

  @Test("load options by the clock alone")
  func options() {
    struct Trip: Sendable { var airport: String? }
    let clock = VirtualTimeScheduler()
    let form = FormViewModel(
      Trip(),
      fields: [
        .choice("airport", \.airport, options: []).loading {
          await Task.yield()
          return ["HAM", "BER"]
        }
      ], scheduler: clock)
    form.leave(\.airport)
    clock.advance()
    guard case .choice(let options, _)? = form.field(\.airport)?.control else { return }
    #expect(options.map(\.name) == ["HAM", "BER"])
  }
}
