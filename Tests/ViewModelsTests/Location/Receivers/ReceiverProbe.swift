import Dispatch
import Positioning
import Reactive
import ReactiveExtras
import TestSupport

@testable import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A receiver's provider on a queue, for tests with the system's devices and sockets: it notes what
/// comes, and waits for it without sleeping.
///
/// Unchecked, because its provider is used on its queue alone.
final class ReceiverProbe: @unchecked Sendable {
  private let queue = DispatchQueue(label: "receiver-probe")
  private let provider: ReceiverLocationProvider
  private let notes = Locked((updates: [LocationUpdate](), connections: [ReceiverConnection]()))
  private let change = DispatchSemaphore(value: 0)
  private var cancellables: Set<AnyCancellable> = []

  /// How long it waits before a source is opened again.
  static let pause = Duration.milliseconds(20)

  init(_ source: some ReceiverSource, format: TraceFormat? = .nmea) {
    provider = ReceiverLocationProvider(
      source: source, format: format, scheduler: AnyScheduler.queue(queue))
    provider.firstPace = ReconnectPace(from: Self.pause, upTo: Self.pause)
    queue.sync {
      let (notes, change) = (notes, change)
      provider.updates.sink { update in
        notes.withLock { $0.updates.append(update) }
        change.signal()
      }.store(in: &cancellables)
      provider.connection.sink { connection in
        notes.withLock { $0.connections.append(connection) }
        change.signal()
      }.store(in: &cancellables)
      provider.start()
    }
  }

  deinit { queue.sync { provider.stop() } }

  func stop() { queue.sync { provider.stop() } }
  func start() { queue.sync { provider.start() } }

  var name: String { queue.sync { provider.source.name } }
  /// How it stood with the receiver, one after the other: the last of them may be past already.
  var connections: [ReceiverConnection] { notes.withLock { $0.connections } }
  /// How often it has been open.
  var openings: Int { connections.count { $0 == .open } }
  var updates: [LocationUpdate] { notes.withLock { $0.updates } }

  var failures: [LocationError] {
    updates.compactMap { update -> LocationError? in
      if case .failed(let error) = update { error } else { nil }
    }
  }

  /// The latitudes of the fixes so far.
  var latitudes: [Double] {
    updates.flatMap { update -> [Double] in
      guard case .epochs(let epochs) = update else { return [] }
      return epochs.compactMap(\.location?.coordinate.latitude)
    }
  }

  /// Waits until something holds, or the run is stuck.
  func waits(_ condition: (ReceiverProbe) -> Bool) -> Bool {
    let deadline = Standstill.deadline
    while !condition(self) {
      if change.wait(timeout: deadline) == .timedOut { return condition(self) }
    }
    return true
  }
}

/// A sentence that says a latitude, in whole degrees, at a second of the day.
func sentence(_ latitude: Int, at second: Int) -> String {
  "$GPGLL,\(latitude)00.0,N,01800.0,E,\(120_000 + second),A\r\n"
}

/// A serial line with a receiver at its other end: a pseudo-terminal, and a link that is its name.
final class SerialPair {
  private let link: String
  private var far: Int32 = -1
  /// The program's end, kept open so that a test can look at its settings.
  private(set) var near: Int32 = -1

  /// Makes a line with a name that stays the same when it is plugged in anew.
  init(link: String) {
    self.link = link
    plugIn()
  }

  deinit { unplug() }

  func plugIn() {
    var name = [CChar](repeating: 0, count: 1024)
    precondition(openpty(&far, &near, &name, nil, nil) == 0, "no pseudo-terminal")
    for end in [far, near] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let device = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    unlink(link)
    precondition(symlink(device, link) == 0, "no link")
  }

  func unplug() {
    guard far >= 0 else { return }
    close(near)
    close(far)
    far = -1
    unlink(link)
  }

  func say(_ text: String) { _ = write(far, text, text.utf8.count) }

  var settings: termios {
    var settings = termios()
    tcgetattr(near, &settings)
    return settings
  }
}
