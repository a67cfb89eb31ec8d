/// An action of the mouse, and its position.
///
///     switch event {
///     case .mouse(let mouse):
///       if mouse.action == .press, let field = mouse.target(as: Field.self) { focus = field }
///     default: break
///     }
public struct Mouse: Equatable, Sendable {
  /// The kind of action.
  public enum Action: Equatable, Sendable {
    /// The left button went down.
    case press
    /// The left button went up. Screens do not get it: the event loop presses a button with it.
    case release
    /// The mouse was moved while the left button was down.
    case drag
    /// The wheel was turned away from the user by a notch.
    case scrollUp
    /// The wheel was turned towards the user by a notch.
    case scrollDown
  }

  /// The kind of action.
  public var action: Action
  /// The cell of the action.
  public var point: Point
  /// The keys that were held down.
  public var modifiers: KeyModifiers
  /// The spot under the mouse in the frame on the screen; nil if there is none.
  package var spot: Spot?

  /// Makes an action of the mouse.
  ///
  /// - Parameters:
  ///   - action: The kind of action.
  ///   - point: The cell of the action.
  ///   - modifiers: The keys that were held down.
  ///   - spot: The spot under the mouse in the frame on the screen.
  package init(_ action: Action, at point: Point, modifiers: KeyModifiers = [], spot: Spot? = nil) {
    (self.action, self.point, self.modifiers, self.spot) = (action, point, modifiers, spot)
  }

  /// Returns the target, if it is a value of this type.
  public func target<Target>(as type: Target.Type) -> Target? { spot?.target as? Target }

  /// The horizontal position in its spot, 0 at the left edge to 1; nil if there is no spot.
  public var fraction: Double? {
    guard let rect = spot?.rect, rect.width > 0 else { return nil }
    return Double(point.x - rect.x) / Double(max(1, rect.width - 1))
  }

  /// The rows that a turn of the wheel scrolls: negative upwards, 0 for any other action.
  public var scroll: Int {
    switch action {
    case .press, .release, .drag: 0
    case .scrollUp: -Self.rowsPerNotch
    case .scrollDown: Self.rowsPerNotch
    }
  }

  /// As many as in other programs.
  private static let rowsPerNotch = 3
}
