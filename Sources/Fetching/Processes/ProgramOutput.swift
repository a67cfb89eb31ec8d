import Dispatch
import Platform
import Reactive

/// The output of a program that is run without a shell, with limits on size and time.
///
/// Each subscription runs it once, on a thread of its own; cancelling kills it. It has this
/// program's environment, an empty standard input, and no terminal.
package struct ProgramOutput: Sendable {
  /// The program and its arguments.
  package let arguments: [String]
  /// The maximum number of bytes of its output.
  package let limit: Int
  /// The maximum duration of the run.
  package let timeout: Duration
  /// The current runs.
  package static let flights = DispatchGroup()

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - arguments: The program, by its path or by its name in `PATH`, and its arguments.
  ///   - limit: The maximum number of bytes of its output.
  ///   - timeout: The maximum duration of the run.
  package init(_ arguments: [String], limit: Int = 4 << 20, timeout: Duration = .seconds(60)) {
    precondition(!arguments.isEmpty, "There is no program.")
    (self.arguments, self.limit, self.timeout) = (arguments, limit, timeout)
  }

  /// Makes a publisher of the program's output, after it has succeeded.
  package func bytes() -> AnyPublisher<[UInt8], ProgramFailure> {
    Deferred {
      let child = ChildProcess()
      return ThreadWork.future(
        in: Self.flights, failure: { .notStarted(arguments[0], reason: $0) }
      ) { run(child) }
      .handleEvents(receiveCancel: { child.cancel() })
    }
    .eraseToAnyPublisher()
  }

  private func run(_ child: ChildProcess) -> Result<[UInt8], ProgramFailure> {
    Result { () throws(ProgramFailure) in
      do throws(SystemError) { try child.start(arguments, errorOutput: .read) } catch {
        throw .notStarted(arguments[0], reason: error.reason)
      }
      var (bytes, errorOutput): ([UInt8], [UInt8]) = ([], [])
      let end = try child.read(within: timeout) { (channel, chunk) throws(ProgramFailure) in
        guard channel == .output else {
          errorOutput = (errorOutput + chunk).suffix(4096)
          return
        }
        guard bytes.count + chunk.count <= limit else {
          throw .tooLarge(arguments[0], limit: limit)
        }
        bytes += chunk
      }
      guard case .ended(let status) = end else { throw .timedOut(arguments[0], after: timeout) }
      guard status.isSuccess else {
        let line = errorOutput.split { $0 == 0x0A || $0 == 0x0D }.last
        let message = line.map { String(String(decoding: $0, as: UTF8.self).prefix(200)) }
        throw .failed(arguments[0], status, message: message)
      }
      return bytes
    }
  }
}

/// The reason why a program has no usable output.
package enum ProgramFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// It could not be started or read.
  case notStarted(String, reason: String)
  /// It failed, with its last error message.
  case failed(String, ProcessStatus, message: String?)
  /// It did not end in time.
  case timedOut(String, after: Duration)
  /// Its output was too large.
  case tooLarge(String, limit: Int)

  package var description: String {
    switch self {
    case .notStarted(let name, let reason):
      return "\(name) cannot be run: \(reason). Check its name and PATH."
    case .failed(let name, let status, let message):
      return "\(name) \(status)" + (message.map { ": \($0)" } ?? ".")
    case .timedOut(let name, let time):
      return "\(name) has not ended within \(Int(time / .seconds(1))) seconds, and was stopped."
    case .tooLarge(let name, let limit):
      return "\(name) wrote more than \(TransportError.bytes(limit)), and was stopped; "
        + "ask for fewer records at a time."
    }
  }
}
