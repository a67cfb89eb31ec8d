/// The threads that the system gives this program.
///
/// A queue waits for a thread without a word, so commands that need queues check before they begin.
struct ThreadSupply: Error, CustomStringConvertible {
  private let reason: SystemError

  /// Throws if the system gives no threads.
  static func check() throws(ThreadSupply) {
    do throws(SystemError) { try WorkerThread.check() } catch { throw ThreadSupply(reason: error) }
  }

  var description: String {
    "Cannot start a thread: \(reason.reason). Raise the process limit (ulimit -u), or stop "
      + "other programs."
  }
}
