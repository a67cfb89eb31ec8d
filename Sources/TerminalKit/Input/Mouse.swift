/// What the mouse has done, and where.
///
///     switch event {
///     case .mouse(let mouse):
///       if mouse.action == .press, let field = mouse.target(as: Field.self) { focus = field }
///     default: break
///     }
public struct Mouse: Equatable, Sendable {
  /// What has been done.
  public enum Action: Equatable, Sendable {
    /// The left button went down.
    case press
    /// The mouse was moved while the left button was down.
    case drag
    /// The wheel was turned away from the hand by a notch.
    case scrollUp
    /// The wheel was turned towards the hand by a notch.
    case scrollDown
  }

  /// What has been done.
  public var action: Action
  /// The cell in which it was done.
  public var point: Point
  /// The keys that were held down.
  public var modifiers: KeyModifiers
  /// What the frame on the screen has there; nil where the mouse can act on nothing.
  public var spot: Spot?

  /// Makes what the mouse has done.
  ///
  /// - Parameters:
  ///   - action: What has been done.
  ///   - point: The cell in which it was done.
  ///   - modifiers: The keys that were held down.
  ///   - spot: What the frame on the screen has there.
  public init(
    _ action: Action, at point: Point, modifiers: KeyModifiers = [], spot: Spot? = nil
  ) {
    (self.action, self.point, self.modifiers, self.spot) = (action, point, modifiers, spot)
  }

  /// What is acted on, where it is a value of this type.
  public func target<Target>(as type: Target.Type) -> Target? { spot?.target as? Target }

  /// How far into its spot from the left edge it is, 0 to 1; nil where there is none.
  public var fraction: Double? {
    guard let rect = spot?.rect, rect.width > 0 else { return nil }
    return Double(point.x - rect.x) / Double(max(1, rect.width - 1))
  }

  /// Rows that a turn of the wheel scrolls: negative upwards, 0 for anything else.
  public var scroll: Int {
    switch action {
    case .press, .drag: 0
    case .scrollUp: -Self.rowsPerNotch
    case .scrollDown: Self.rowsPerNotch
    }
  }

  /// As many as in other programs.
  private static let rowsPerNotch = 3
}
