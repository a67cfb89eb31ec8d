#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import ReactiveExtras

/// Puts frames on the terminal: one write each, and none while the last is still under way.
///
/// The bytes of a frame are never dropped half-way, for the next difference builds on them;
/// whole frames are, when the terminal is slower than the program.
struct FramePresenter {
  enum Outcome {
    /// The terminal shows, or will have been sent, the frame.
    case done
    /// The terminal takes nothing now: draw again when it does.
    case busy
    case lost
  }

  private let encoder: FrameEncoder
  private let descriptor: Int32
  private let recorder: FrameRecorder?
  private var shown: Canvas?
  private var unsent: [UInt8] = []

  init(palette: Palette, descriptor: Int32, recorder: FrameRecorder? = nil) {
    encoder = FrameEncoder(palette: palette)
    self.descriptor = descriptor
    self.recorder = recorder
  }

  /// Whether bytes of an earlier frame wait for the terminal.
  var isBacklogged: Bool { !unsent.isEmpty }

  /// Forgets what the terminal shows, so that the next frame is written whole.
  mutating func invalidate() {
    shown = nil
  }

  /// Forgets also what is under way: the terminal has been given back in between.
  mutating func forgetTerminal() {
    shown = nil
    unsent = []
  }

  /// Whether a frame presented now would go out at once.
  var isReady: Bool {
    guard unsent.isEmpty else { return false }
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  mutating func present(_ canvas: Canvas, at instant: MonotonicInstant = .now) -> Outcome {
    unsent = encoder.encode(from: shown, to: canvas)
    recorder?.record(frame: unsent, at: instant)
    shown = canvas
    return drain()
  }

  /// Writes what is waiting, in one call unless the terminal takes less.
  mutating func drain() -> Outcome {
    var sent = 0
    defer { unsent.removeFirst(sent) }
    while sent < unsent.count {
      let written = unsent.withUnsafeBytes {
        write(descriptor, $0.baseAddress! + sent, $0.count - sent)
      }
      if written >= 0 {
        sent += written
      } else if errno == EAGAIN {
        return .busy
      } else if errno == EINTR {
        // A stopped terminal must not keep the program from ending.
        if SignalPipe.isEnding { return .busy }
      } else {
        return .lost
      }
    }
    return .done
  }
}
