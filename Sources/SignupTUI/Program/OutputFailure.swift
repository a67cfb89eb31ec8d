/// Standard output could not be written to.
struct OutputFailure: Error, CustomStringConvertible {
  /// The system's `errno`.
  let code: Int32

  /// Throws if a write has failed.
  ///
  /// - Parameter code: The system's `errno`; nil for a write that has succeeded.
  static func check(_ code: Int32?) throws(OutputFailure) {
    if let code { throw OutputFailure(code: code) }
  }

  var isBrokenPipe: Bool { code == EPIPE }

  var description: String {
    "Cannot write to standard output: \(SystemError(code).reason). "
      + "The output is incomplete."
  }
}
