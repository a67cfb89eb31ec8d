import Dispatch
import Formats
import Platform
import Positioning

/// The file that a log is written to.
protocol ReceiverLogFile: AnyObject, Sendable {
  /// True if it is empty, or its last line has its end.
  var endsWithLine: Bool { get }
  /// Adds bytes; returns the number written, and the reason if not all were.
  func write(_ bytes: [UInt8]) -> (written: Int, failure: String?)
  /// Brings the written bytes to the disk, some time later.
  func sync()
}

/// A log in a file.
final class SystemLogFile: ReceiverLogFile {
  let endsWithLine: Bool
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "receiver-log")

  /// Opens a log, or makes a new one.
  ///
  /// - Parameter format: The format of the data to record; nil if unknown.
  init(path: String, format: TraceFormat? = nil) throws(ReceiverLogRefusal) {
    let target: String
    do throws(FileFailure) { target = try FilePath.resolvingLinks(path) } catch {
      throw .notWritable(path: path, reason: error.reason)
    }
    try Self.checkContent(of: path, for: format)
    // Appends to the end, whatever else writes there. Readable, for its last byte. If the name is a
    // link now, it was replaced after the links were followed.
    let flags = O_RDWR | O_APPEND | O_CREAT | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW
    descriptor = Descriptor.open(target, flags, mode: 0o644)
    guard descriptor >= 0 else { throw .notWritable(path: path, reason: SystemError().reason) }
    guard let status = Descriptor.statusOfFile(descriptor) else {
      close(descriptor)
      throw .notAFile(path: path)
    }
    // Two programs that record in one file would cut each other's lines.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .inUse(path: path)
    }
    var last: UInt8 = 0x0A
    if status.st_size > 0 { _ = pread(descriptor, &last, 1, status.st_size - 1) }
    endsWithLine = last == 0x0A
  }

  deinit { Descriptor.release(descriptor) }

  /// Refuses a file that contains anything but a receiver's data in the format to record: a log is
  /// read in one format.
  private static func checkContent(
    of path: String, for format: TraceFormat?
  ) throws(ReceiverLogRefusal) {
    var status = stat()
    // A file that cannot be examined cannot be opened either.
    guard stat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
    guard !isPacked(path) else { throw .holdsSomethingElse(path: path) }
    let found: TraceFormat
    do throws(TraceError) {
      // To a trace's reader a single - is standard input.
      found = try TraceFile(path: path.begins(with: "/") ? path : "./" + path).format
    } catch {
      switch error {
      case .missing, .empty: return
      case .unreadable(_, let reason): throw .notWritable(path: path, reason: reason)
      default: throw .holdsSomethingElse(path: path)
      }
    }
    guard found == .nmea || found == .gpsd else { throw .holdsSomethingElse(path: path) }
    if let format, format != found {
      throw .holdsOtherFormat(path: path, format: found, wanted: format)
    }
  }

  /// Returns true if a file is packed with gzip: a trace's reader unpacks it, but nothing can be
  /// added.
  private static func isPacked(_ path: String) -> Bool {
    let file = Descriptor.open(path, O_RDONLY)
    guard file >= 0 else { return false }
    defer { close(file) }
    var magic: (UInt8, UInt8) = (0, 0)
    return pread(file, &magic, 2, 0) == 2 && magic == (0x1F, 0x8B)
  }

  func write(_ bytes: [UInt8]) -> (written: Int, failure: String?) {
    let written = bytes.withUnsafeBytes { Descriptor.writeAll($0, to: descriptor) }
    return (written, written < bytes.count ? SystemError().reason : nil)
  }

  func sync() {
    // A disk takes its time, and nothing else should wait for it.
    queue.async {
      #if canImport(Glibc)
        while fdatasync(self.descriptor) != 0, errno == EINTR {}
      #else
        while fsync(self.descriptor) != 0, errno == EINTR {}
      #endif
    }
  }
}

/// The reason why nothing can be recorded in a file; its description has the remedy.
public enum ReceiverLogRefusal: Error, Hashable, Sendable {
  /// The file cannot be opened or made; `reason` is the system's message.
  case notWritable(path: String, reason: String)
  /// The path is a folder, a device or a pipe.
  case notAFile(path: String)
  /// Another program records in it.
  case inUse(path: String)
  /// The file contains anything but a receiver's data.
  case holdsSomethingElse(path: String)
  /// The file contains a log of another format than `wanted`, the one to record.
  case holdsOtherFormat(path: String, format: TraceFormat, wanted: TraceFormat)
}

extension ReceiverLogRefusal: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .notWritable(let path, let reason):
      "\(path): cannot be written (\(reason)); record in another file with --log"
    case .notAFile(let path): "\(path): is not a file; record in a file with --log"
    case .inUse(let path):
      "\(path): another program is recording in it; record in another file with --log"
    case .holdsSomethingElse(let path):
      "\(path): is not a receiver’s log, and was not changed; "
        + "record in another file with --log"
    case .holdsOtherFormat(let path, let format, let wanted):
      "\(path): is a log in \(format.rawValue), but this receiver sends \(wanted.rawValue); "
        + "record in another file with --log"
    }
  }
}
