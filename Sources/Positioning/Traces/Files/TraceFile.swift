/// A trace in a file, read epoch by epoch, in order.
///
///     var file = try TraceFile(path: path)
///     while let epoch = try file.next() { print(epoch.location?.coordinate as Any) }
///
/// Never loads the whole file: it reads 64 KiB at a time, and memory stays within a few MiB
/// whatever the size. A copy is an independent position in the same file, which stays open until
/// the last copy is gone.
public struct TraceFile: Sendable {
  /// The file's path as it was given.
  public var path: String { file.path }
  /// The file's size in bytes when it was opened.
  public var size: Int { file.size }
  /// The file's format.
  public let format: TraceFormat
  /// The form of the table; nil for other formats.
  public let dialect: CSVDialect?
  /// The guesses that may be wrong, each as a sentence without its full stop.
  package let warnings: [String]

  /// The offset in bytes after the last epoch that was read; its share of ``size`` is the progress.
  public private(set) var position = 0
  /// The number of epochs before the next one.
  public private(set) var epochCount = 0

  /// The epochs that `next` returns; nil for all.
  public private(set) var selection: TraceSelection?
  /// The tracks, routes and waypoints, as far as the trace was read since the selection was made.
  public private(set) var contents = TraceContents()

  let file: RandomAccessFile
  private let options: TraceOptions
  /// The bytes of a pipe in which its format was found.
  private let head: [UInt8]
  private(set) var reader: TraceReader
  /// The number of bytes that the reader has received.
  package private(set) var offset = 0
  private var hasEnded = false
  /// Why reading ended before the end of the file.
  private var interruption: TraceTruncation?
  private var queue: [TraceEpoch] = []
  private var queueIndex = 0

  static let chunkLength = 65_536
  /// The maximum number of bytes read to find the format: in UTF-16, the reader's head takes twice
  /// its length.
  static let longestHead = 3 * TraceReader.headLength

  /// Opens a file and finds its format.
  ///
  /// Reads at most the first 64 KiB.
  /// - Throws: `TraceError` if the file does not exist, cannot be read, or is not a trace.
  public init(path: String, options: TraceOptions = TraceOptions()) throws(TraceError) {
    try self.init(
      TraceSource.file(for: path, unpacked: options.mostUnpackedBytes), options: options)
  }

  /// Opens a trace that is read once, from beginning to end: a pipe is read as its data arrives.
  ///
  /// If a gzip file comes through a pipe, it is unpacked to its end first.
  /// - Throws: `TraceError` if the file does not exist, cannot be read, or is not a trace.
  package init(readingOnce path: String, options: TraceOptions = TraceOptions()) throws(TraceError)
  {
    switch try TraceSource.opened(path, unpacked: options.mostUnpackedBytes) {
    case .file(let descriptor, let truncation):
      let file = try RandomAccessFile(descriptor, path: path, truncation: truncation)
      try self.init(file, options: options)
    case .pipe(let descriptor, let beginning):
      let pipe = try RandomAccessFile(descriptor, path: path)
      try self.init(pipe, beginning: beginning, options: options)
    }
  }

  /// Finds an open file's format.
  ///
  /// - Parameter beginning: The bytes already read from a pipe.
  init(_ file: RandomAccessFile, beginning: [UInt8] = [], options: TraceOptions) throws(TraceError)
  {
    self.file = file
    let path = file.path
    var probe = TraceReader(options: options)
    var head = beginning
    probe.read(beginning) { _ in }
    while probe.format == nil, head.count < TraceFile.longestHead {
      var length = 0
      let rest = TraceFile.chunkLength - head.count % TraceFile.chunkLength
      try file.read(at: head.count, count: rest) { bytes in
        length = bytes.count
        head += bytes
        probe.read(bytes) { _ in }
      }
      if length == 0 {
        probe.finish { _ in }
        break
      }
    }
    guard !head.isEmpty else { throw .empty(path: path) }
    let format = try TraceFile.format(of: probe, path: path, head: head)
    if head.count == file.size, format.needsPositions {
      probe.finish { _ in }
      guard probe.statistics.epochs > 0 else { throw .noPosition(path: path, format: format) }
    }
    self.format = format
    dialect = probe.dialect
    warnings = probe.warnings
    self.options = options
    self.head = file.isPipe ? head : []
    reader = TraceReader(options: options)
  }

