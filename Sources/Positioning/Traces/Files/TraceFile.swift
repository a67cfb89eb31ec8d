/// A trace in a file, read epoch by epoch, in order.
///
///     var file = try TraceFile(path: path)
///     while let epoch = try file.next() { print(epoch.location?.coordinate as Any) }
///
/// Never holds the file: it reads 64 KiB at a time, and memory stays within a few MiB whatever the
/// size. A copy is a second position in the same file, which stays open until the last copy is
/// gone.
public struct TraceFile: Sendable {
  /// The file's path as it was given.
  public var path: String { file.path }
  /// The file's size in bytes when it was opened.
  public var size: Int { file.size }
  /// The file's format.
  public let format: TraceFormat
  /// The form of the table; nil for other formats.
  public let dialect: CSVDialect?
  /// The guesses that may be wrong, a sentence each without its full stop.
  package let warnings: [String]

  /// The offset in bytes after the last epoch that was read; divided by ``size``, the progress.
  public private(set) var position = 0
  /// The number of epochs before the one that is next.
  public private(set) var epochCount = 0

  /// The epochs that `next` gives; nil for all there are.
  public private(set) var selection: TraceSelection?
  /// The tracks, routes and waypoints, as far as the trace was read since a selection was made.
  public private(set) var contents = TraceContents()

  let file: RandomAccessFile
  private let options: TraceOptions
  /// The bytes of a pipe that its format was found in.
  private let head: [UInt8]
  private(set) var reader: TraceReader
  /// The number of bytes that the reader has taken.
  package private(set) var offset = 0
  private var hasEnded = false
  /// Why the end that was come to is not that of the file.
  private var interruption: TraceTruncation?
  private var queue: [TraceEpoch] = []
  private var queueIndex = 0

  static let chunkLength = 65_536
  /// The number of bytes that are read to find the format: in UTF-16 the reader's head takes twice
  /// its length.
  static let longestHead = 3 * TraceReader.headLength

  /// Opens a file and finds its format.
  ///
  /// Reads the first 64 KiB, or less.
  /// - Throws: `TraceError` when there is no such file, it cannot be read, or it is not a trace.
  public init(path: String, options: TraceOptions = TraceOptions()) throws(TraceError) {
    try self.init(
      TraceSource.file(for: path, unpacked: options.mostUnpackedBytes), options: options)
  }

  /// Opens a trace that is read once, from its beginning to its end: a pipe is read as it comes.
  ///
  /// A pipe in which a gzip file comes is first unpacked to its end.
  /// - Throws: `TraceError` when there is no such file, it cannot be read, or it is not a trace.
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
  /// - Parameter beginning: The bytes that were read of a pipe before.
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

  /// True for a pipe, which has no way back.
  package var isPipe: Bool { file.isPipe }

  /// True if `next` has to wait until more has come through a pipe.
  package var hasToWait: Bool {
    queueIndex == queue.count && !hasEnded && !reader.isPaused && offset >= head.count
      && !file.isReady
  }

  /// Gives only a part of the trace from now on, from its beginning; seeks and times are of that
  /// part, too.
  public mutating func select(_ selection: TraceSelection) {
    self.selection = selection
    rewind()
  }

  /// The kind of the points that are worth playing: those of tracks or, in a trace without any, of
  /// routes, and if there are none either, waypoints.
  ///
  /// Reads up to the first point of a track, and all of a trace that has none.
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

  /// Takes the epochs that are not selected out of the queue.
  private mutating func sort() {
    guard var selection else { return }
    for epoch in queue { contents.addOnce(epoch) }
    queue.removeAll { !selection.includes($0) }
    self.selection = selection
  }

  /// The statistics of all reading so far: after a seek back, sentences are counted again.
  public var statistics: TraceStatistics { reader.statistics }

  /// Why the trace is not whole; nil if it is, and until that is known.
  ///
  /// Of an archive it is known from the beginning, of other files when their end was read.
  public var truncation: TraceTruncation? {
    file.truncation ?? interruption ?? (statistics.isCutOff ? .cutOff(format) : nil)
  }

  /// The number of bytes that a step of an event loop reads: some milliseconds' worth.
  package static let stepLength = 1 << 20

  /// The next epoch, if there is one within `length` bytes; for event loops, which must not be held
  /// up by a file with megabytes of other content.
  ///
  /// - Parameter length: The bytes that may be read, in pieces of 64 KiB. At least one is.
  package mutating func next(readingAtMost length: Int) throws(TraceError) -> Step {
    try fill(readingAtMost: length) ?? .epoch(take())
  }

  /// The next epoch; nil at the end of the file.
  ///
  /// Reads as long as it takes. If that may be long, ask by `next(readingAtMost:)`.
  public mutating func next() throws(TraceError) -> TraceEpoch? {
    guard try fill() else { return nil }
    return take()
  }

  /// The epochs that are next, as many as were read at once; nil at the end of the file.
  ///
  /// As ``next()`` for each of them, without a copy of each. Let go of them before the next call:
  /// their memory is used again.
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

  /// Takes the position where reading has failed for the trace's end, for callers that will not try
  /// again: `next` gives what was under way there, and ``truncation`` says why.
  ///
  /// - Throws: `problem`, where it is another, or nothing was read before.
  package mutating func end(because problem: TraceError) throws(TraceError) {
    guard case .readFailed(_, _, let reason) = problem, offset > 0, queueIndex == queue.count else {
      throw problem
    }
    interruption = .unreadable(offset: offset, reason: reason)
    hasEnded = true
    reader.finish { queue.append($0) }
    sort()
  }

  /// Goes back to the beginning.
  public mutating func rewind() {
    reader = TraceReader(options: options)
    (offset, position, epochCount) = (0, 0, 0)
    (hasEnded, interruption) = (false, nil)
    queue.removeAll(keepingCapacity: true)
    queueIndex = 0
  }

  /// A copy to come back to, which holds little; nil amid the epochs that were read at once.
  package var resting: TraceFile? {
    guard queueIndex == queue.count, !reader.isPaused, !reader.isWaiting, !reader.isHeavy else {
      return nil
    }
    var copy = self
    (copy.queue, copy.queueIndex, copy.contents) = ([], 0, TraceContents())
    return copy
  }

  /// The epoch that `next` would return within `length` bytes, without taking it.
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

  /// Reads on until there is an epoch in the queue; false at the end of the file.
  private mutating func fill() throws(TraceError) -> Bool { try fill(readingAtMost: .max) == nil }

  /// Reads on until there is an epoch in the queue, but not much more than `length` bytes; returns
  /// why there is none.
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

  /// Goes on in front of the next bytes that were ever written, if zeros are all there is up to
  /// them: a file that was made long beforehand is not read to its end.
  private mutating func leapOverHole() {
    guard reader.canSkipZeros else { return }
    let data = file.nextData(from: offset)
    // Some zeros are read on the other side, too. An even number keeps UTF-16 in step.
    let hole = (data - offset - TraceFile.chunkLength) & ~0xFFF
    guard hole > 0 else { return }
    reader.skipZeros(hole)
    offset += hole
  }
}
