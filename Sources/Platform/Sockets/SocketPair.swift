/// Two ends of a connection, which no child process inherits. Bytes written at one end are read at
/// the other.
///
/// Unlike a pipe, it takes several hundred kilobytes before writing blocks.
package struct SocketPair {
  /// The end for a child process.
  package let inner: CInt
  /// The end for this program.
  package let outer: CInt

  /// Makes a pair; nil, with an `errno`, if the system has none left.
  package init?() {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, SocketKind.stream | SocketKind.isPrivate, 0, &ends) == 0 else {
      return nil
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (inner, outer) = (ends[0], ends[1])
  }
}

/// The kinds of sockets, which have different types in the systems' headers.
enum SocketKind {
  #if canImport(Glibc)
    static let stream = CInt(SOCK_STREAM.rawValue)
    static let datagram = CInt(SOCK_DGRAM.rawValue)
    /// Hides a socket from child processes from its creation onwards.
    static let isPrivate = CInt(SOCK_CLOEXEC.rawValue)
  #else
    static let stream = SOCK_STREAM
    static let datagram = SOCK_DGRAM
    static let isPrivate: CInt = 0
  #endif
}
