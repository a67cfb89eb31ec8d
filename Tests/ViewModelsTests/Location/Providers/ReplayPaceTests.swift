import Positioning
import ReactiveExtras
import TestSupport
import Testing

@testable import ViewModels

/// A pace and the log that it takes epochs from, a fix a second.
private struct Paced {
  var pace = ReplayPace()
  var cursor: ReplayCursor

  /// What fell due: the log's seconds, and the milliseconds at which it goes on; nil at the end.
  struct Taken: Equatable {
    var seconds: [Int]
    var next: Int?
  }

  init(_ count: Int, rate: Double = 1) throws {
    cursor = try Self.cursor(count)
    pace.rate = rate
  }

  static func cursor(_ count: Int) throws -> ReplayCursor {
    let trace = TemporaryTrace(SampleLog.even(count).bytes)
    defer { trace.remove() }
    return ReplayCursor(file: try TraceFile(path: trace.path), options: ReplayOptions())
  }

  /// An instant of the timer's clock.
  static func instant(_ milliseconds: Int) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
  }

  mutating func take(at milliseconds: Int) -> Taken {
    let delivery = pace.take(from: &cursor, at: Paced.instant(milliseconds))
    var next: Int?
    if case .goesOn(let instant) = delivery.sequel { next = instant.nanoseconds / 1_000_000 }
    let seconds = delivery.epochs.map { Int($0.clock.nanoseconds / 1_000_000_000) }
    return Taken(seconds: seconds, next: next)
  }
}

@Suite("A replay's pace")
struct ReplayPaceTests {
  @Test("Takes what is due, all of it, and says when the next falls due")
  func due() throws {
    var paced = try Paced(5, rate: 4)
    #expect(paced.take(at: 0) == .init(seconds: [0], next: 250))
    #expect(paced.take(at: 200) == .init(seconds: [], next: 250))
    #expect(paced.take(at: 520) == .init(seconds: [1, 2], next: 750))
    #expect(paced.take(at: 1000) == .init(seconds: [3, 4], next: nil))
  }

  @Test("Two deliveries lie some time apart, however near the epochs are")
  func interval() throws {
    var paced = try Paced(20, rate: 100)
    #expect(paced.take(at: 0) == .init(seconds: [0], next: 80))
    #expect(paced.take(at: 80) == .init(seconds: Array(1...8), next: 160))
  }

  @Test("A rest is no part of the log's time, and another rate takes up what is left")
  func rest() throws {
    var paced = try Paced(20)
    #expect(paced.take(at: 0) == .init(seconds: [0], next: 1000))
    paced.pace.rest(at: Paced.instant(600))
    paced.pace.rate = 0.5
    paced.pace.resume(at: Paced.instant(5000))
    #expect(paced.take(at: 5000) == .init(seconds: [], next: 5800))
    #expect(paced.take(at: 5800) == .init(seconds: [1], next: 7800))
  }

  @Test("After a long hold-up it goes on where it was")
  func heldUp() throws {
    var paced = try Paced(20)
    #expect(paced.take(at: 0) == .init(seconds: [0], next: 1000))
    #expect(paced.take(at: 9000) == .init(seconds: [1], next: 10_000))
  }
}

@Suite("The search for a place in a replay")
struct ReplaySearchTests {
  @Test("Seeks by a time add up before the trace is looked at, and lead through what lies between")
  func adds() throws {
    var cursor = try Paced.cursor(100)
    _ = try cursor.next()
    var search = ReplaySearch()
    #expect(search.ask(for: .seconds(5), from: cursor) == .seconds(5))
    #expect(search.ask(for: .seconds(6), from: cursor) == .seconds(11))
    #expect(search.isUnderWay && !search.hasGoal)
    #expect(!search.addsUpSteps && search.addsUpTimes)
    search.playsOnArrival = true
    #expect(try search.aim(in: &cursor) == .goesOn)
    let piece = try search.read(from: &cursor)
    #expect(piece.history.map(\.clock) == (1...10).map { .seconds($0) })
    #expect(piece.arrival?.present?.clock == .seconds(11))
    #expect(piece.arrival?.plays == true)
    #expect(!search.isUnderWay && !search.playsOnArrival)
  }

  @Test("There and back again stays, and nothing asked for is nothing to do")
  func nowhere() throws {
    var cursor = try Paced.cursor(100)
    for _ in 0..<10 { _ = try cursor.next() }
    var search = ReplaySearch()
    #expect(try search.aim(in: &cursor) == nil)
    _ = search.ask(for: .seconds(5), from: cursor)
    _ = search.ask(for: .seconds(-5), from: cursor)
    #expect(try search.aim(in: &cursor) == .staysThere)
    #expect(!search.isUnderWay)
  }

  @Test("Steps back add up and begin the track anew; a long way is read in pieces")
  func steps() throws {
    var cursor = try Paced.cursor(4000)
    for _ in 0..<3500 { _ = try cursor.next() }
    var search = ReplaySearch()
    for _ in 0..<3 { search.askForFixBack() }
    #expect(!search.addsUpTimes)
    #expect(try search.aim(in: &cursor) == .startsAgain)
    var pieces = 0
    var count = 0
    while search.hasGoal {
      let piece = try search.read(from: &cursor)
      pieces += 1
      count += piece.history.count
      if let arrival = piece.arrival { #expect(arrival.present?.clock == .seconds(3496)) }
    }
    #expect(pieces > 1)
    #expect(count == 3496)
  }
}
