import Platform

/// A screen of a program: it draws itself, takes input, and has a result in the end.
///
/// All of it runs on the main actor, inside the event loop's turns. After every event and after
/// every piece of work that calls `EventLoop.setNeedsFrame`, the loop draws once.
@MainActor public protocol Screen: AnyObject {
  /// The type of the screen's outcome.
  associatedtype Result

  /// The outcome. When it is no longer nil, the loop draws once more and ends. Keys may set it, and
  /// so may work that finishes later.
  var result: Result? { get }

  /// The loop begins to show the screen: ask it for a frame whenever something changes.
  func willAppear(on loop: EventLoop)

  /// Draws everything on an empty canvas and sets the cursor.
  func draw(on canvas: inout Canvas)

  /// Takes one key, paste or focus change. ^Z, ^\ and ^L never come here: the loop itself suspends,
  /// quits and repaints.
  func handle(_ event: InputEvent)

  /// Reports that the terminal has a new size, which the next `draw` has, too.
  func resized(to size: Size)

  /// Reports that the terminal is about to be given back for a while: hide everything that must not
  /// stay.
  func willSuspend()

  /// Reports that the loop has ended, for whatever reason, and is about to give the terminal back:
  /// save what must not be lost.
  func willDisappear()
}

extension Screen {
  /// Does nothing: a screen that changes with its keys alone is drawn after each of them anyway.
  public func willAppear(on loop: EventLoop) {}
  /// Does nothing: a screen that only draws learns its size there.
  public func resized(to size: Size) {}
  /// Does nothing: most screens show nothing that has to be hidden.
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
