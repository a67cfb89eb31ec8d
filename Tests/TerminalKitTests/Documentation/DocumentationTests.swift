import TestSupport
import Testing

/// The documentation as it stands in the checkout that was built, against this module's tests.
@Suite("Documentation", .enabled(if: !catalogue.articles.isEmpty, "the sources are not there"))
struct DocumentationTests {
  @Test("every example of an article is run by a test, letter for letter")
  func examplesRun() {
    #expect(!catalogue.examples.isEmpty)
    #expect(catalogue.untested == [])
  }

  @Test("every output that an example states is what its test expects")
  func outputsExpected() {
    #expect(catalogue.unexpected == [])
  }

  @Test("the landing page lists everything public")
  func landingPage() {
    #expect(catalogue.unlisted == [], "Add it to the topics of TerminalKit.md.")
  }
}

private let catalogue = Catalogue(of: "TerminalKit")