  /// True for a pipe, which cannot be read again.
  package var isPipe: Bool { file.isPipe }

  /// True if `next` has to wait for more data from a pipe.
  package var hasToWait: Bool {
    queueIndex == queue.count && !hasEnded && !reader.isPaused && offset >= head.count
      && !file.isReady
  }

  /// Selects a part of the trace, which is returned from its beginning; seeks and times also refer
  /// to that part.
  public mutating func select(_ selection: TraceSelection) {
    self.selection = selection
    rewind()
  }

  /// The kind of the points to play: those of tracks or, in a trace without any, those of routes,
  /// and without those, waypoints.
  ///
  /// Reads up to the first point of a track, or the whole trace if it has none.
  package func playedKind() throws(TraceError) -> TraceKind {
    var copy = self
    copy.selection = nil
    copy.rewind()
    var kind: TraceKind?
    while let epoch = try copy.next() {
      guard epoch.kind != .track else { return .track }
      if kind != .route { kind = epoch.kind }
    }
    return kind ?? .track
  }

  /// Removes the epochs that are not selected from the queue.
  private mutating func sort() {
    guard var selection else { return }
    for epoch in queue { contents.addOnce(epoch) }
    queue.removeAll { !selection.includes($0) }
    self.selection = selection
  }

  /// The statistics of all reading so far: after a seek backwards, sentences are counted again.
  public var statistics: TraceStatistics { reader.statistics }

  /// Why the trace is incomplete; nil if it is complete, or if that is not known yet.
  ///
  /// For an archive it is known from the beginning, for other files once their end was read.
  public var truncation: TraceTruncation? {
    file.truncation ?? interruption ?? (statistics.isCutOff ? .cutOff(format) : nil)
  }

  /// The number of bytes that a step of an event loop reads, which takes some milliseconds.
  package static let stepLength = 1 << 20

  /// The next epoch, if there is one within `length` bytes; for event loops, which a file with
  /// megabytes of other content must not block.
  ///
  /// - Parameter length: The number of bytes that may be read, in pieces of 64 KiB, at least one.
  package mutating func next(readingAtMost length: Int) throws(TraceError) -> Step {
    try fill(readingAtMost: length) ?? .epoch(take())
  }

  /// The next epoch; nil at the end of the file.
  ///
  /// Reads as long as necessary. If that may be long, use `next(readingAtMost:)`.
  public mutating func next() throws(TraceError) -> TraceEpoch? {
    guard try fill() else { return nil }
    return take()
  }

  /// The next epochs, as many as were read at once; nil at the end of the file.
  ///
  /// Like calling ``next()`` for each of them, without copying each. Release them before the next
  /// call: their memory is reused.
  package mutating func nextRun() throws(TraceError) -> ArraySlice<TraceEpoch>? {
    guard try fill() else { return nil }
    let run = queue[queueIndex...]
    queueIndex = queue.count
    position = queue[queueIndex - 1].endOffset
    epochCount += run.count
    return run
  }

  private mutating func take() -> TraceEpoch {
    let epoch = queue[queueIndex]
    queueIndex += 1
    position = epoch.endOffset
    epochCount += 1
    return epoch
  }

  /// Treats the position where reading failed as the trace's end, for callers that will not try
  /// again: `next` returns the unfinished epoch, and ``truncation`` has the reason.
  ///
  /// - Throws: `problem`, if it is not a read failure or nothing was read before.
  package mutating func end(because problem: TraceError) throws(TraceError) {
    guard case .readFailed(_, _, let reason) = problem, offset > 0, queueIndex == queue.count else {
      throw problem
    }
    interruption = .unreadable(offset: offset, reason: reason)
    hasEnded = true
    reader.finish { queue.append($0) }
    sort()
  }

