/// An encoding of one byte for each character, whose first half is ASCII.
enum SingleByteEncoding: Hashable, Sendable {
  case windows1250, windows1251, windows1252, windows1253, windows1254, windows1257
  case latin2, latin9, cyrillic, greek

  /// The encoding with a name, in lower-case letters and digits alone: `iso88591`, `cp1252`.
  ///
  /// ISO 8859-1 is read as Windows-1252, which has characters in place of its control codes, as
  /// browsers do.
  init?(word: String) {
    switch word {
    case "windows1252", "cp1252", "xcp1252", "1252", "iso88591", "isoir100", "latin1", "l1",
      "cp819", "ibm819", "ansi":
      self = .windows1252
    case "windows1250", "cp1250", "xcp1250", "1250": self = .windows1250
    case "windows1251", "cp1251", "xcp1251", "1251": self = .windows1251
    case "windows1253", "cp1253", "xcp1253", "1253": self = .windows1253
    case "windows1254", "cp1254", "xcp1254", "1254", "iso88599", "isoir148", "latin5", "l5":
      self = .windows1254
    case "windows1257", "cp1257", "xcp1257", "1257": self = .windows1257
    case "iso88595", "isoir144", "cyrillic": self = .cyrillic
    case "iso88597", "isoir126", "greek", "ecma118", "elot928": self = .greek
    case "iso88592", "isoir101", "latin2", "l2": self = .latin2
    case "iso885915", "latin9", "latin0", "l9": self = .latin9
    default: return nil
    }
  }

  /// Appends a byte's character as UTF-8.
  @inline(__always) func append(_ byte: UInt8, to result: inout [UInt8]) {
    guard byte >= 0x80 else { return result.append(byte) }
    let first = table.count == 128 ? 0x80 : 0xA0
    let scalar = Int(byte) < first ? UInt16(byte) : table[Int(byte) - first]
    result.append(character: Unicode.Scalar(scalar) ?? "\u{FFFD}")
  }

  /// The characters of the bytes from 0x80 or 0xA0 on.
  private var table: [UInt16] {
    switch self {
    case .windows1250: Self.tableOf1250
    case .windows1251: Self.tableOf1251
    case .windows1252: Self.tableOf1252
    case .windows1253: Self.tableOf1253
    case .windows1254: Self.tableOf1254
    case .windows1257: Self.tableOf1257
    case .cyrillic: Self.tableOfCyrillic
    case .greek: Self.tableOfGreek
    case .latin2: Self.tableOfLatin2
    case .latin9: Self.tableOfLatin9
    }
  }

  private static func table(_ characters: String) -> [UInt16] {
    characters.unicodeScalars.map { UInt16($0.value) }
  }

  private static let tableOf1250 = table(
    """
    €\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\
    \u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
    """)

  private static let tableOf1251 = table(
    """
    ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\
    \u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї\
    АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
    абвгдежзийклмнопрстуфхцчшщъыьэюя
    """)

  private static let tableOf1252 = table(
    """
    €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ\
    \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
    àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
    """)

  private static let tableOfLatin2 = table(
    """
    \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
    ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
    ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
    """)

  private static let tableOfLatin9 = table(
    """
    \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
    àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
    """)

  private static let tableOf1253 = table(
    """
    €\u{81}‚ƒ„…†‡\u{88}‰\u{8A}‹\u{8C}\u{8D}\u{8E}\u{8F}\
    \u{90}‘’“”•–—\u{98}™\u{9A}›\u{9C}\u{9D}\u{9E}\u{9F}\
    \u{A0}΅Ά£¤¥¦§¨©ª«¬\u{AD}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ\
    ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡÒΣΤΥΦΧΨΩΪΫάέήί\
    ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώÿ
    """)

  private static let tableOf1254 = table(
    """
    €\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}\u{9E}Ÿ\
    \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
    àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ
    """)

  private static let tableOf1257 = table(
    """
    €\u{81}‚\u{83}„…†‡\u{88}‰\u{8A}‹\u{8C}¨ˇ¸\u{90}‘’“”•–—\u{98}™\u{9A}›\u{9C}¯˛\u{9F}\
    \u{A0}¡¢£¤¥¦§Ø©Ŗ«¬\u{AD}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ\
    ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß\
    ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙
    """)

  private static let tableOfCyrillic = table(
    """
    \u{A0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{AD}ЎЏАБВГДЕЖЗИЙКЛМНОП\
    РСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп\
    рстуфхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ
    """)

  private static let tableOfGreek = table(
    """
    \u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}®―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ\
    ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡÒΣΤΥΦΧΨΩΪΫάέήί\
    ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώÿ
    """)
}
