/// A place of a frame that the mouse can act on, with its target.
public struct Spot: Equatable, Sendable {
  /// The cells of the place.
  public let rect: Rect
  /// The target: a value of the code that has drawn it. A `KeyPress` is pressed.
  public let target: any Hashable & Sendable

  /// Makes a place that acts on a target.
  public init(_ rect: Rect, _ target: any Hashable & Sendable) {
    (self.rect, self.target) = (rect, target)
  }

  public static func == (left: Spot, right: Spot) -> Bool {
    left.rect == right.rect && AnyHashable(left.target) == AnyHashable(right.target)
  }
}
