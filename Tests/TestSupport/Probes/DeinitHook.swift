/// Runs a closure when it is freed.
package final class DeinitHook: @unchecked Sendable {
  // Sendable because one thread at a time has it.
  private let onDeinit: () -> Void

  package init(_ onDeinit: @escaping () -> Void = {}) { self.onDeinit = onDeinit }

  deinit { onDeinit() }
}
