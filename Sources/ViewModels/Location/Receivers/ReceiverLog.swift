import Positioning
import Reactive
import ReactiveExtras

/// A log of a receiver: every byte that it sends is appended to a file.
///
///     let log = try ReceiverLog(path: path, scheduler: scheduler)
///     let provider = ReceiverLocationProvider(
///       source: source.logged(in: log), scheduler: scheduler)
///
/// Whole lines are written as soon as they are complete, so that the program never leaves a partial
/// sentence, however it ends; a second after the first of them the system is asked to write them to
/// the disk, so that a power cut costs about a second. If they cannot be written, as on a full
/// disk, ``problem`` reports it, and lines are lost until there is room again; the receiver is
/// still followed. Belongs to its scheduler.
public final class ReceiverLog {
  /// The file's path.
  public let path: String
  private let file: any ReceiverLogFile
  private let syncTimer: OneShotTimer
  private let problems = CurrentValueSubject<ReceiverLogProblem?, Never>(nil)
  private var lines = ReceiverLogLines()
  /// True if the file ends in the middle of a line, which gets its end before anything is added.
  private var endsInLine = false

  /// The time until the lines are brought to the disk.
  static let syncInterval = Duration.seconds(1)

  /// Opens a log to continue it, or makes a new one.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - format: The format of the data to record; nil if unknown.
  ///   - scheduler: The scheduler that measures time; the provider's.
  /// - Throws: `ReceiverLogRefusal` if the file cannot be written, or contains anything but a
  ///   receiver's data, or data of another format.
  public convenience init(
    path: String, format: TraceFormat? = nil,
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) throws(ReceiverLogRefusal) {
    self.init(path: path, file: try SystemLogFile(path: path, format: format), scheduler: scheduler)
  }

  init(path: String, file: some ReceiverLogFile, scheduler: some Scheduler<MonotonicInstant>) {
    (self.path, self.file) = (path, file)
    syncTimer = OneShotTimer(scheduler)
    endsInLine = !file.endsWithLine
  }

  deinit {
    endLine()
    file.sync()
  }

  /// The current problem, sent to each subscriber first; nil if there is none.
  public var problem: AnyPublisher<ReceiverLogProblem?, Never> {
    problems.removeDuplicates().eraseToAnyPublisher()
  }

  /// Adds the bytes that have come.
  public func add(_ bytes: [UInt8]) { write(lines.add(bytes)) }

  /// Adds the half of a line that was left when the receiver went.
  public func endLine() { write(lines.finish()) }

  private func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let start: [UInt8] = endsInLine ? [0x0D, 0x0A] : []
    let (written, failure) = file.write(start + bytes)
    if written > 0, !syncTimer.isSet {
      syncTimer.set(at: syncTimer.now + Self.syncInterval) { [file] in file.sync() }
    }
    guard let failure else {
      endsInLine = false
      if problems.value != nil { problems.send(nil) }
      return
    }
    // An unfinished line fails its checksum.
    if written > 0 { endsInLine = (start + bytes)[written - 1] != 0x0A }
    let lost = (problems.value?.lostBytes ?? 0) + bytes.count - max(0, written - start.count)
    problems.send(ReceiverLogProblem(path: path, reason: failure, lostBytes: lost))
  }
}

/// The bytes of a log that are about to be written: whole lines.
struct ReceiverLogLines: Sendable {
  private var rest: [UInt8] = []

  /// Longer ones are not lines, and are not kept until their end.
  private static let longestLine = 4096

  /// Adds bytes, and returns those to be written now.
  mutating func add(_ bytes: [UInt8]) -> [UInt8] {
    rest += bytes
    let end = rest.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return take(rest.count - end > Self.longestLine ? rest.count : end)
  }

  /// Returns the rest, with an end to its line.
  mutating func finish() -> [UInt8] {
    guard !rest.isEmpty else { return [] }
    rest += [0x0D, 0x0A]
    return take(rest.count)
  }

  private mutating func take(_ count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    defer { rest.removeFirst(count) }
    return Array(rest.prefix(count))
  }
}

/// A problem with a log while it is written; its description has the remedy.
public struct ReceiverLogProblem: Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// The system's reason.
  public let reason: String
  /// The number of bytes that could not be written.
  public let lostBytes: Int

  /// One sentence.
  public var description: String {
    "\(path): cannot be written (\(reason)); \(lostBytes) bytes are missing in it; "
      + "check the disk, and make room if it is full"
  }
}

/// A source whose bytes are also appended to a log.
final class LoggedSource: ReceiverSource {
  private let source: any ReceiverSource
  private let log: ReceiverLog

  init(_ source: any ReceiverSource, in log: ReceiverLog) {
    (self.source, self.log) = (source, log)
  }

  var name: String { source.name }

  func open(
    on scheduler: any Scheduler<MonotonicInstant>, _ report: @escaping (ReceiverEvent) -> Void
  ) {
    source.open(on: scheduler) { [log] event in
      switch event {
      case .bytes(let bytes): log.add(bytes)
      case .disconnected, .ended, .restarted: log.endLine()
      case .connected: break
      }
      report(event)
    }
  }

  func close() {
    source.close()
    log.endLine()
  }

  func readOtherwise() -> Bool { source.readOtherwise() }
}

extension ReceiverSource {
  /// The same source, whose bytes are also appended to a log.
  public func logged(in log: ReceiverLog) -> some ReceiverSource { LoggedSource(self, in: log) }
}
