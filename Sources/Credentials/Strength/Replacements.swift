/// Letters that are replaced by digits and signs: `p@55w0rd`.
enum Replacements {
  /// The letters that a replacement may stand for. Three have two readings.
  private static func letters(of value: UInt32) -> (first: UInt32, second: UInt32)? {
    func both(_ letter: Unicode.Scalar) -> (UInt32, UInt32) { (letter.value, letter.value) }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    return switch scalar {
    case "4", "@": both("a")
    case "8": both("b")
    case "(", "{", "[", "<": both("c")
    case "3", "€": both("e")
    case "6", "9": both("g")
    case "1", "|": (0x69, 0x6C)
    case "!": both("i")
    case "0": both("o")
    case "$", "5": both("s")
    case "+": both("t")
    case "7": (0x74, 0x6C)
    case "%": both("x")
    case "2": both("z")
    default: nil
    }
  }

  /// Returns the text with all replaced letters put back: at most four readings, none if nothing is
  /// replaced.
  ///
  /// A sign stands for one letter throughout, so that the number of readings does not grow with the
  /// text.
  static func forms(of folded: [UInt32]) -> [[UInt32]] {
    guard folded.contains(where: { letters(of: $0) != nil }) else { return [] }
    func form(oneIsL: Bool, sevenIsL: Bool) -> [UInt32] {
      folded.map { value in
        guard let letters = letters(of: value) else { return value }
        return (value == 0x37 ? sevenIsL : oneIsL) ? letters.second : letters.first
      }
    }
    let hasSeven = folded.contains(0x37)
    var forms = [form(oneIsL: false, sevenIsL: false)]
    if folded.contains(0x31) || folded.contains(0x7C) {
      forms.append(form(oneIsL: true, sevenIsL: false))
      if hasSeven { forms.append(form(oneIsL: true, sevenIsL: true)) }
    }
    if hasSeven { forms.append(form(oneIsL: false, sevenIsL: true)) }
    return forms
  }

  /// The number of combinations in which the letters of a part can be replaced; nil if none is.
  ///
  /// For each sign: the number of choices of this many among the letters that it stands for.
  static func variations(in range: Range<Int>, of folded: [UInt32], as form: [UInt32]) -> Double? {
    var cost: Double?
    for index in range where form[index] != folded[index] {
      let (sign, letter) = (folded[index], form[index])
      // Each sign once.
      if folded[range.lowerBound..<index].contains(sign) { continue }
      var (changed, unchanged) = (0, 0)
      for other in range {
        if folded[other] == sign { changed += 1 }
        if folded[other] == letter { unchanged += 1 }
      }
      let ways =
        unchanged == 0 ? Guesses.bit : Guesses.variations(changed: changed, unchanged: unchanged)
      cost = (cost ?? 0) + ways
    }
    return cost
  }
}
