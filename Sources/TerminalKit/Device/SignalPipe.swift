import Platform
import Synchronization

/// Signals turned into bytes that the event loop reads between two pieces of work.
///
/// A handler may do very little, so it writes the signal's number into a pipe and returns.
enum SignalPipe {
  /// The signals that ask the program to end.
  static let ending: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// The end to poll and read; -1 before the first `install`.
  static var descriptor: Int32 { ends.pointee.read }

  /// True if a signal that ends the program has arrived: a blocking write gives up then.
  static var isEnding: Bool { endingArrived.load(ordering: .relaxed) }

  /// Starts to catch signals; does nothing if they are caught already.
  static func install() {
    guard !isInstalled, openPipe() else { return }
    isInstalled = true
    for number in ending {
      // Without SA_RESTART: a write that the terminal does not accept must return.
      install(number, flags: 0)
    }
    for number in [SIGTSTP, SIGCONT, SIGWINCH] { install(number, flags: SA_RESTART) }
  }

  /// Restores the action that every signal had before `install`.
  static func uninstall() {
    guard isInstalled else { return }
    isInstalled = false
    for (number, action) in previous {
      var action = action
      sigaction(number, &action, nil)
    }
    previous.removeAll()
  }

  /// The signals that have arrived since the last call, each once, in order of arrival.
  static func drain() -> [Int32] {
    var buffer = [UInt8](repeating: 0, count: 64)
    var numbers: [Int32] = []
    while true {
      let count = read(ends.pointee.read, &buffer, buffer.count)
      guard count > 0 else { return numbers }
      for byte in buffer[0..<count] where !numbers.contains(Int32(byte)) {
        numbers.append(Int32(byte))
      }
    }
  }

  private static func install(_ number: Int32, flags: Int32) {
    let old = SignalAction.install(
      number, flags: flags,
      handler: { number in
        let saved = errno
        if number == SIGINT || number == SIGTERM || number == SIGHUP || number == SIGQUIT {
          SignalPipe.endingArrived.store(true, ordering: .relaxed)
        }
        var byte = UInt8(truncatingIfNeeded: number)
        _ = write(SignalPipe.ends.pointee.write, &byte, 1)
        errno = saved
      })
    guard var old else { return }
    if SignalAction.isIgnored(old) && ending.contains(number) {
      // If started under nohup or in the background of a script, ignored signals stay ignored.
      sigaction(number, &old, nil)
    } else {
      previous.append((number, old))
    }
  }

  private static func openPipe() -> Bool {
    if ends.pointee.read >= 0 { return true }
    guard let pair = try? Descriptor.pipe() else { return false }
    ends.pointee = (pair.read, pair.write)
    return true
  }

  /// Set by the handler and never cleared: a program that is asked to end does end.
  private static let endingArrived = Atomic<Bool>(false)

  /// The ends of the pipe: set once, before the first handler is installed, and then never changed.
  nonisolated(unsafe) private static let ends: UnsafeMutablePointer<(read: Int32, write: Int32)> = {
    let pointer = UnsafeMutablePointer<(read: Int32, write: Int32)>.allocate(capacity: 1)
    pointer.initialize(to: (-1, -1))
    return pointer
  }()

  /// Touched by `install` and `uninstall` alone, on the main thread.
  nonisolated(unsafe) private static var isInstalled = false
  /// The actions that were replaced; only `install` and `uninstall` touch them.
  nonisolated(unsafe) private static var previous: [(Int32, sigaction)] = []
}
