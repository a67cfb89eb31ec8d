import Dispatch
import Platform
import Reactive

/// The output of a program that is run without a shell, within limits of size and time.
///
/// Each subscription runs it once, on a thread of its own; a cancel kills it. It has this program's
/// environment, nothing on its standard input, and no terminal.
package struct ProgramOutput: Sendable {
  /// The program and its arguments.
  package let words: [String]
  /// The most bytes that it may write.
  package let limit: Int
  /// The longest time that it may take.
  package let timeout: Duration
  /// The runs under way.
  package static let flights = DispatchGroup()

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - words: The program, by its path or by its name in `PATH`, and its arguments.
  ///   - limit: The most bytes that it may write.
  ///   - timeout: The longest time that it may take.
  package init(_ words: [String], limit: Int = 4 << 20, timeout: Duration = .seconds(60)) {
    precondition(!words.isEmpty, "There is no program.")
    (self.words, self.limit, self.timeout) = (words, limit, timeout)
  }

  /// Makes a publisher of what the program writes, once it has ended well.
  package func bytes() -> AnyPublisher<[UInt8], ProgramFailure> {
    Deferred {
      let child = ChildRun()
      return Future<[UInt8], ProgramFailure> { promise in
        // Handed over: it is called by the one thread alone.
        nonisolated(unsafe) let promise = promise
        Self.flights.enter()
        let code = WorkerThread.start {
          promise(run(child))
          Self.flights.leave()
        }
        guard code != 0 else { return }
        Self.flights.leave()
        promise(.failure(.notStarted(words[0], reason: SystemError(code).reason)))
      }
      .handleEvents(receiveCancel: { child.cancel() })
    }
    .eraseToAnyPublisher()
  }

  private func run(_ child: ChildRun) -> Result<[UInt8], ProgramFailure> {
    Result { () throws(ProgramFailure) in
      let complaints = Descriptor.temporaryFile(for: "complaints")
      defer { if let complaints { Descriptor.close(complaints) } }
      let output = try start(child, complaints: complaints)
      defer { Descriptor.close(output) }
      var bytes: [UInt8] = []
      do throws(ProgramFailure) {
        let code = try child.read(output, within: timeout) { (chunk) throws(ProgramFailure) in
          guard bytes.count + chunk.count <= limit else { throw .tooLarge(words[0], limit: limit) }
          bytes += chunk
        }
        if code == ETIMEDOUT { throw .timedOut(words[0], after: timeout) }
        if code != 0 { throw .notStarted(words[0], reason: SystemError(code).reason) }
      } catch {
        child.cancel()
        _ = child.waitForEnd()
        throw error
      }
      let status = child.waitForEnd()
      guard status == 0 else {
        throw .failed(words[0], status: status, complaint: complaints.flatMap(Self.lastLine))
      }
      return bytes
    }
  }

  private func start(_ child: ChildRun, complaints: Int32?) throws(ProgramFailure) -> Int32 {
    func failure(_ code: Int32) -> ProgramFailure {
      .notStarted(words[0], reason: SystemError(code).reason)
    }
    let nothing = Descriptor.open("/dev/null", O_RDONLY)
    guard nothing >= 0, let pipe = PrivatePipe() else { throw failure(errno) }
    defer {
      Descriptor.close(nothing)
      Descriptor.close(pipe.input)
    }
    let code = child.start {
      ChildProgram.start(
        words[0], Array(words.dropFirst()), environment: ChildProgram.allVariables,
        input: nothing, output: pipe.input, complaints: complaints, &$0)
    }
    guard code == 0 else {
      Descriptor.close(pipe.output)
      throw failure(code)
    }
    return pipe.output
  }

  /// The last line that a program has written to a file; nil if there is none.
  private static func lastLine(of file: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let size = lseek(file, 0, SEEK_END)
    let count = pread(file, &bytes, bytes.count, max(0, size - off_t(bytes.count)))
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self)
      .split(whereSeparator: \.isNewline).last.map { String($0.prefix(200)) }
  }
}

/// The reason why a program has no output that can be used.
package enum ProgramFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// It could not be started, or not be read.
  case notStarted(String, reason: String)
  /// It has ended otherwise than well, with its status as `wait` reports it and its last complaint.
  case failed(String, status: Int32, complaint: String?)
  /// It has not ended in time.
  case timedOut(String, after: Duration)
  /// It has written more than it may.
  case tooLarge(String, limit: Int)

  package var description: String {
    switch self {
    case .notStarted(let name, let reason):
      return "\(name) cannot be run: \(reason). Check its name and PATH."
    case .failed(let name, let status, let complaint):
      let signal = status & 0x7F
      let end =
        signal == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
      return "\(name) \(end)" + (complaint.map { ": \($0)" } ?? ".")
    case .timedOut(let name, let time):
      return "\(name) has not ended within \(Int(time / .seconds(1))) seconds, and was stopped."
    case .tooLarge(let name, let limit):
      return "\(name) wrote more than \(TransportError.bytes(limit)), and was stopped; "
        + "ask for fewer records at a time."
    }
  }
}
