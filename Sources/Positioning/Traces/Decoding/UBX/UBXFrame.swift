/// A frame of UBX: two marks, class, number, two bytes of length, the payload, two checksum bytes.
enum UBXFrame {
  /// The length of the frame at the beginning of some bytes; nil without a valid one.
  static func length(_ text: ByteText) -> Int? {
    guard text.count >= 8, text[0] == 0xB5, text[1] == 0x62 else { return nil }
    let length = Int(text[4]) | Int(text[5]) << 8
    guard text.count >= length + 8 else { return nil }
    var (first, second): (UInt8, UInt8) = (0, 0)
    for index in 2..<length + 6 {
      first &+= text[index]
      second &+= first
    }
    return text[length + 6] == first && text[length + 7] == second ? length + 8 : nil
  }
}
