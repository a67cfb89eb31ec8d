import TestSupport
import Testing

/// The documentation as it stands in the checkout that was built, against this module's tests.
@Suite("Documentation", .enabled(if: !catalogue.articles.isEmpty, "the sources are not there"))
struct DocumentationTests {
  @Test("It keeps its promises", arguments: Catalogue.Promise.allCases)
  func keeps(promise: Catalogue.Promise) {
    #expect(catalogue.breaches(of: promise) == [])
  }
}

private let catalogue = Catalogue(of: "Streams", andTestsOf: "Article")
