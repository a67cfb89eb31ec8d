extension PassphraseWordTable {
  /// Returns a word by its position, the short ones first.
  static func word(at index: Int) -> String {
    var rest = index
    for length in lengths {
      let words = words(ofLength: length)
      let count = words.utf8CodeUnitCount / length
      if rest < count {
        let word = UnsafeBufferPointer(start: words.utf8Start + rest * length, count: length)
        return String(decoding: word, as: UTF8.self)
      }
      rest -= count
    }
    preconditionFailure("there are \(count) words")
  }
}
