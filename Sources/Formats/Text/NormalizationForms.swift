#if !canImport(Darwin)
  @_spi(_Unicode) import Swift
#endif

extension String {
  /// This string in Unicode Normalization Form C: a letter and its accents are one code point if
  /// possible.
  ///
  ///     "e\u{301}".normalizedNFC.unicodeScalars.count  // 1
  ///
  /// The standard library has no documented call for it. `_nfcCodeUnits` is public in its textual
  /// interface on every platform, and saves the 40 MB of Foundation on Linux.
  package var normalizedNFC: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    return String(decoding: _nfcCodeUnits, as: UTF8.self)
  }

  /// This string in Unicode Normalization Form D: a letter precedes its marks. On Apple's systems,
  /// whose standard library does not offer it, the string is unchanged.
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
