/// A suite of the documentation's examples, letter for letter. What they `print` is kept.
package protocol ExampleSuite {
  var page: PrintedPage { get }
}

/// The output of the examples of one test.
package final class PrintedPage {
  package var lines: [String] = []

  package init() {}
}

extension ExampleSuite {
  /// Stands in for the standard library's, so that a test can see what an example prints.
  package func print(_ items: Any...) {
    page.lines.append(items.map { "\($0)" }.joined(separator: " "))
  }

  package var printed: [String] { page.lines }

  /// Runs an example whose outcome is checked elsewhere.
  package func example<T>(_ body: () throws -> T) rethrows -> T { try body() }
}
