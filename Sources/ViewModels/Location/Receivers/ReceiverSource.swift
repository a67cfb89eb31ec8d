import Reactive
import ReactiveExtras

/// Where a receiver's bytes come from: a serial line, a connection, a pipe, a file that grows.
///
///     let provider = ReceiverLocationProvider(source: .serial("/dev/ttyUSB0", baud: 4800))
///
/// A source knows nothing of positions, and does not try again: ``ReceiverLocationProvider``
/// decides when it is opened anew. It belongs to the scheduler that it is opened on and is called
/// on its thread alone. One that plays a script takes a dozen lines, for tests on virtual time.
public protocol ReceiverSource: AnyObject {
  /// What it is in a few words: `/dev/ttyUSB0 at 4800 baud`.
  var name: String { get }

  /// Opens it, and reports on the scheduler's thread what comes of that.
  ///
  /// The first report is `.connected` or `.disconnected`; after `.disconnected` and `.ended` there
  /// are no more. Opening again drops whatever was open before.
  ///
  /// - Parameters:
  ///   - scheduler: Whose thread reports are made on.
  ///   - report: What to do with each of them.
  func open(
    on scheduler: any Scheduler<MonotonicInstant>, _ report: @escaping (ReceiverEvent) -> Void)

  /// Closes it; nothing is reported any more.
  func close()

  /// Changes how the bytes are read, because no sentence is found in them; false where there is
  /// nothing left to try.
  func readOtherwise() -> Bool
}

extension ReceiverSource {
  /// Changes nothing.
  public func readOtherwise() -> Bool { false }
}

/// What a source of a receiver's bytes reports.
public enum ReceiverEvent: Hashable, Sendable {
  /// It is open; bytes may come.
  case connected
  /// Bytes as they came.
  case bytes([UInt8])
  /// What comes next does not carry on what came before: a file was written anew.
  case restarted
  /// It could not be opened, or is gone.
  case disconnected(ReceiverError)
  /// There is no more, and never will be.
  case ended
}
