import TestSupport
import Testing

@testable import Positioning

@Suite("Which parts of a trace are read ahead")
struct ReadAheadPlanTests {
  private static let log = TraceFileTests.log(seconds: 60)
  private static let setting = TraceReadAhead.Setting(threads: 1, length: 100, lead: 50)

  /// A reader of which it can be guessed what it is further on.
  private static func reader() -> TraceReader {
    var reader = TraceReader()
    reader.read(log) { _ in }
    return reader
  }

  /// A plan whose reader stands at 100.
  private func plan(size: Int = 10_000) -> ReadAheadPlan {
    var plan = ReadAheadPlan(size: size, setting: Self.setting)
    plan.goOn(at: 100, with: Self.reader(), after: .own)
    return plan
  }

  private func offsets(_ plan: inout ReadAheadPlan) -> [Int] {
    var offsets: [Int] = []
    while let task = plan.begin() { offsets.append(task.offset) }
    return offsets
  }

  @Test("Nothing is begun before anything is known, nor where nothing can be guessed")
  func unknown() {
    var plan = ReadAheadPlan(size: 10_000, setting: Self.setting)
    #expect(plan.begin() == nil)
    plan.goOn(at: 100, with: TraceReader(), after: .own)
    #expect(plan.begin() == nil)
    plan.goOn(at: 100, with: Self.reader(), after: .own)
    #expect(plan.begin()?.offset == 200)
  }

  @Test("No more parts are begun than one for each thread and two, and none behind the end")
  func depth() {
    var plan = plan()
    #expect(offsets(&plan) == [200, 300])
    plan.goOn(at: 200, with: Self.reader(), after: .own)
    #expect(offsets(&plan) == [400])
    var short = self.plan(size: 250)
    #expect(offsets(&short) == [200])
  }

  @Test("Each wrong guess makes the next one begin later and look at more, until one is right")
  func misses() {
    var plan = plan(size: 1_000_000)
    var (offset, begun, leads) = (200, [Int](), [Int]())
    func miss() {
      let start = offset
      plan.goOn(at: start, with: Self.reader(), after: .missed)
      // The reader reads for itself up to where the next part may be begun.
      for _ in 0..<100 {
        if let task = plan.begin() {
          begun.append(task.offset - start)
          leads.append(task.lead)
          offset = task.offset
          return
        }
        offset += 100
        plan.goOn(at: offset, with: Self.reader(), after: .own)
      }
      Issue.record("no part was begun within a hundred behind \(start)")
    }
    for _ in 0..<9 { miss() }
    #expect(begun == [100, 200, 400, 800, 1600, 3200, 6400, 6400, 6400])
    #expect(leads.first == 100 && leads == leads.sorted() && leads.last! > 1000)
    #expect(plan.hits == 0)
    plan.goOn(at: offset, with: Self.reader(), after: .taken)
    #expect(plan.hits == 1)
    offset += 1000
    miss()
    #expect(begun.last == 100)
  }

  @Test("A part that the reader has passed is dropped, whether it was read or is being read")
  func passed() throws {
    var plan = plan()
    #expect(offsets(&plan) == [200, 300])
    plan.finish(200, try part())
    plan.goOn(at: 400, with: Self.reader(), after: .own)
    plan.finish(300, try part())
    for offset in [200, 300] {
      guard case .none = plan.take(at: offset) else {
        Issue.record("\(offset) is kept for nobody")
        continue
      }
    }
  }

  @Test("A part is taken once, and one that could not be read not at all")
  func take() throws {
    var plan = plan()
    #expect(offsets(&plan) == [200, 300])
    guard case .underWay = plan.take(at: 200) else {
      Issue.record("a part that was begun is under way")
      return
    }
    plan.finish(200, try part())
    plan.finish(300, nil)
    guard case .read = plan.take(at: 200), case .none = plan.take(at: 200),
      case .none = plan.take(at: 300)
    else {
      Issue.record("200 is there once, 300 is not")
      return
    }
  }

  @Test("A part that is being read is handed out when it has been")
  func wait() throws {
    let trace = TemporaryTrace(Self.log)
    defer { trace.remove() }
    let board = ReadAheadBoard(
      file: try TraceSource.file(for: trace.path), plan: plan(), length: 100)
    #expect(board.withPlan { $0.begin() }?.offset == 200)
    let part = try part()
    let taken = Counter()
    Threads.run([
      { if board.take(at: 200) != nil { taken.add() } },
      { board.withPlan { $0.finish(200, part) } },
    ])
    #expect(taken.value == 1)
  }

  /// A part that somebody has read.
  private func part() throws -> TracePart {
    var room: [TraceEpoch] = []
    let part = Self.log.withUnsafeBufferPointer {
      TracePart($0, lead: 500, at: 500, known: Self.reader(), room: &room)
    }
    return try #require(part)
  }
}
