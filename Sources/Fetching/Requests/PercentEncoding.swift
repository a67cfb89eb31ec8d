extension String {
  /// The string as part of a URL's query or of a form: with `%` and two digits for any byte that is
  /// not a letter, a digit or one of `-._~` (RFC 3986, 2.3).
  package var percentEncoded: String {
    var encoded = ""
    for byte in utf8 {
      switch byte {
      case _ where byte.isLetterOrDigit, UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += byte.percentEncoded
      }
    }
    return encoded
  }
}
