import Dispatch
import Reactive

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A server on a loopback port that says what a test has it say, to whoever is connected.
package final class SentenceServer: Sendable {
  /// The port that it listens at.
  package let port: UInt16
  private struct State {
    var listener: Int32
    var clients: [Int32] = []
    var received = ""
  }
  private let state: Locked<State>
  private let change = DispatchSemaphore(value: 0)

  /// Listens at a port, or at one that the system chooses.
  package init(port: UInt16 = 0) {
    let listener: Int32
    (listener, self.port) = LoopbackListener.listen(at: port)
    state = Locked(State(listener: listener))
    Threads.start { [state, change] in
      while case let client = accept(listener, nil, nil), client >= 0 {
        _ = fcntl(client, F_SETFD, FD_CLOEXEC)
        let isOpen = state.withLock { state in
          if state.listener >= 0 { state.clients.append(client) }
          return state.listener >= 0
        }
        guard isOpen else { return _ = close(client) }
        change.signal()
        Threads.start { Self.read(client, state, change) }
      }
    }
  }

  deinit { stop() }

  private static func read(_ client: Int32, _ state: Locked<State>, _ change: DispatchSemaphore) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
      let text = String(decoding: buffer[..<count], as: UTF8.self)
      state.withLock { $0.received += text }
      change.signal()
    }
  }

  /// What clients have said.
  package var received: String { state.withLock { $0.received } }

  /// Waits until clients have said something, or the run is stuck.
  package func waits(for text: String) -> Bool {
    let deadline = Standstill.deadline
    while !received.contains(text) {
      if change.wait(timeout: deadline) == .timedOut { return received.contains(text) }
    }
    return true
  }

  /// Waits until somebody is connected, or the run is stuck.
  package func waitsForClient() -> Bool {
    let deadline = Standstill.deadline
    while state.withLock({ $0.clients.isEmpty }) {
      if change.wait(timeout: deadline) == .timedOut { return false }
    }
    return true
  }

  /// Says something to everybody.
  package func say(_ text: String) {
    for client in state.withLock({ $0.clients }) {
      _ = send(client, text, text.utf8.count, LoopbackListener.withoutSignal)
    }
  }

  /// Hangs up, and listens no more.
  package func stop() {
    let (listener, clients) = state.withLock { state in
      defer { (state.listener, state.clients) = (-1, []) }
      return (state.listener, state.clients)
    }
    guard listener >= 0 else { return }
    for client in clients {
      shutdown(client, Int32(SHUT_RDWR))
      close(client)
    }
    // Wakes the thread that accepts.
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}
