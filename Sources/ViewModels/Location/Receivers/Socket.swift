#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sockets: the one place that makes them for receivers.
enum Socket {
  /// The longest time that a host may take to answer, in milliseconds.
  private static let patience: Int32 = 5000

  /// Connects to a port, trying each of the host's addresses.
  static func connect(to place: HostPort, name: String) -> Result<Int32, ReceiverError> {
    open(place, name, kind: stream) { descriptor, address in
      let code = connect(descriptor, to: address)
      if code == 0 { keepAlive(descriptor) }
      return code
    }
  }

  /// Listens for datagrams.
  static func listen(at place: HostPort, name: String) -> Result<Int32, ReceiverError> {
    open(place, name, kind: datagram) { descriptor, address in
      address.withPointer { bind(descriptor, $0, $1) } == 0 ? 0 : errno
    }
  }

  /// Makes a socket for the first of a host's addresses for which that succeeds.
  ///
  /// - Parameter prepare: Configures the socket, and returns 0 or an `errno`.
  private static func open(
    _ place: HostPort, _ name: String, kind: Int32, _ prepare: (Int32, SocketAddress) -> Int32
  ) -> Result<Int32, ReceiverError> {
    place.addresses(for: name).flatMap { addresses in
      var failure = ECONNREFUSED
      for address in addresses {
        let descriptor = socket(address.family, kind | privateFlag, 0)
        guard descriptor >= 0 else {
          failure = errno
          continue
        }
        #if !canImport(Glibc)
          _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #endif
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        failure = prepare(descriptor, address)
        if failure == 0 { return .success(descriptor) }
        close(descriptor)
      }
      return .failure(.connecting(failure, name: name))
    }
  }

  /// Connects without waiting for longer than the limit; returns 0 or an `errno`.
  private static func connect(_ descriptor: Int32, to address: SocketAddress) -> Int32 {
    #if canImport(Glibc)
      let result = address.withPointer { Glibc.connect(descriptor, $0, $1) }
    #elseif canImport(Darwin)
      let result = address.withPointer { Darwin.connect(descriptor, $0, $1) }
    #endif
    if result == 0 { return 0 }
    guard errno == EINPROGRESS else { return errno }
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    var ready: Int32 = 0
    repeat { ready = poll(&entry, 1, patience) } while ready < 0 && errno == EINTR
    guard ready > 0 else { return ready == 0 ? ETIMEDOUT : errno }
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return code
  }

  /// Makes the system check the other side after half a minute of silence: a host that lost its
  /// power does not close the connection.
  private static func keepAlive(_ descriptor: Int32) {
    func set(_ level: Int32, _ option: Int32, _ value: Int32) {
      var value = value
      setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    #if canImport(Glibc)
      set(Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
      set(Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
      set(Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
    #endif
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let datagram = Int32(SOCK_DGRAM.rawValue)
    /// The flag that makes a socket uninheritable for child processes from the moment it is made.
    private static let privateFlag = Int32(SOCK_CLOEXEC.rawValue)
  #else
    private static let stream = SOCK_STREAM
    private static let datagram = SOCK_DGRAM
    private static let privateFlag: Int32 = 0
  #endif
}
