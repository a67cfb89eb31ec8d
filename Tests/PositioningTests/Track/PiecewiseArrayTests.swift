import Positioning
import Testing

@Suite("A list in pieces")
struct PiecewiseArrayTests {
  @Test("It holds what was appended, in order", arguments: [0, 1, 127, 128, 129, 256, 300, 1000])
  func contents(count: Int) {
    var list = PiecewiseArray<Int>()
    for number in 0..<count { list.append(number) }
    #expect(Array(list) == Array(0..<count) && list.count == count)
    #expect(list.isEmpty == (count == 0) && list.first == (count > 0 ? 0 : nil))
    #expect(list.last == (count > 0 ? count - 1 : nil))
    #expect(list.dropFirst(100).elementsEqual((0..<count).dropFirst(100)))
    #expect(list.indices == 0..<count && Array(list.reversed()) == (0..<count).reversed())
  }

  @Test("Copies stay as they were, whichever of them grows")
  func copies() {
    var list = PiecewiseArray<Int>()
    var copies: [PiecewiseArray<Int>] = []
    for number in 0..<400 {
      copies.append(list)
      list.append(number)
    }
    var other = copies[200]
    other.append(-1)
    #expect(copies.enumerated().allSatisfy { Array($1) == Array(0..<$0) })
    #expect(Array(other) == Array(0..<200) + [-1] && Array(list) == Array(0..<400))
    #expect(copies[200] != other && copies[399] != list && Set(copies).count == 400)
    copies[399].append(399)
    #expect(copies[399] == list && copies[399].hashValue == list.hashValue)
  }
}
