import Dispatch
import Reactive

/// The output of a program that is restarted whenever it ends, such as the client of a broker.
///
/// The pauses double from a second up to a minute, and are reset after a long run. Of consecutive
/// ends only the first is reported, and then the first output.
package final class RestartedOrigin: ByteOrigin {
  private let words: [String]
  private let wake: LoopWake
  private let firstPause: Duration
  private let notice: (String) -> Void
  private var command: CommandOrigin?
  private var start = ContinuousClock.now
  private var pause: Duration
  /// True from a reported end until the next output.
  private var isDown = false
  private let isDue = Locked(false)

  private static let longestPause = Duration.seconds(60)
  /// The run time after which an end is not consecutive to the previous one.
  private static let stableTime = Duration.seconds(10)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - pause: The pause before the first restart.
  ///   - notice: Receives a message about an end, and about the output after it.
  package init(
    _ words: [String], _ wake: LoopWake, firstPause pause: Duration = .seconds(1),
    notice: @escaping (String) -> Void
  ) throws(InputError) {
    (self.words, self.wake, self.notice) = (words, wake, notice)
    (firstPause, self.pause) = (pause, pause)
    command = try CommandOrigin(words, wake)
  }

  package var descriptor: Int32? { command?.descriptor }
  package var isReadable: Bool { command?.isReadable ?? isDue.withLock { $0 } }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> ByteReading {
    guard let command else {
      guard isDue.withLock({ $0 }) else { return .nothing }
      start = .now
      do throws(InputError) { command = try CommandOrigin(words, wake) } catch {
        startLater("\(error)")
      }
      return .nothing
    }
    let reading = command.read(into: buffer)
    switch reading {
    case .bytes:
      if isDown { notice("\(words[0]) writes again") }
      isDown = false
    case .ended(let problem):
      startLater(problem ?? "\(words[0]) has ended")
      return problem == nil ? .textEnd : .cut
    case .nothing, .textEnd, .cut: break
    }
    return reading
  }

  private func startLater(_ problem: String) {
    command = nil
    let isNew = start.duration(to: .now) >= Self.stableTime
    if isNew { pause = firstPause }
    if isNew || !isDown {
      notice("\(problem); it is started again")
      isDown = true
    }
    isDue.withLock { $0 = false }
    DispatchQueue.global().asyncAfter(deadline: .now() + pause / .seconds(1)) { [isDue, wake] in
      isDue.withLock { $0 = true }
      wake.wake()
    }
    pause = min(pause * 2, Self.longestPause)
  }
}
