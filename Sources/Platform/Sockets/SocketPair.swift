/// Two ends of a connection, which no child process inherits. What is written at one end comes out
/// at the other.
///
/// Unlike a pipe it holds some hundred kilobytes before writing has to wait.
package struct SocketPair {
  /// The end that a child process is given.
  package let inner: CInt
  /// The end that stays with this program.
  package let outer: CInt

  /// Makes a pair; nil, with an `errno`, where the system has none left.
  package init?() {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, SocketKind.stream | SocketKind.isPrivate, 0, &ends) == 0 else {
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (inner, outer) = (ends[0], ends[1])
  }
}

/// The kinds of sockets, which the systems' headers have under other types.
enum SocketKind {
  #if canImport(Glibc)
    static let stream = CInt(SOCK_STREAM.rawValue)
    static let datagram = CInt(SOCK_DGRAM.rawValue)
    /// Keeps a socket from child processes, from the instant on at which it is made.
    static let isPrivate = CInt(SOCK_CLOEXEC.rawValue)
  #else
    static let stream = SOCK_STREAM
    static let datagram = SOCK_DGRAM
    static let isPrivate: CInt = 0
  #endif
}
