import Testing

/// The promises in the documentation of a module.
///
///     @Test("It keeps its promises", arguments: Catalogue.Promise.allCases)
///     func keeps(promise: Catalogue.Promise) {
///       #expect(catalogue.breaches(of: promise) == [])
///     }
extension Catalogue {
  package enum Promise: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case examplesRun = "every example is run by a test, letter for letter"
    case outputsExpected = "every output that an example states is what its test expects"
    case everythingListed = "the landing page lists everything public"

    package var testDescription: String { rawValue }
  }

  /// Where the documentation does not keep a promise, and how.
  package func breaches(of promise: Promise) -> [String] {
    switch promise {
    case .examplesRun: untested
    case .outputsExpected: unexpected
    case .everythingListed: unlisted
    }
  }
}
