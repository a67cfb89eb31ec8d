import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A socket that listens at a loopback port that the system chose.
package final class LoopbackListener: Sendable {
  /// The port that it listens at.
  package let port: UInt16
  private let descriptor: Int32
  private let isStopped = Atomic(false)

  package init() { (descriptor, port) = Self.listen(at: 0) }

  deinit { close(descriptor) }

  /// Makes a socket that listens at a loopback port, or at one that the system chooses for 0.
  package static func listen(at port: UInt16) -> (descriptor: Int32, port: UInt16) {
    let (descriptor, port) = bound(to: port)
    precondition(systemListen(descriptor, 64) == 0, "\(String(cString: strerror(errno)))")
    return (descriptor, port)
  }

  /// A port that refuses connections: its socket, which stays, keeps it from every other test.
  package static func refusingPort() -> UInt16 { bound(to: 0).port }

  private static func bound(to port: UInt16) -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket()
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = address(port: port)
    let isReady = withPointer(&address) { pointer, length in
      var length = length
      return bind(descriptor, pointer, length) == 0
        && getsockname(descriptor, pointer, &length) == 0
    }
    precondition(isReady, "no loopback socket: \(String(cString: strerror(errno)))")
    return (descriptor, UInt16(bigEndian: address.sin_port))
  }

  /// A port at which nobody listens, for a program that will.
  package static func unusedPort() -> UInt16 { LoopbackListener().port }

  /// Waits for the next connection; nil once stopped.
  func accept() -> Int32? {
    while true {
      #if canImport(Glibc)
        let connection = Glibc.accept(descriptor, nil, nil)
      #elseif canImport(Musl)
        let connection = Musl.accept(descriptor, nil, nil)
      #else
        let connection = Darwin.accept(descriptor, nil, nil)
      #endif
      if isStopped.load(ordering: .sequentiallyConsistent) {
        if connection >= 0 { close(connection) }
        return nil
      }
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return connection
      }
      if errno != EINTR && errno != ECONNABORTED { return nil }
    }
  }

  /// Ends listening, by a last connection that wakes the thread that accepts.
  func stop() {
    isStopped.store(true, ordering: .sequentiallyConsistent)
    if let client = Self.connection(to: port) { close(client) }
  }

  /// Connects to a loopback port; nil if nobody listens there.
  package static func connection(to port: UInt16) -> Int32? {
    let client = socket()
    var address = address(port: port)
    if withPointer(&address, { connect(client, $0, $1) }) == 0 { return client }
    close(client)
    return nil
  }

  /// A client that has gone is no reason to end the process.
  #if canImport(Darwin)
    static let withoutSignal: Int32 = 0
  #else
    static let withoutSignal = Int32(MSG_NOSIGNAL)
  #endif

  private static func socket() -> Int32 {
    #if canImport(Glibc)
      Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #elseif canImport(Musl)
      Musl.socket(AF_INET, Int32(SOCK_STREAM), 0)
    #else
      Darwin.socket(AF_INET, SOCK_STREAM, 0)
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

/// `listen(2)`, which the method of the same name hides.
private func systemListen(_ descriptor: Int32, _ count: Int32) -> Int32 {
  listen(descriptor, count)
}
