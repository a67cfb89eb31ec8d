import ReactiveExtras

/// The state of the mouse: a pressed button waits until the mouse is released over it.
struct MouseUse {
  /// The button on which the mouse is pressed; nil for none.
  private(set) var pressed: Spot?
  /// True while the left button is down somewhere.
  private(set) var isDown = false
  /// True if the terminal has reported a mouse event.
  private(set) var isUsed = false
  /// True if the terminal has replied to a query, so it will reply to another.
  var canBeAskedAbout = false

  /// The longest time to wait for the rest of a report, or the release of a button.
  static let timeout = Duration.milliseconds(150)

  /// Returns the event to send to the screen now; nil for none.
  ///
  /// A button acts when the mouse is released over it. Elsewhere a press acts at once, so that text
  /// can be selected and a row is chosen without a delay.
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
