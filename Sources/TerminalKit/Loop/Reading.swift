import Platform

extension Descriptor {
  /// The result of a read.
  enum Reading {
    /// A number of bytes were read.
    case bytes(Int)
    /// There is nothing to read yet.
    case nothing
    /// The input has ended, or reading failed: nothing more will come.
    case ended
  }

  /// Appends the available bytes, up to a limit, to a buffer for secrets: they may be a password.
  static func read(_ descriptor: Int32, into bytes: inout SecretBytes, atMost limit: Int) -> Reading
  {
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
