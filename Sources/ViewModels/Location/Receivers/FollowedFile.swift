import Platform
import Reactive
import ReactiveExtras

extension ReceiverSource where Self == FollowedFile {
  /// A file that another program writes.
  public static func following(_ path: String) -> FollowedFile { FollowedFile(path: path) }
}

/// A file that another program writes: it is read to its end, and then each addition is.
///
///     let provider = ReceiverLocationProvider(source: .following("drive.nmea"))
///
/// It is checked four times a second. If a file becomes shorter, or the bytes already read have
/// changed, it was rewritten, and the track begins again. If another file has taken its name, as
/// loggers do at midnight, that one is read from its start and continues the track. The contents
/// are not kept in memory.
public final class FollowedFile: ReceiverSource {
  /// The file's path.
  public let name: String
  /// Called when another file has taken the name, before anything of it is reported.
  package var didReplace: () -> Void = {}

  private var file: OpenFile?
  private var timer: OneShotTimer?
  private var report: (ReceiverEvent) -> Void = { _ in }

  /// The time from one check to the next, after the file's end was reached.
  static let interval = Duration.milliseconds(250)
  private static let pieceLength = 65_536

  /// Follows the file of a path.
  public init(path: String) { name = path }

  /// Opens it, and reports its contents and each addition.
  public func open(
    on scheduler: any Scheduler<MonotonicInstant>, _ report: @escaping (ReceiverEvent) -> Void
  ) {
    close()
    let timer = OneShotTimer(scheduler)
    (self.timer, self.report) = (timer, report)
    timer.set(at: timer.now) { [weak self] in self?.begin() }
  }

  /// Closes it; reports nothing any more.
  public func close() {
    timer = nil
    file = nil
    report = { _ in }
  }

  private func begin() {
    do throws(ReceiverError) {
      file = try OpenFile(path: name)
      look(after: .zero)
      report(.connected)
    } catch { end(error) }
  }

  private func look(after delay: Duration) {
    guard let timer else { return }
    timer.set(at: timer.now + delay) { [weak self] in self?.look() }
  }

  private func look() {
    guard let file else { return }
    do throws(ReceiverError) {
      // Asked for before it is read: if its name is another file's by then, its contents are
      // complete.
      let isReplaced = file.isReplaced
      if file.isCut {
        file.rewind()
        look(after: .zero)
        return report(.restarted)
      }
      let bytes = try file.read(Self.pieceLength)
      if !bytes.isEmpty {
        look(after: .zero)
        return report(.bytes(bytes))
      }
      look(after: Self.interval)
      if isReplaced, let next = try? OpenFile(path: name) {
        self.file = next
        look(after: .zero)
        // Half a line is not continued by the other file.
        if !file.endsWithLine { report(.bytes([0x0A])) }
        didReplace()
      }
    } catch { end(error) }
  }

  private func end(_ error: ReceiverError) {
    let report = report
    close()
    report(.disconnected(error))
  }
}

/// A file with the offset of the next byte to read.
private final class OpenFile {
  private let path: String
  private let descriptor: Int32
  private let identity: (device: dev_t, number: ino_t)
  private var offset = 0
  /// The last bytes that were read, up to 64.
  private var tail: [UInt8] = []
  /// The time of the file's last change, when that was looked at.
  private var changes: [Int] = []
  /// True if nothing was read, or the end of a line last.
  private(set) var endsWithLine = true

  init(path: String) throws(ReceiverError) {
    self.path = path
    descriptor = Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else {
      let error = ReceiverError.opening(SystemError(), path: path)
      throw error == .missing(name: path) ? .missingFile(name: path) : error
    }
    guard let status = Descriptor.statusOfFile(descriptor) else {
      Descriptor.close(descriptor)
      throw .notAFile(name: path)
    }
    identity = (status.st_dev, status.st_ino)
  }

  deinit { Descriptor.close(descriptor) }

  /// Returns the next bytes, no more than a length; nothing at the end.
  func read(_ length: Int) throws(ReceiverError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      let read = pread(descriptor, buffer.baseAddress, length, off_t(offset))
      if read < 0, errno != EINTR { code = errno }
      count = max(0, read)
    }
    guard code == 0 else { throw .failed(name: path, reason: SystemError(code).reason) }
    offset += bytes.count
    if let last = bytes.last {
      endsWithLine = last == 0x0A
      tail = Array((tail + bytes.suffix(64)).suffix(64))
    }
    return bytes
  }

  func rewind() { (offset, endsWithLine, tail) = (0, true, []) }

  /// True if the part already read has changed: the file is shorter, or has other bytes there.
  var isCut: Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    if Int(status.st_size) < offset { return true }
    #if canImport(Darwin)
      let time = [status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec]
    #else
      let time = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
    #endif
    if time == changes { return false }
    changes = time
    var bytes = [UInt8](repeating: 0, count: tail.count)
    let count = pread(descriptor, &bytes, bytes.count, off_t(offset - tail.count))
    return count >= 0 && count != tail.count || count > 0 && bytes != tail
  }

  /// True if its name is another file's by now.
  var isReplaced: Bool {
    var status = stat()
    return stat(path, &status) == 0
      && (status.st_dev != identity.device || status.st_ino != identity.number)
  }
}
