import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A web server on a loopback socket, with a port that the system chose.
///
/// It answers each connection on a thread of its own, as its closure says.
final class LoopbackServer: Sendable {
  /// What is sent back to a request, given its first line; nil to say nothing and wait until the
  /// client hangs up.
  typealias Answer = @Sendable (_ requestLine: String) -> String?

  let port: UInt16
  private let answer: Answer
  private let isStopped = Atomic<Bool>(false)
  /// Sends a word at each event: the request line, and `hung up` when a client did that unanswered.
  let events: AsyncStream<String>
  private let report: AsyncStream<String>.Continuation

  init(answer: @escaping Answer) {
    self.answer = answer
    (events, report) = AsyncStream.makeStream()
    let listener = LoopbackSocket()
    port = listener.port
    listen(listener.descriptor, 16)
    // The thread keeps the listener, and closes it when it is done.
    Thread.detachNewThread {
      while true {
        let connection = accept(listener.descriptor, nil, nil)
        guard connection >= 0, !self.isStopped.load(ordering: .sequentiallyConsistent) else {
          close(connection)
          return
        }
        Thread.detachNewThread { self.serve(connection) }
      }
    }
  }

  /// Ends listening, by a last connection that wakes the thread that accepts.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    LoopbackSocket().connect(to: port)
  }

  func url(_ path: String = "/") -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

  /// A client that has gone is no reason to end the process.
  #if canImport(Darwin)
    private static let withoutSignal: Int32 = 0
  #else
    private static let withoutSignal = Int32(MSG_NOSIGNAL)
  #endif

  /// An answer of HTTP.
  static func page(_ body: String, status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n"
      + "Connection: close\r\n\r\n\(body)"
  }

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var head = [UInt8]()
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: head, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(connection, &chunk, chunk.count, 0)
      if count <= 0 { return }
      head += chunk[..<count]
    }
    let line = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")[0]
    report.yield(line)
    guard let text = answer(line) else {
      while recv(connection, &chunk, chunk.count, 0) > 0 {}
      report.yield("hung up")
      return
    }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        send(connection, $0.baseAddress!, $0.count, Self.withoutSignal)
      }
      if count <= 0 { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

/// A socket bound to a loopback port that the system chose; until somebody listens to it,
/// connections to it are refused.
final class LoopbackSocket: Sendable {
  let descriptor: Int32
  let port: UInt16

  init() {
    #if canImport(Darwin)
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = Self.address(port: 0)
    let isBound = Self.withPointer(&address) { [descriptor] pointer, length in
      var length = length
      return bind(descriptor, pointer, length) == 0
        && getsockname(descriptor, pointer, &length) == 0
    }
    precondition(isBound, "no loopback socket: \(String(cString: strerror(errno)))")
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  func connect(to port: UInt16) {
    var address = Self.address(port: port)
    #if canImport(Glibc)
      _ = Self.withPointer(&address) { Glibc.connect(descriptor, $0, $1) }
    #elseif canImport(Musl)
      _ = Self.withPointer(&address) { Musl.connect(descriptor, $0, $1) }
    #else
      _ = Self.withPointer(&address) { Darwin.connect(descriptor, $0, $1) }
    #endif
  }

  private static func address(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  private static func withPointer<Result>(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }
}
