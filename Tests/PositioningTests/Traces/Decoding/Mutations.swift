import TestSupport

/// A copy with a few bytes flipped, lost, doubled or put in.
func mutated(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
  var result = bytes
  let marks = Array("<>&;\"'{}[],:\n\r \0-+eE0987654321./\u{7F}".utf8) + [0x80, 0xFF]
  for _ in 0...(random.next() % 8) where !result.isEmpty {
    let place = Int(random.next() % UInt64(result.count))
    let end = min(result.count, place + Int(random.next() % 30))
    switch random.next() % 6 {
    case 0: result[place] = UInt8(truncatingIfNeeded: random.next())
    case 1: result.removeSubrange(place..<end)
    case 2: result.insert(contentsOf: result[place..<end], at: place)
    case 3: result[place] = marks[Int(random.next() % UInt64(marks.count))]
    case 4: result.insert(marks[Int(random.next() % UInt64(marks.count))], at: place)
    default: result.removeSubrange((random.next() % 9 == 0 ? place : result.count)...)
    }
  }
  return result
}

/// The bytes in pieces of at most `most`.
func pieces(_ bytes: [UInt8], most: Int, _ random: inout SplitMix) -> [[UInt8]] {
  var result: [[UInt8]] = []
  var start = 0
  while start < bytes.count {
    let end = min(bytes.count, start + Int(random.next() % UInt64(most)) + 1)
    result.append(Array(bytes[start..<end]))
    start = end
  }
  return result
}
