/// A closure on its way to another thread.
///
/// Combine's signatures take closures that are not marked as sendable; as there, it is the caller
/// who sees to it that what they capture may be used where the scheduler runs them.
struct ScheduledWork: @unchecked Sendable {
  let action: () -> Void
  init(_ action: @escaping () -> Void) { self.action = action }
}
