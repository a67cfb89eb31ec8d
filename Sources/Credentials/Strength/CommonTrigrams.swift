/// The sequences of three characters in ``CommonWords``. Text with other sequences is not looked
/// up.
///
/// A bit for each hash of three characters, 8 KiB in total. One random sequence in three seems
/// known, which only costs a needless look-up.
enum CommonTrigrams {
  private static let bits: [UInt64] = {
    var bits = [UInt64](repeating: 0, count: 1 << 10)
    CommonWordTables.forEachTriple { _, first, second, third in
      let hash = hash(first, second, third)
      bits[hash >> 6] |= 1 << UInt64(hash & 63)
    }
    return bits
  }()

  private static func hash(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> Int {
    let row = first &* 0x9E37_79B1 ^ second &* 0x85EB_CA77 ^ third &* 0xC2B2_AE3D
    return Int(row >> 16)
  }

  /// Returns true if a word may contain these three in a row; false if none does.
  static func mayHold(_ first: UInt32, _ second: UInt32, _ third: UInt32) -> Bool {
    let hash = hash(first, second, third)
    return bits[hash >> 6] >> UInt64(hash & 63) & 1 == 1
  }
}

extension CommonWordTables {
  /// Calls a closure with each three characters in a row of a word, and the letter of its list.
  static func forEachTriple(_ body: (UInt8, UInt32, UInt32, UInt32) -> Void) {
    for length in lengths {
      let (records, size) = (records(ofLength: length), length + 2)
      for start in stride(from: 0, to: records.utf8CodeUnitCount, by: size) {
        let word = records.utf8Start + start
        for index in 2..<length {
          body(word[length], UInt32(word[index - 2]), UInt32(word[index - 1]), UInt32(word[index]))
        }
      }
    }
  }
}
