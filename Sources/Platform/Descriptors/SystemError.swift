/// An error of a system call.
///
///     SystemError(ENOENT).reason  // "No such file or directory"
package struct SystemError: Error, Hashable, Sendable {
  /// The call's `errno`.
  package let code: CInt

  /// Uses the last call's error, or a given one.
  package init(_ code: CInt = errno) { self.code = code }

  /// The system's message, without a full stop.
  package var reason: String { String(cString: strerror(code)) }
}
