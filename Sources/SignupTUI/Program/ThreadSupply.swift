/// The reason why the system provides no thread for this program.
///
/// A queue waits silently for a thread, so commands that need queues check first.
struct ThreadSupply: Error, CustomStringConvertible {
  private let reason: SystemError

  /// Throws if the system provides no threads.
  static func check() throws(ThreadSupply) {
    do throws(SystemError) { try WorkerThread.check() } catch { throw ThreadSupply(reason: error) }
  }

  var description: String {
    "Cannot start a thread: \(reason.reason). Raise the process limit (ulimit -u), or stop "
      + "other programs."
  }
}
