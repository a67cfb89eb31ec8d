import Reactive
import ViewModels

/// A logger that a test can read.
final class RecordingLogger: ErrorLogger, Sendable {
  private let recorded = Locked<[String]>([])

  var entries: [String] { recorded.withLock { $0 } }
  func log(_ error: any Error) { note("log \(error)") }
  func note(_ entry: String) { recorded.withLock { $0.append(entry) } }
}
