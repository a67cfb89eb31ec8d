import ReactiveExtras

/// The use of the mouse so far: a press of a button waits until it is released there.
struct MouseUse {
  /// The button that the mouse holds down; nil for none.
  private(set) var pressed: Spot?
  /// True while the left button is down somewhere.
  private(set) var isDown = false
  /// True if the terminal has reported anything of a mouse.
  private(set) var isUsed = false
  /// True if the terminal has answered a question, and will answer another.
  var canBeAskedAbout = false

  /// The longest time that the rest of a report, or the release of a button, is waited for.
  static let timeout = Duration.milliseconds(150)

  /// Returns the event that a screen is to have now; nil for none.
  ///
  /// A button is pressed by a release in it. Elsewhere a press counts at once, so that a text can
  /// be selected and a row is chosen without a delay.
  mutating func take(_ event: InputEvent, on canvas: Canvas) -> InputEvent? {
    guard case .mouse(var mouse) = event else { return event }
    isUsed = true
    switch mouse.action {
    case .press:
      isDown = true
      let spot = canvas.spot(at: mouse.point)
      pressed = spot?.isButton == true ? spot : nil
      return pressed == nil ? event : nil
    case .drag: return pressed == nil ? event : nil
    case .release:
      isDown = false
      let begun = pressed
      pressed = nil
      guard let begun, let spot = canvas.spot(at: mouse.point), spot.hasTarget(of: begun) else {
        return nil
      }
      mouse.action = .press
      return .mouse(mouse)
    case .scrollUp, .scrollDown: return event
    }
  }
}
