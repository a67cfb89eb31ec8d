import Expressions
import Fetching
import Platform
import Reactive

/// A source of an input's values, one per line.
///
///     let prices = StreamInputSource.command(["seq", "3"])
///     let tens = source.publisher(of: "tens", inputs: ["prices": prices.values(of: .number)])
public enum StreamInputSource: Sendable {
  /// The program's standard input.
  case standardInput
  /// A file, by its path, which is read to the end.
  case file(String)
  /// A web page that is requested repeatedly: the lines of each response that differs from the
  /// previous one.
  case web(String, every: Duration, any Transport)
  /// The output of a program, which is started without a shell.
  case command([String])
}

extension StreamInputSource {
  /// Makes a publisher of the values, which are read on a separate thread after the subscription.
  /// Finishes when the source ends or cannot be read; a slow subscriber slows the reading.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - format: The format of the lines; if nil, a line is read as JSON if possible, else as plain
  ///     text.
  ///   - report: Receives a message for each dropped line, and for a source that fails.
  public func values(
    of type: StreamInput.ValueType = .any, lines format: LineFormat? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) -> AnyPublisher<StreamValue, Never> {
    Deferred {
      let values = PassthroughSubject<StreamValue, Never>()
      let isCancelled = Locked(false)
      // Subscribed after the subject, to lose no value.
      let start = Deferred {
        // Only the new thread uses them.
        nonisolated(unsafe) let send: (StreamValue) -> Void = { values.send($0) }
        nonisolated(unsafe) let finish = { values.send(completion: .finished) }
        let code = WorkerThread.start {
          let reader = LineReader(of: type, format: format, returnsLines: true)
          do throws(InputError) {
            try read(reader, report, isOver: { isCancelled.withLock { $0 } }, send)
          } catch { report("\(error)") }
          finish()
        }
        if code != 0 {
          report("cannot start a thread: \(SystemError(code).reason)")
          finish()
        }
        return Empty<StreamValue, Never>()
      }
      return values.merge(with: start)
        .handleEvents(receiveCancel: { isCancelled.withLock { $0 = true } })
    }.eraseToAnyPublisher()
  }

  /// Reads the source on this thread until it ends or is no longer wanted.
  private func read(
    _ reader: LineReader, _ report: @escaping @Sendable (String) -> Void, isOver: () -> Bool,
    _ send: (StreamValue) -> Void
  ) throws(InputError) {
    let wake = try LoopWake()
    let feed = LineFeed(
      try origin(wake, notice: report), name: name, reader, report: { report($0) })
    while !feed.hasEnded, !isOver() {
      feed.read { value in
        send(value)
        return !isOver()
      }
      // The timeout allows for a cancellation.
      if !feed.hasValues { wake.fill([feed], withinMilliseconds: 250) }
    }
  }

  /// Opens the source.
  ///
  /// - Parameter notice: Receives a message about a page that cannot be read now.
  package func origin(
    _ wake: LoopWake, notice: @escaping @Sendable (String) -> Void
  ) throws(InputError) -> any ByteOrigin {
    switch self {
    case .standardInput: return DescriptorOrigin(0, name: name, closes: false)
    case .file(let path): return try DescriptorOrigin(path: path)
    case .command(let words): return try CommandOrigin(words, wake)
    case .web(let url, let interval, let transport):
      let queue = InputQueue<[UInt8]>(limit: 1, wake)
      let sender = PolledBytes(url: url, every: interval, by: transport, to: queue, report: notice)
      return QueueOrigin(queue, sender: sender)
    }
  }

  /// The name of the source in messages.
  package var name: String {
    switch self {
    case .standardInput: "standard input"
    case .file(let path): path
    case .web(let url, _, _): HTTPRequest(url).address
    case .command(let words): words.first ?? ""
    }
  }
}
