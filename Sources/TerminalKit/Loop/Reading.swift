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

  /// Reads what has come, as far as it fits.
  static func read(_ descriptor: Int32, into buffer: inout [UInt8]) -> Reading {
    #if canImport(Glibc)
      let count = Glibc.read(descriptor, &buffer, buffer.count)
    #else
      let count = Darwin.read(descriptor, &buffer, buffer.count)
    #endif
    if count > 0 { return .bytes(count) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? .nothing : .ended
  }
}
