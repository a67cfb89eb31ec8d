/// A list that grows at its end; its copies share all pieces but the last.
///
///     var list = PiecewiseArray<Int>()
///     for number in 1...1000 { list.append(number) }
///     let earlier = list  // takes no memory until `list` grows, and then that of a piece
///     list.append(1001)
///     earlier.last  // 1000
///
/// For a list of which many earlier states are kept, such as a track at the positions to which a
/// replay can return. A piece has up to 128 elements; every piece but the last one is full.
/// Appending costs O(1), or O(*n*/128) if a copy shares the list.
package struct PiecewiseArray<Element>: RandomAccessCollection {
  private var pieces: [[Element]] = []
  /// The number of elements.
  package private(set) var count = 0

  private static var pieceLength: Int { 128 }

  /// Makes an empty list.
  package init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> Element {
    precondition(index >= 0, "The index is negative.")
    return pieces[index / Self.pieceLength][index % Self.pieceLength]
  }

  /// Adds an element at the end.
  package mutating func append(_ element: Element) {
    if count % Self.pieceLength == 0 {
      var piece: [Element] = []
      piece.reserveCapacity(Self.pieceLength)
      pieces.append(piece)
    }
    pieces[pieces.count - 1].append(element)
    count += 1
  }
}

extension PiecewiseArray: Equatable where Element: Equatable {}
extension PiecewiseArray: Hashable where Element: Hashable {}
extension PiecewiseArray: Sendable where Element: Sendable {}
