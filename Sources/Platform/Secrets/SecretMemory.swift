/// Overwrites the memory of a secret that is no longer needed.
package enum SecretMemory {
  /// Overwrites bytes in a way that no optimiser removes.
  package static func overwrite(_ bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    #if canImport(Glibc)
      explicit_bzero(start, bytes.count)
    #else
      memset_s(start, bytes.count, 0, bytes.count)
    #endif
  }
}
