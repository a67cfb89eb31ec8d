#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a program shows: it draws itself, takes input, and says when it is done.
///
/// All of it runs on the main actor, inside the event loop's turns. After every event and after
/// every piece of work that calls `EventLoop.setNeedsFrame`, the loop draws once.
@MainActor public protocol Screen: AnyObject {
  /// What the screen was opened for.
  associatedtype Result

  /// The outcome; the loop ends, after one last look at it, when it is no longer nil. Keys may
  /// set it, and so may work that finishes later.
  var result: Result? { get }

  /// The loop begins to show the screen: ask it for a frame whenever something changes.
  func willAppear(on loop: EventLoop)

  /// Draws everything on an empty canvas and places the cursor.
  func draw(on canvas: inout Canvas)

  /// Takes one key, paste or focus change. ^Z, ^\ and ^L never come here: the loop suspends,
  /// quits and repaints by itself.
  func handle(_ event: InputEvent)

  /// The terminal has a new size; the next `draw` has it too.
  func resized(to size: Size)

  /// The terminal is about to be given back for a while: hide what must not stay.
  func willSuspend()
}

extension Screen {
  /// Does nothing: a screen that changes with its keys alone is drawn after each of them anyway.
  public func willAppear(on loop: EventLoop) {}
  /// Does nothing: a screen that only draws learns its size there.
  public func resized(to size: Size) {}
  /// Does nothing: most screens show nothing that has to be hidden.
  public func willSuspend() {}
}

/// How a run of the event loop ended.
public enum EndReason<Result> {
  /// The screen had a result.
  case finished(Result)
  /// A signal asked the program to end.
  case signal(Int32)
  /// The terminal went away.
  case terminalLost

  /// The result, or the end of the process: by the signal that asked for it, or by SIGHUP when
  /// the terminal is lost, so that a shell sees why.
  public func resultOrDie() -> Result {
    switch self {
    case .finished(let result): result
    case .signal(let number): endProcess(bySignal: number)
    case .terminalLost: endProcess(bySignal: SIGHUP)
    }
  }
}

extension EndReason: Sendable where Result: Sendable {}
