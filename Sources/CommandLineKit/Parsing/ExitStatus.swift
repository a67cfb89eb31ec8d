/// The exit status of the program.
package struct ExitStatus: RawRepresentable, Equatable, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let success = ExitStatus(rawValue: 0)
  /// The data was bad, the work failed, or the user cancelled.
  package static let failure = ExitStatus(rawValue: 1)
  /// The command line was wrong, or a required terminal is missing.
  package static let usage = ExitStatus(rawValue: 2)
}