  /// Returns to the beginning.
  public mutating func rewind() {
    reader = TraceReader(options: options)
    (offset, position, epochCount) = (0, 0, 0)
    (hasEnded, interruption) = (false, nil)
    queue.removeAll(keepingCapacity: true)
    queueIndex = 0
  }

  /// A copy to return to, which takes little memory; nil amid the epochs that were read at once.
  package var resting: TraceFile? {
    guard queueIndex == queue.count, !reader.isPaused, !reader.isWaiting, !reader.isHeavy else {
      return nil
    }
    var copy = self
    (copy.queue, copy.queueIndex, copy.contents) = ([], 0, TraceContents())
    return copy
  }

  /// The epoch that `next` would return within `length` bytes, without removing it.
  package mutating func peek(readingAtMost length: Int) throws(TraceError) -> Step {
    try fill(readingAtMost: length) ?? .epoch(queue[queueIndex])
  }

  /// Returns true if the last lines can be read without those before them: not in UTF-16, and not
  /// before the dialect is known.
  mutating func canReadLastLines() throws(TraceError) -> Bool {
    // Tracks are counted from the beginning.
    if selection?.line != nil, format.hasNumbers { return false }
    guard format.hasLines else { return false }
    if reader.format == nil || (format == .csv && reader.dialect == nil) {
      _ = try peek(readingAtMost: TraceFile.stepLength)
    }
    return reader.encoding.width == 1 && reader.format != nil
  }

  /// Reads until the queue has an epoch; false at the end of the file.
  private mutating func fill() throws(TraceError) -> Bool { try fill(readingAtMost: .max) == nil }

  /// Reads until the queue has an epoch, but not much more than `length` bytes; returns why it
  /// failed to.
  private mutating func fill(readingAtMost length: Int) throws(TraceError) -> Step? {
    var rest = length
    while queueIndex == queue.count {
      guard !hasEnded || reader.isPaused else { return .end }
      guard rest > 0 else { return .needsMoreTurns }
      queue.removeAll(keepingCapacity: true)
      queueIndex = 0
      if reader.isPaused {
        reader.readOn { queue.append($0) }
        sort()
        continue
      }
      rest -= TraceFile.chunkLength
      var length = 0
      var isBlank = false
      func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        length = bytes.count
        isBlank = bytes.first == 0 && bytes.last == 0 && bytes.allSatisfy { $0 == 0 }
        reader.begin(reading: bytes) { queue.append($0) }
      }
      if offset < head.count {
        head[offset...].prefix(TraceFile.chunkLength).withUnsafeBufferPointer(take)
      } else {
        try file.read(at: offset, count: TraceFile.chunkLength, take)
      }
      offset += length
      if length == 0 {
        hasEnded = true
        if !file.isPipe, offset < file.size {
          interruption = .shortened(offset: offset, size: file.size)
        }
        reader.beginToFinish { queue.append($0) }
        let isEmpty = queue.isEmpty && !reader.isPaused && reader.statistics.epochs == 0
        if isEmpty, format.needsPositions { throw .noPosition(path: path, format: format) }
      } else if isBlank, length == TraceFile.chunkLength {
        leapOverHole()
      }
      sort()
    }
    return nil
  }

  /// Skips zeros up to the next data of the file, to avoid reading a preallocated file to its end.
  private mutating func leapOverHole() {
    guard reader.canSkipZeros else { return }
    let data = file.nextData(from: offset)
    // Some zeros are read before the data, too. An even number keeps UTF-16 aligned.
    let hole = (data - offset - TraceFile.chunkLength) & ~0xFFF
    guard hole > 0 else { return }
    reader.skipZeros(hole)
    offset += hole
  }
}
