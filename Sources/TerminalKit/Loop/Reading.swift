import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Descriptor {
  /// What a read brought.
  enum Reading {
    /// So many bytes.
    case bytes(Int)
    /// Nothing for now.
    case nothing
    /// Nothing, and there will be no more: the end of the input, or an error.
    case ended
  }

  /// Reads what has come, up to a limit, and adds it to what is there: it may be a password.
  static func read(
    _ descriptor: Int32, into bytes: inout SecretBytes, atMost limit: Int
  ) -> Reading {
    var count = 0
    bytes.fill(atMost: limit) { room in
      #if canImport(Glibc)
        count = Glibc.read(descriptor, room.baseAddress, room.count)
      #else
        count = Darwin.read(descriptor, room.baseAddress, room.count)
      #endif
      return count
    }
    if count > 0 { return .bytes(count) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? .nothing : .ended
  }
}
