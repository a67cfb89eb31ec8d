/// An area of a frame that the mouse can act on, with its target.
package struct Spot: Equatable, Sendable {
  /// The cells of the area.
  package let rect: Rect
  /// The target: a value of the code that has drawn it. A `KeyPress` is pressed.
  package let target: any Hashable & Sendable

  /// True for a button, which acts when the mouse button is released over it: until then the press
  /// can be cancelled.
  package let isButton: Bool

  /// Makes an area that acts on a target.
  package init(_ rect: Rect, _ target: any Hashable & Sendable, isButton: Bool = false) {
    (self.rect, self.target, self.isButton) = (rect, target, isButton)
  }

  package static func == (left: Spot, right: Spot) -> Bool {
    left.rect == right.rect && left.isButton == right.isButton && left.hasTarget(of: right)
  }

  /// True if another spot has the same target.
  func hasTarget(of other: Spot) -> Bool { AnyHashable(target) == AnyHashable(other.target) }
}
