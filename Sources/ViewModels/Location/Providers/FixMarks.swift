/// The places of some of a trace's fixes, so that every fix can be found by its number.
///
/// Bounded: when there are too many marks every second one is dropped, and from then on only every
/// second fix of those marked so far is marked.
struct FixMarks: Sendable {
  /// The end of the epoch of every fix whose number is a multiple of `stride`.
  private var offsets: [Int] = []
  private var stride = 1
  private var count = 0

  private static let limit = 4096

  /// Takes in the end of the next fix. O(1), averaged over many.
  mutating func add(endingAt offset: Int) {
    defer { count += 1 }
    guard count % stride == 0 else { return }
    offsets.append(offset)
    guard offsets.count > Self.limit else { return }
    offsets = offsets.indices.lazy.filter { $0 % 2 == 0 }.map { [offsets] in offsets[$0] }
    stride *= 2
  }

  /// Returns the last marked fix up to a number, with its end; nil if there is none.
  func last(upTo number: Int) -> (number: Int, offset: Int)? {
    guard number >= 0, !offsets.isEmpty else { return nil }
    let index = min(number / stride, offsets.count - 1)
    return (index * stride, offsets[index])
  }
}
