import Platform

/// A source of an input's bytes.
protocol ByteOrigin: AnyObject {
  /// The descriptor that is readable when there is something; nil if ``isReadable`` says so.
  var descriptor: Int32? { get }
  /// True if there is something to read, where there is no descriptor.
  var isReadable: Bool { get }
  /// Reads what there is, without waiting.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteReading
}

/// The outcome of reading.
enum ByteReading: Equatable {
  /// A number of bytes.
  case bytes(Int)
  /// Nothing for now.
  case nothing
  /// Nothing any more; with a sentence if that is not as it should be.
  case ended(String?)
}

/// The bytes of a descriptor: standard input, a file, the output of a program.
final class DescriptorOrigin: ByteOrigin {
  private let file: Int32
  private let closes: Bool
  /// The program whose output it is.
  private var process: pid_t?
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

  /// Starts a program without a shell, with this program's standard error and environment.
  convenience init(command words: [String]) throws(InputError) {
    let nothing = Descriptor.open("/dev/null", O_RDONLY)
    guard nothing >= 0 else { throw InputError(words[0], SystemError()) }
    defer { Descriptor.close(nothing) }
    guard let pipe = PrivatePipe() else { throw InputError(words[0], SystemError()) }
    var process: pid_t = 0
    let code = ChildProgram.start(
      words[0], Array(words.dropFirst()), environment: ChildProgram.allVariables, input: nothing,
      output: pipe.input, complaints: 2, &process)
    Descriptor.close(pipe.input)
    guard code == 0 else {
      Descriptor.close(pipe.output)
      throw InputError(words[0], SystemError(code))
    }
    self.init(pipe.output, name: words[0])
    self.process = process
  }

  deinit {
    if closes { Descriptor.close(file) }
    guard let process else { return }
    kill(process, SIGTERM)
    var status: CInt = 0
    // It may not heed the signal; the system takes care of it then.
    _ = waitpid(process, &status, WNOHANG)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteReading {
    let count = Descriptor.read(file, buffer.baseAddress, buffer.count)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .ended(endOfProcess()) }
    let error = SystemError()
    if error.code == EAGAIN { return .nothing }
    return .ended("\(name) cannot be read: \(error.reason)")
  }

  /// Waits for the program, which has closed its output; returns a sentence if it has failed.
  private func endOfProcess() -> String? {
    guard let process else { return nil }
    self.process = nil
    var status: CInt = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    if signal != 0 { return "\(name) was ended by signal \(signal)" }
    let code = status >> 8 & 0xFF
    return code == 0 ? nil : "\(name) ended with status \(code)"
  }
}

/// The reason why an input's source cannot be used.
struct InputError: Error, CustomStringConvertible {
  /// One sentence, without a full stop.
  let description: String

  init(_ description: String) { self.description = description }

  init(_ name: String, _ error: SystemError) {
    description =
      error.code == ENOENT
      ? "\(name): there is no such file" : "\(name) cannot be read: \(error.reason)"
  }
}
