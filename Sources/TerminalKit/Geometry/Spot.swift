/// A place of a frame that the mouse can act on, with its target.
public struct Spot: Equatable, Sendable {
  /// The cells of the place.
  public let rect: Rect
  /// The target: a value of the code that has drawn it. A `KeyPress` is pressed.
  public let target: any Hashable & Sendable

  /// True for a button, which acts when the mouse's button goes up in it: until then a press can
  /// be thought better of.
  public let isButton: Bool

  /// Makes a place that acts on a target.
  public init(_ rect: Rect, _ target: any Hashable & Sendable, isButton: Bool = false) {
    (self.rect, self.target, self.isButton) = (rect, target, isButton)
  }

  public static func == (left: Spot, right: Spot) -> Bool {
    left.rect == right.rect && left.isButton == right.isButton && left.hasTarget(of: right)
  }

  /// True if another spot has the same target.
  func hasTarget(of other: Spot) -> Bool { AnyHashable(target) == AnyHashable(other.target) }
}
