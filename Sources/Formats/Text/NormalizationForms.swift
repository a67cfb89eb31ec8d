#if !canImport(Darwin)
  @_spi(_Unicode) import Swift
#endif

extension String {
  /// This text in Unicode Normalization Form C: a letter with its accents is one code point if it
  /// can be.
  ///
  ///     "e\u{301}".normalizedNFC.unicodeScalars.count  // 1
  ///
  /// The standard library has no documented call for it; `_nfcCodeUnits` is public, in its textual
  /// interface on every platform, and saves the 40 MB that Foundation would cost on Linux.
  package var normalizedNFC: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return String(decoding: _nfcCodeUnits, as: UTF8.self)
  }

  /// This text in Unicode Normalization Form D: a letter comes before its marks. On Apple's
  /// systems, where the standard library does not offer it, the text as it is.
  ///
  ///     "é".normalizedNFD.unicodeScalars.count  // 2
  package var normalizedNFD: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    #if canImport(Darwin)
      return self
    #else
      return String(String.UnicodeScalarView(_nfd))
    #endif
  }
}
