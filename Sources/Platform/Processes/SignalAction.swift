/// `sigaction(2)`, without the differences between the systems.
package enum SignalAction {
  /// Installs `handler` and returns the action it replaces; nil if the system refuses.
  package static func install(
    _ number: Int32, flags: Int32, handler: @convention(c) @escaping (Int32) -> Void
  ) -> sigaction? {
    var new = sigaction()
    var old = sigaction()
    #if canImport(Glibc)
      new.__sigaction_handler.sa_handler = handler
    #else
      new.__sigaction_u.__sa_handler = handler
    #endif
    new.sa_flags = flags
    sigemptyset(&new.sa_mask)
    return sigaction(number, &new, &old) == 0 ? old : nil
  }

  /// Sets the action of a signal, unless it is ignored, as under `nohup` or in the background of a
  /// script: an ignored signal stays ignored.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - handler: The action; nil for the system's default.
  package static func set(_ number: Int32, to handler: (@convention(c) (Int32) -> Void)?) {
    let before = signal(number, handler ?? SIG_DFL)
    // SIG_IGN is the address 1, which is not a function and cannot be compared as one.
    if unsafeBitCast(before, to: Int.self) == 1 { signal(number, SIG_IGN) }
  }

  /// Returns true if an action is to ignore the signal.
  package static func isIgnored(_ action: sigaction) -> Bool {
    // SIG_IGN is the address 1, which is not a function and cannot be compared as one.
    address(of: action) == 1
  }

  /// Returns true if an action is the system's own.
  package static func isDefault(_ action: sigaction) -> Bool { address(of: action) == 0 }

  private static func address(of action: sigaction) -> Int {
    #if canImport(Glibc)
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #else
      unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #endif
  }
}
