import Platform

/// A screen of a program: it draws itself, handles input, and finally has a result.
///
/// Everything runs on the main actor, inside the event loop's turns. After every event and after
/// every piece of work that calls `EventLoop.setNeedsFrame`, the loop draws once.
@MainActor public protocol Screen: AnyObject {
  /// The type of the screen's outcome.
  associatedtype Result

  /// The outcome. Once it is not nil, the loop draws once more and ends. Keys may set it, and so
  /// may work that finishes later.
  var result: Result? { get }

  /// Called before the loop shows the screen: ask the loop for a frame whenever something changes.
  func willAppear(on loop: EventLoop)

  /// Draws everything on an empty canvas and sets the cursor.
  func draw(on canvas: inout Canvas)

  /// Handles one key, paste or focus change. ^Z, ^\ and ^L never arrive here: the loop itself
  /// suspends, quits and repaints.
  func handle(_ event: InputEvent)

  /// Called when the terminal has a new size, which the next `draw` uses, too.
  func resized(to size: Size)

  /// Called before the terminal is given back for a while: hide everything secret.
  func willSuspend()

  /// Called when the loop has ended, for whatever reason, before it gives the terminal back: save
  /// what must not be lost.
  func willDisappear()
}

extension Screen {
  /// Does nothing: a screen that only changes on input is drawn after each event anyway.
  public func willAppear(on loop: EventLoop) {}
  /// Does nothing: a screen that only draws learns its size there.
  public func resized(to size: Size) {}
  /// Does nothing: most screens have nothing to hide.
  public func willSuspend() {}
  /// Does nothing: most screens have nothing to save.
  public func willDisappear() {}
}

/// The reason why a run of the event loop ended.
public enum EndReason<Result> {
  /// The screen had a result.
  case finished(Result)
  /// A signal requested the program's end.
  case signal(Int32)
  /// The terminal went away.
  case terminalLost

  /// Returns the result, or ends the process: by the signal that requested it, or by SIGHUP if the
  /// terminal is lost, so that a shell sees the reason.
  public func resultOrDie() -> Result {
    switch self {
    case .finished(let result): result
    case .signal(let number): endProcess(bySignal: number)
    case .terminalLost: endProcess(bySignal: SIGHUP)
    }
  }
}

extension EndReason: Sendable where Result: Sendable {}
