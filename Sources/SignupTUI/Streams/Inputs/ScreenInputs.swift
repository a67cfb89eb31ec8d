/// Delivers the values of inputs to a workspace of streams, whose event loop waits for keys.
///
/// A thread only waits for the sources. They are read on the loop's thread, in portions between
/// which keys are handled, and not beyond what the workspace can use.
@MainActor final class ScreenInputs {
  private let inputs: StreamInputs
  private let model: StreamWorkspace
  private let wake: LoopWake
  private let loop: EventLoop

  /// The maximum number of values to take in a row.
  private static let portion = 512
  /// The number of values with a time that are read ahead.
  private static let ahead = 256

  /// The descriptors that the thread waits for.
  private struct Wait: Sendable {
    var descriptors: [Int32] = []
    var milliseconds: Int32 = 0
  }

  /// Makes the inputs of a workspace; ``start()`` begins to read them.
  init(_ inputs: StreamInputs, of model: StreamWorkspace, _ wake: LoopWake, on loop: EventLoop) {
    (self.inputs, self.model, self.wake, self.loop) = (inputs, model, wake, loop)
  }

  /// Begins to read.
  ///
  /// - Throws: The reason why there is no thread.
  func start() throws(InputError) {
    // From now on they are read.
    for input in inputs.all { _ = inputs.values(of: input.id) }
    let code = Self.startThread(wake, loop) { [weak self] in
      MainActor.assumeIsolated { self?.take() }
    }
    guard code == 0 else {
      throw InputError("cannot start a thread to read it: \(SystemError(code).reason)")
    }
  }

  /// Starts the thread that waits.
  ///
  /// - Parameter take: Takes the available values, on the loop's thread; returns what to wait for
  ///     next, nil to end.
  /// - Returns: 0, or the `errno` of the thread that could not be started.
  nonisolated private static func startThread(
    _ wake: LoopWake, _ loop: EventLoop, _ take: @escaping @Sendable () -> Wait?
  ) -> Int32 {
    WorkerThread.start {
      let (next, isDone) = (Locked<Wait?>(Wait()), DispatchSemaphore(value: 0))
      while let wait = next.withLock({ $0 }) {
        var entries = (wait.descriptors + [wake.descriptor]).map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        poll(&entries, nfds_t(entries.count), wait.milliseconds)
        loop.enqueue {
          let wait = take()
          next.withLock { $0 = wait }
          isDone.signal()
        }
        isDone.wait()
      }
    }
  }

  /// Takes the available values; returns what to wait for next, nil if all inputs have ended.
  private func take() -> Wait? {
    var wait = Wait(milliseconds: -1)
    wake.clear()
    wake.fill(inputs.all.filter(\.isEmpty).map(\.feed), withinMilliseconds: 0)
    _ = inputs.chooseNext {}
    for input in inputs.all where input.isOpen {
      let feed = input.feed
      let isFull = takeValues(of: input)
      if input.finishIfEnded() {
        model.finish(input.id)
        continue
      }
      if isFull {
        // Until the clock has passed some of the waiting values.
        wait.milliseconds = 100
      } else if feed.hasValues || feed.descriptor == nil && feed.isFillable {
        wait.milliseconds = 0
      } else if let descriptor = feed.descriptor {
        wait.descriptors.append(descriptor)
      }
    }
    return inputs.haveEnded ? nil : wait
  }

  /// Delivers values of an input; returns true if more are waiting than are read ahead.
  private func takeValues(of input: StreamInputs.Bound) -> Bool {
    guard input.feed.hasValues || input.next != nil || input.mayHaveNext else { return false }
    var values: [(value: StreamValue, nanoseconds: Int?)] = []
    guard input.isPaced else {
      input.feed.read { value in
        values.append((value, nil))
        return values.count < Self.portion
      }
      model.send(values, to: input.id)
      return false
    }
    let room = Self.ahead - model.waitingCount(of: input.id)
    while values.count < room {
      input.takeNext()
      guard let date = input.nextDate, let value = input.passNext(at: date) else { break }
      values.append((value, date.nanoseconds))
    }
    model.send(values, to: input.id)
    return values.count >= room
  }
}
