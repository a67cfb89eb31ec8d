import Platform
import Reactive

/// A source of an input's bytes.
package protocol ByteOrigin: AnyObject {
  /// The descriptor that is readable when there is something; nil if ``isReadable`` reports
  /// that.
  var descriptor: Int32? { get }
  /// Whether there is something to read; asked only if ``descriptor`` is nil.
  var isReadable: Bool { get }
  /// Reads what there is, without waiting.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteReading
}

/// The outcome of reading.
package enum ByteReading: Equatable {
  /// A number of bytes.
  case bytes(Int)
  /// Nothing for now.
  case nothing
  /// The end of a text; the next bytes are those of another, such as a file in the position of one.
  case textEnd
  /// The same, in the middle of a text, as of a program that was killed.
  case cut
  /// Nothing any more; with a sentence if that is not as it should be, and the text is cut off.
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
  ///   - name: The name of the source, for sentences.
  ///   - closes: True if it is closed with this.
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

/// The output of a program, which is started without a shell, with this program's standard error
/// and environment, and without a terminal.
///
/// The input has ended when the program has closed its output: at once if it has ended as well,
/// else a second later, so that a failure is known.
final class CommandOrigin: ByteOrigin {
  private let child = ChildProcess()
  private let name: String
  private let wake: LoopWake
  /// The status, once the output is closed and nothing more is waited for.
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
