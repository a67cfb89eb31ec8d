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
    "No thread could be started: \(reason.reason). Raise the limit of processes (ulimit -u), or end "
      + "other programs."
  }
}
