import Platform
import Reactive

/// A source of an input's bytes.
package protocol ByteOrigin: AnyObject {
  /// The descriptor that is readable when there are bytes; nil if ``isReadable`` reports that.
  var descriptor: Int32? { get }
  /// Whether there are bytes to read; asked only if ``descriptor`` is nil.
  var isReadable: Bool { get }
  /// Reads the available bytes without waiting.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteReading
}

/// The outcome of reading.
package enum ByteReading: Equatable {
  /// A number of bytes.
  case bytes(Int)
  /// No bytes for now.
  case nothing
  /// The end of one text; the next bytes belong to another, such as a file that replaced the first.
  case textEnd
  /// The end of a text in the middle, for example because a program was killed.
  case cut
  /// The end of the input; with an error message if the text is cut off by a failure.
  case ended(String?)
}

/// The bytes of a descriptor: standard input, a file.
final class DescriptorOrigin: ByteOrigin {
  private let file: Int32
  private let closes: Bool
  private let name: String

  var descriptor: Int32? { file }
  var isReadable: Bool { true }

  /// Reads a descriptor.
  ///
  /// - Parameters:
  ///   - name: The name of the source in messages.
  ///   - closes: True to close the descriptor with this object.
  init(_ file: Int32, name: String, closes: Bool = true) {
    (self.file, self.name, self.closes) = (file, name, closes)
  }

  /// Opens a file.
  convenience init(path: String) throws(InputError) {
    let file = Descriptor.open(path, O_RDONLY)
    guard file >= 0 else { throw InputError(path, SystemError()) }
    var status = stat()
    if fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      Descriptor.close(file)
      throw InputError(path, SystemError(EISDIR))
    }
    self.init(file, name: path)
  }

  deinit { if closes { Descriptor.close(file) } }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteReading {
    .reading(file, into: buffer, name: name)
  }
}

/// The output of a program, which is started without a shell or a terminal, with this program's
/// standard error and environment.
///
/// The input ends when the program closes its output: at once if the program has ended as well,
/// else a second later, to learn whether it fails.
final class CommandOrigin: ByteOrigin {
  private let child = ChildProcess()
  private let name: String
  private let wake: LoopWake
  /// The status, once the output is closed and the wait is over.
  private let end = Locked<(status: ProcessStatus?, isKnown: Bool)>((nil, false))
  private var isClosed = false

  var descriptor: Int32? { isClosed ? nil : child.output }
  var isReadable: Bool { end.withLock { $0.isKnown } }

  /// Starts a program.
  init(_ arguments: [String], _ wake: LoopWake) throws(InputError) {
    (name, self.wake) = (arguments[0], wake)
    do throws(SystemError) { try child.start(arguments, errorOutput: .shared) } catch {
      throw InputError(name, error)
    }
  }

  deinit { child.terminate() }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteReading {
    if !isClosed {
      let reading = ByteReading.reading(child.output, into: buffer, name: name)
      guard reading == .ended(nil) else { return reading }
      isClosed = true
      waitForEnd()
    }
    let (status, isKnown) = end.withLock { $0 }
    guard isKnown else { return .nothing }
    guard let status, !status.isSuccess else { return .ended(nil) }
    return .ended("\(name) \(status)")
  }

  /// Waits for the program's end on another thread, unless it has ended.
  private func waitForEnd() {
    let status = child.status()
    end.withLock { $0 = (status, status != nil) }
    guard status == nil else { return }
    let code = WorkerThread.start { [child, end, wake] in
      let status = child.end(within: .seconds(1))
      end.withLock { $0 = (status, true) }
      wake.wake()
    }
    if code != 0 { end.withLock { $0.isKnown = true } }
  }
}

extension ByteReading {
  /// Reads a descriptor.
  fileprivate static func reading(
    _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, name: String
  ) -> ByteReading {
    let count = Descriptor.read(file, buffer.baseAddress, buffer.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .ended(nil) }
    let error = SystemError()
    return error.code == EAGAIN ? .nothing : .ended("\(name) cannot be read: \(error.reason)")
  }
}

/// The reason why an input's source cannot be used.
package struct InputError: Error, CustomStringConvertible {
  /// One sentence, without a full stop.
  package let description: String

  package init(_ description: String) { self.description = description }

  init(_ name: String, _ error: SystemError) {
    description =
      error.code == ENOENT
      ? "\(name): there is no such file" : "\(name) cannot be read: \(error.reason)"
  }
}
