import Platform

/// A trace that was opened to be read once, from its beginning to its end.
package enum OpenedTrace {
  case file(TraceFile)
  /// A trace that comes through a pipe.
  case stream(TraceStream)

  /// Opens a trace and finds its format.
  ///
  /// A pipe is read as it comes. One in which a gzip file comes is first unpacked to its end.
  /// - Throws: `TraceError` when there is no such file, it cannot be read, or it is no trace.
  package init(path: String, options: TraceOptions = TraceOptions()) throws(TraceError) {
    switch try TraceSource.opened(path, unpacked: options.mostUnpackedBytes) {
    case .file(let descriptor, let damage):
      let file = try RandomAccessFile(descriptor, path: path, damage: damage)
      self = .file(try TraceFile(file, options: options))
    case .pipe(let descriptor, let beginning):
      self = .stream(
        try TraceStream(descriptor, beginning: beginning, path: path, options: options))
    }
  }
}

/// A trace that comes through a pipe, read epoch by epoch as it comes.
///
///     while let epoch = try stream.next(beforeWaiting: { print("nothing more for now") }) {
///       print(epoch.location?.coordinate as Any)
///     }
///
/// Gives the epochs of a ``TraceFile`` with the same bytes, and the same errors, but no way back.
/// Memory is bounded however much comes. The pipe is closed with this object.
package final class TraceStream {
  /// The pipe's name as it was given.
  package let path: String
  /// The trace's format.
  package let format: TraceFormat

  /// How the table is written; nil for other formats, and until it is settled.
  package var dialect: CSVDialect? { reader.dialect }

  /// What was guessed and may be wrong, a sentence each without its full stop.
  package var warnings: [String] { reader.warnings }

  /// True if sentences of NMEA 0183 in what has come so far name waypoints.
  package var namesPlaces: Bool { NMEA.namePlaces(reader.statistics.sentencesByType.keys) }

  private let pipe: Pipe
  private var reader: TraceReader
  private var hasEnded: Bool
  /// Why the end that was come to is not that of the pipe.
  private var interruption: TraceDamage?
  private var queue: [TraceEpoch]
  private var queueIndex = 0
  /// True if the trace has said anything.
  private var hasEpochs = false

  /// Reads until the format is known.
  ///
  /// - Parameters:
  ///   - descriptor: What is read, and closed.
  ///   - beginning: What was read from it before.
  ///   - path: Its name, for errors.
  ///   - options: How the trace is read.
  init(
    _ descriptor: Int32, beginning: [UInt8], path: String, options: TraceOptions
  ) throws(TraceError) {
    let pipe = Pipe(descriptor, path: path, offset: beginning.count)
    var reader = TraceReader(options: options)
    var head = beginning
    var queue: [TraceEpoch] = []
    var hasEnded = false
    reader.read(beginning) { queue.append($0) }
    while reader.format == nil, !hasEnded,
      head.count < TraceFile.longestHead || head.count % TraceFile.chunkLength > 0
    {
      // As long as a file's, so that errors say the same.
      let rest = TraceFile.chunkLength - head.count % TraceFile.chunkLength
      hasEnded = try pipe.read(atMost: rest) { bytes in
        head += bytes
        reader.read(bytes) { queue.append($0) }
      }
    }
    guard !head.isEmpty else { throw .empty(path: path) }
    if hasEnded { reader.finish { queue.append($0) } }
    format = try TraceFile.format(of: reader, path: path, head: head)
    self.path = path
    self.pipe = pipe
    self.reader = reader
    self.queue = queue
    self.hasEnded = hasEnded
  }

  /// The statistics of the source so far.
  package var statistics: TraceStatistics { reader.statistics }

  /// Why the trace is not whole; nil where it is, and until its end was read.
  package var damage: TraceDamage? {
    interruption ?? (statistics.isCutOff ? .cutOff(format) : nil)
  }

  /// The next epoch; nil at the end. Waits until it has come.
  ///
  /// - Parameter pause: Called each time before it waits because nothing has come.
  package func next(beforeWaiting pause: () throws -> Void = {}) throws -> TraceEpoch? {
    guard try fill(beforeWaiting: pause) else { return nil }
    queueIndex += 1
    return queue[queueIndex - 1]
  }

  /// The epochs that are next, as many as have come at once; nil at the end. Waits until some have
  /// come.
  ///
  /// - Parameter pause: Called each time before it waits because nothing has come.
  package func nextRun(
    beforeWaiting pause: () throws -> Void = {}
  ) throws -> ArraySlice<TraceEpoch>? {
    guard try fill(beforeWaiting: pause) else { return nil }
    defer { queueIndex = queue.count }
    return queue[queueIndex...]
  }

  /// Reads on until there is an epoch in the queue; false at the end.
  private func fill(beforeWaiting pause: () throws -> Void) throws -> Bool {
    while queueIndex == queue.count {
      queue.removeAll(keepingCapacity: true)
      queueIndex = 0
      if reader.isPaused {
        reader.readOn { queue.append($0) }
        continue
      }
      guard !hasEnded else {
        guard hasEpochs || !format.needsPositions else {
          throw TraceError.noPosition(path: path, format: format)
        }
        return false
      }
      if !pipe.isReady { try pause() }
      do throws(TraceError) {
        hasEnded = try pipe.read(atMost: TraceFile.chunkLength) { bytes in
          reader.begin(reading: bytes) { queue.append($0) }
        }
      } catch {
        guard case .readFailed(_, let offset, let reason) = error else { throw error }
        (hasEnded, interruption) = (true, .unreadable(offset: offset, reason: reason))
      }
      if hasEnded { reader.beginToFinish { queue.append($0) } }
    }
    hasEpochs = true
    return true
  }

  /// The end of a pipe that is read, closed with its owner.
  private final class Pipe {
    private let descriptor: Int32
    private let path: String
    private var offset: Int

    init(_ descriptor: Int32, path: String, offset: Int) {
      self.descriptor = descriptor
      self.path = path
      self.offset = offset
    }

    deinit { close(descriptor) }

    /// True if there are bytes, or the end, without waiting.
    var isReady: Bool {
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&wait, 1, 0) > 0
    }

    /// Reads what has come, or waits for it; returns whether that is the end.
    func read(
      atMost count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(TraceError) -> Bool {
      var problem: TraceError?
      var length = 0
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
        do throws(TraceError) {
          length = try TraceSource.read(descriptor, buffer.baseAddress!, count, path, at: offset)
          if length > 0 { body(UnsafeBufferPointer(rebasing: buffer[..<length])) }
        } catch {
          problem = error
        }
      }
      if let problem { throw problem }
      offset += length
      return length == 0
    }
  }
}
