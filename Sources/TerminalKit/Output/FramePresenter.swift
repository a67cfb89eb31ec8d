import Platform
import ReactiveExtras

/// Sends frames to the terminal: one write each, and none while the last is still under way.
///
/// The bytes of a frame are never dropped half-way, as the next difference builds on them; whole
/// frames are, if the terminal is slower than the program.
struct FramePresenter {
  /// The fate of a frame.
  enum Outcome {
    /// The terminal has got all of it.
    case done
    /// The terminal accepts no more now: call `drain` when it does.
    case busy
    /// The terminal is gone.
    case lost
  }

  private var encoder: FrameEncoder
  private let descriptor: Int32
  private let recorder: FrameRecorder?
  /// The frame that the terminal shows once it has got everything; nil if that is unknown.
  private var shown: Canvas?
  /// The bytes that wait for the terminal.
  private var unsent: [UInt8] = []

  init(palette: Palette, descriptor: Int32, recorder: FrameRecorder? = nil) {
    encoder = FrameEncoder(palette: palette)
    (self.descriptor, self.recorder) = (descriptor, recorder)
  }

  /// True if bytes of an earlier frame wait for the terminal.
  var isBacklogged: Bool { !unsent.isEmpty }

  /// Forgets the terminal's contents, so that the next frame is written whole.
  mutating func invalidate() { shown = nil }

  /// Draws in other colours from now on; the next frame is written whole.
  mutating func use(_ palette: Palette) {
    encoder = FrameEncoder(palette: palette)
    shown = nil
  }

  /// Also forgets the bytes under way: the terminal has been given back in between.
  mutating func forgetTerminal() {
    shown = nil
    unsent = []
  }

  /// True if a frame presented now would go out at once.
  var isReady: Bool {
    guard unsent.isEmpty else { return false }
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// Sends the difference of a frame, as far as the terminal accepts it; no bytes may be waiting.
  ///
  /// - Parameters:
  ///   - canvas: The frame.
  ///   - opening: Bytes that prepare the terminal for it.
  ///   - question: Bytes after it that draw nothing.
  ///   - instant: The instant for a recording.
  mutating func present(
    _ canvas: Canvas, behind opening: [UInt8] = [], before question: [UInt8] = [],
    at instant: MonotonicInstant = .now
  ) -> Outcome {
    let frame = encoder.encode(from: shown, to: canvas)
    recorder?.record(frame: frame, at: instant)
    unsent = opening.isEmpty && question.isEmpty ? frame : opening + frame + question
    shown = canvas
    return drain()
  }

  /// Sends bytes that draw nothing, after the waiting ones.
  mutating func send(_ bytes: [UInt8]) -> Outcome {
    unsent += bytes
    return drain()
  }

  /// Writes the waiting bytes, in one call.
  ///
  /// If some are left the terminal is stopped, or a signal has interrupted the write: the caller
  /// waits for both, so that a stopped terminal does not keep the program from ending.
  mutating func drain() -> Outcome {
    guard !unsent.isEmpty else { return .done }
    let written = unsent.withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
    guard written >= 0 || errno == EAGAIN || errno == EINTR else { return .lost }
    unsent.removeFirst(max(0, written))
    return unsent.isEmpty ? .done : .busy
  }
}
