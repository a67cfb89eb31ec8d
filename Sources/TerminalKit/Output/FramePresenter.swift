import Platform
import ReactiveExtras

/// Sends frames to the terminal: one write each, and none while the last one is still under way.
///
/// A frame's bytes are never dropped half-way, because the next difference builds on them; whole
/// frames are dropped if the terminal is slower than the program.
struct FramePresenter {
  /// The fate of a frame.
  enum Outcome {
    /// The terminal has received everything.
    case done
    /// The terminal accepts no more for now: call `drain` when it does.
    case busy
    /// The terminal is gone.
    case lost
  }

  private var encoder: FrameEncoder
  private let descriptor: Int32
  private let recorder: FrameRecorder?
  /// The frame that the terminal shows once it has received everything; nil if unknown.
  private var shown: Canvas?
  /// The bytes that wait for the terminal.
  private var unsent: [UInt8] = []

  init(palette: Palette, descriptor: Int32, recorder: FrameRecorder? = nil) {
    encoder = FrameEncoder(palette: palette)
    (self.descriptor, self.recorder) = (descriptor, recorder)
  }

  /// True if bytes of an earlier frame wait for the terminal.
  var isBacklogged: Bool { !unsent.isEmpty }

  /// Forgets the terminal's contents, so that the next frame is written in full.
  mutating func invalidate() { shown = nil }

  /// Changes the colours; the next frame is written in full.
  mutating func use(_ palette: Palette) {
    encoder = FrameEncoder(palette: palette)
    shown = nil
  }

  /// Also forgets the bytes under way: the terminal has been given away in between.
  mutating func forgetTerminal() {
    shown = nil
    unsent = []
  }

  /// True if a frame presented now would be sent at once.
  var isReady: Bool {
    guard unsent.isEmpty else { return false }
    var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&wait, 1, 0) > 0
  }

  /// Sends a frame's difference, as far as the terminal accepts it; no bytes may be pending.
  ///
  /// - Parameters:
  ///   - canvas: The frame.
  ///   - opening: Bytes that prepare the terminal for the frame.
  ///   - question: Bytes to send after the frame that draw nothing.
  ///   - instant: The time of the frame in a recording.
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

  /// Sends bytes that draw nothing, after the pending ones.
  mutating func send(_ bytes: [UInt8]) -> Outcome {
    unsent += bytes
    return drain()
  }

  /// Writes the pending bytes, in one call.
  ///
  /// If some are left, the terminal is stopped or a signal has interrupted the write. The caller
  /// waits for both, so that a stopped terminal does not keep the program from ending.
  mutating func drain() -> Outcome {
    guard !unsent.isEmpty else { return .done }
    let written = unsent.withUnsafeBytes { write(descriptor, $0.baseAddress!, $0.count) }
    guard written >= 0 || errno == EAGAIN || errno == EINTR else { return .lost }
    unsent.removeFirst(max(0, written))
    return unsent.isEmpty ? .done : .busy
  }
}
