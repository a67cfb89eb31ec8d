import Platform
import TestSupport
import Testing

@testable import Positioning

@Suite("Trouble while traces are read ahead")
struct ReadAheadTroubleTests {
  private static let bytes = TraceFileTests.log(seconds: 9000)
  private static let setting = TraceReadAhead.Setting(threads: 2, length: 8192, lead: 2048)

  private let trace = TemporaryTrace(bytes)

  private func rest(of file: inout TraceFile) throws -> [TraceEpoch] {
    var epochs: [TraceEpoch] = []
    while let epoch = try file.next() { epochs.append(epoch) }
    return epochs
  }

  @Test("A read that fails says where, and may be tried again")
  func failedRead() throws {
    var plain = try TraceFile(path: trace.path)
    let whole = try rest(of: &plain)
    for readsInTurns in [true, false] {
      var file = try TraceFile(path: trace.path)
      var board: ReadAheadBoard?
      if readsInTurns {
        board = file.readAheadInTurns(Self.setting)
      } else {
        file.startReadingAhead(Self.setting)
      }
      var epochs: [TraceEpoch] = []
      for _ in 0..<3000 {
        epochs.append(try #require(try file.next()))
        board?.workOff()
      }
      // Another thing under the same number, one that cannot be read.
      let descriptor = file.file.descriptor
      let kept = dup(descriptor)
      let writeOnly = open(trace.path, O_WRONLY)
      dup2(writeOnly, descriptor)
      var problem: TraceError?
      do throws(TraceError) {
        while let epoch = try file.next() {
          epochs.append(epoch)
          board?.workOff()
        }
      } catch {
        problem = error
      }
      let reason = String(cString: strerror(EBADF))
      #expect(
        problem == .readFailed(path: trace.path, offset: file.offset, reason: reason))
      #expect(file.offset > 8192 && file.offset < Self.bytes.count)
      #expect(throws: try #require(problem)) { try file.next() }
      dup2(kept, descriptor)
      close(kept)
      close(writeOnly)
      board?.workOff()
      let hits = file.partsReadAhead
      while let epoch = try file.next() {
        epochs.append(epoch)
        board?.workOff()
      }
      #expect(epochs == whole)
      #expect(file.statistics.lines == plain.statistics.lines)
      if readsInTurns { #expect(hits > 0 && file.partsReadAhead > hits) }
    }
  }

  @Test("A file that becomes shorter ahead of the reader ends there", arguments: [true, false])
  func shorter(readsInTurns: Bool) throws {
    var file = try TraceFile(path: trace.path)
    var board: ReadAheadBoard?
    if readsInTurns {
      board = file.readAheadInTurns(Self.setting)
    } else {
      file.startReadingAhead(Self.setting)
    }
    var epochs: [TraceEpoch] = []
    for _ in 0..<3000 {
      epochs.append(try #require(try file.next()))
      board?.workOff()
    }
    // In the middle of a part that nobody can have begun.
    let length = (file.offset / 8192 + 20) * 8192 + 3000
    try #require(length < Self.bytes.count)
    try #require(truncate(trace.path, off_t(length)) == 0)
    while let epoch = try file.next() {
      epochs.append(epoch)
      board?.workOff()
    }
    var reader = TraceReader()
    var wanted: [TraceEpoch] = []
    reader.read(Array(Self.bytes[..<length])) { wanted.append($0) }
    reader.finish { wanted.append($0) }
    #expect(epochs == wanted)
    #expect(file.statistics.lines == reader.statistics.lines)
    #expect(file.statistics.skipped == reader.statistics.skipped)
    // Up to the last whole part, less the first two.
    if readsInTurns { #expect(file.partsReadAhead >= length / 8192 - 2) }
  }

  @Test("A file that becomes shorter than what was read of it ends where that does")
  func shorterBehind() throws {
    var plain = try TraceFile(path: trace.path)
    let whole = try rest(of: &plain)
    var file = try TraceFile(path: trace.path)
    let board = file.readAheadInTurns(Self.setting)
    var epochs: [TraceEpoch] = []
    for _ in 0..<3000 {
      epochs.append(try #require(try file.next()))
      board?.workOff()
    }
    let hits = file.partsReadAhead
    try #require(truncate(trace.path, 100) == 0)
    epochs += try rest(of: &file)
    // The parts that were read beforehand are whole; the last epoch is cut.
    #expect(file.partsReadAhead > hits)
    #expect(epochs.count > 3000 && epochs.dropLast() == whole[..<(epochs.count - 1)])
  }

  @Test("Without a thread the file reads for itself, and with one of two that one is enough")
  func noThread() throws {
    var plain = try TraceFile(path: trace.path)
    let whole = try rest(of: &plain)
    for working in [0, 1] {
      var file = try TraceFile(path: trace.path)
      weak var board: ReadAheadBoard?
      var (calls, failures) = (0, 0)
      file.startReadingAhead(Self.setting) {
        board = $0
        calls += 1
        let maker = $0
        // No system has room for such a stack.
        let stackSize = calls > working ? 1 << 60 : nil
        let thread = try? WorkerThread(stackSize: stackSize) { maker.work() }
        failures += thread == nil ? 1 : 0
        return thread
      }
      #expect(calls == 2 && failures == 2 - working)
      #expect((board == nil) == (working == 0), "a thread that was not made holds on to its board")
      #expect(try rest(of: &file) == whole)
      if working == 0 { #expect(file.partsReadAhead == 0) }
    }
  }
}
