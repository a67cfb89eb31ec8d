/// A closure on its way to another thread.
///
/// Combine's signatures take closures that are not marked as sendable; as there, the caller is
/// responsible for the use of their captures on the scheduler.
struct ScheduledWork: @unchecked Sendable {
  let action: () -> Void
  init(_ action: @escaping () -> Void) { self.action = action }
}
