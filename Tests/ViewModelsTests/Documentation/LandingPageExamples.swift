import TestSupport
import Testing
import ViewModels

@Suite("Documented examples: the landing page") @MainActor
struct LandingPageExamples: @MainActor ExampleSuite {
  let page = PrintedPage()

  @Test("the landing page's form")
  func landingPage() {
    struct Guest: Sendable { var name = "", age = 0 }

    let form = FormViewModel(
      Guest(),
      fields: [
        .text("name", \.name, .required),
        .text("age", \.age, as: .integer, .range(18...120)),
      ])
    form[\.name] = "Ada"
    form.submit()
    print(form.message(for: \.age)!)  // Age must be between 18 and 120
    form[\.age] = 36
    print(form.state.isValid)  // true
    #expect(printed == ["Age must be between 18 and 120", "true"])
  }
}
