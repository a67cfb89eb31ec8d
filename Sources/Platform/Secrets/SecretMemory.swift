/// The memory of a secret, which is overwritten when it is no longer needed.
package enum SecretMemory {
  /// Overwrites bytes, which no optimiser leaves out.
  package static func overwrite(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    #if canImport(Glibc)
      explicit_bzero(start, bytes.count)
    #else
      memset_s(start, bytes.count, 0, bytes.count)
    #endif
  }
}
