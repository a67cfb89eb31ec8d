/// Sockets of the Internet Protocol.
package enum Socket {
  /// The reason why there is no socket.
  package enum Failure: Error, Hashable, Sendable {
    /// The host has no address; the reason is a clause without a full stop.
    case unknownHost(reason: String)
    /// The system refuses the last of its addresses.
    case refused(SystemError)
  }

  /// The timeout for a host, in milliseconds.
  private static let timeout: CInt = 5000

  /// Connects to a port, trying each of the host's addresses; blocks its thread.
  package static func connect(to host: String, port: UInt16) throws(Failure) -> CInt {
    try open(SocketAddress.all(of: host, port: port), SocketKind.stream) { descriptor, address in
      let code = connect(descriptor, to: address)
      if code == 0 { keepAlive(descriptor) }
      return code
    }
  }

  /// Listens for datagrams at a port of one of this computer's addresses.
  package static func listen(at host: String, port: UInt16) throws(Failure) -> CInt {
    try open(SocketAddress.all(of: host, port: port), SocketKind.datagram) { descriptor, address in
      address.withPointer { bind(descriptor, $0, $1) } == 0 ? 0 : errno
    }
  }

  /// Sends some text; a closed connection does not end this program.
  package static func send(_ text: String, to descriptor: CInt) {
    #if canImport(Darwin)
      let flags: CInt = 0
    #else
      let flags = CInt(MSG_NOSIGNAL)
    #endif
    _ = systemSend(descriptor, text, text.utf8.count, flags)
  }

  /// Makes a socket for the first address for which that succeeds.
  ///
  /// - Parameter prepare: Prepares the socket for its use, and returns 0 or an `errno`.
  private static func open(
    _ addresses: [SocketAddress], _ kind: CInt, _ prepare: (CInt, SocketAddress) -> CInt
  ) throws(Failure) -> CInt {
    var failure = ECONNREFUSED
    for address in addresses {
      let descriptor = socket(address.family, kind | SocketKind.isPrivate, 0)
      guard descriptor >= 0 else {
        failure = errno
        continue
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      failure = prepare(descriptor, address)
      if failure == 0 { return descriptor }
      close(descriptor)
    }
    throw .refused(SystemError(failure))
  }

  /// Connects within the timeout; returns 0 or an `errno`.
  private static func connect(_ descriptor: CInt, to address: SocketAddress) -> CInt {
    if address.withPointer({ systemConnect(descriptor, $0, $1) }) == 0 { return 0 }
    guard errno == EINPROGRESS else { return errno }
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    var ready: CInt = 0
    repeat { ready = poll(&entry, 1, timeout) } while ready < 0 && errno == EINTR
    guard ready > 0 else { return ready == 0 ? ETIMEDOUT : errno }
    var code: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return code
  }

  /// Makes the system check the other side after half a minute of silence: a host that loses its
  /// power does not close connections.
  private static func keepAlive(_ descriptor: CInt) {
    func set(_ level: CInt, _ option: CInt, _ value: CInt) {
      var value = value
      setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    #if canImport(Glibc)
      set(CInt(IPPROTO_TCP), TCP_KEEPIDLE, 30)
      set(CInt(IPPROTO_TCP), TCP_KEEPINTVL, 10)
      set(CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
    #endif
  }
}

private func systemConnect(
  _ descriptor: CInt, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> CInt { connect(descriptor, address, length) }

private func systemSend(
  _ descriptor: CInt, _ bytes: UnsafeRawPointer, _ count: Int, _ flags: CInt
) -> Int {
  send(descriptor, bytes, count, flags)
}
