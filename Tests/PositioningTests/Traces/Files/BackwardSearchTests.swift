import Positioning
import TestSupport
import Testing

@Suite("Looking back in a trace file")
struct BackwardSearchTests {
  private static let bytes = TraceFileTests.log(seconds: 6000)
  private let log: TemporaryTrace
  private var file: TraceFile

  init() throws {
    log = TemporaryTrace(Self.bytes)
    file = try TraceFile(path: log.path)
  }

  /// The number of the epoch that an offset leads to.
  private mutating func number(at offset: Int) throws -> Int? {
    try file.seek(toOffset: offset)
    return try file.next()?.location?.altitude.map { Int($0) }
  }

  /// A search from the epoch of a number.
  private mutating func search(from number: Int, limit: Int = .max) throws -> BackwardSearch {
    try file.seek(to: Timestamp(year: 2024, month: 3, day: 1)!.advanced(by: .seconds(number)))
    _ = try file.next()
    return BackwardSearch(in: file, before: file.position, limit: limit)
  }

  @Test("Steps back give the same epochs as the way forward", arguments: [3, 3_000, 5_999])
  mutating func stepsBack(from start: Int) throws {
    defer { log.remove() }
    var present = try search(from: start)
    for step in 1...3 {
      #expect(try number(at: present.offset(ofFix: 1)) == start - step)
      present = BackwardSearch(in: file, before: file.position)
    }
  }

  @Test("Before the first epoch there is none, so it is the first that is found")
  mutating func beginning() throws {
    defer { log.remove() }
    #expect(try number(at: search(from: 1).offset(ofFix: 1)) == 0)
    #expect(try number(at: search(from: 0).offset(ofFix: 1)) == 0)
    #expect(try number(at: BackwardSearch(in: file, before: 0).offset(ofFix: 1)) == 0)
    #expect(try number(at: search(from: 100).offset(ofFix: 1_000)) == 0)
  }

  @Test("Many fixes back, or a time back, is found in a longer stretch")
  mutating func farBack() throws {
    defer { log.remove() }
    #expect(try number(at: search(from: 5_000).offset(ofFix: 4_900)) == 100)
    #expect(try number(at: search(from: 5_000).offset(ofLastBefore: .seconds(4_900))) == 100)
    #expect(try number(at: search(from: 5_000).offset(ofLastBefore: .seconds(3.5))) == 4_996)
  }

  @Test("Nothing is looked for beyond the limit; the earliest epoch within it is taken")
  mutating func limit() throws {
    defer { log.remove() }
    let found = try #require(try number(at: search(from: 5_000, limit: 1).offset(ofFix: 4_900)))
    #expect((4_000..<5_000).contains(found))
  }

  @Test("A time leads to the epoch at it, or to the last one before")
  mutating func times() throws {
    defer { log.remove() }
    let start = Timestamp(year: 2024, month: 3, day: 1)!
    let search = try search(from: 5_000)
    for (time, second) in [(4_000.0, 4_000), (3_999.5, 3_999), (0, 0), (-1, 0)] {
      let offset = try search.offset(ofLastAtOrBefore: start.advanced(by: .seconds(time)))
      #expect(try number(at: offset) == second)
    }
  }
}
