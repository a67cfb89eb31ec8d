import Testing

@testable import ViewModels

@Suite("The end of a receiver's cycle")
struct CycleEndTests {
  private var end = CycleEnd()

  /// Has the receiver say a cycle, and pause.
  private mutating func hear(_ cycle: String) {
    var rest = Array(cycle.utf8)[...]
    while let length = end.length(in: rest) { rest = rest.dropFirst(length) }
    end.pause()
  }

  @Test("It is known after three cycles that end with the same sentence")
  mutating func known() {
    for _ in 0..<2 { hear("$GPGGA,1\r\n$GPGSV,1\r\n$GPRMC,1\r\n") }
    #expect(!end.isKnown)
    hear("$GPGGA,1\r\n$GPRMC,1\r\n")
    #expect(end.isKnown)
    let bytes = Array("$GPGGA,1\r\n$GPRMC,1\r\n$GPGGA,2\r\n".utf8)
    #expect(end.length(in: bytes[...]) == 20)
    #expect(end.length(in: bytes[20...]) == nil)
  }

  @Test(
    "Never one that a cycle has several times, nor GSV or GSA",
    arguments: ["$GPRMC,1\r\n$GPGSV,1\r\n", "$GPRMC,1\r\n$GNGSA,1\r\n", "$A,1\r\n$B,1\r\n$A,1\r\n"])
  mutating func several(cycle: String) {
    for _ in 0..<9 { hear(cycle) }
    #expect(!end.isKnown)
  }

  @Test("A receiver that goes on after its end again and again is waited for")
  mutating func disappointing() {
    for _ in 0..<3 { hear("$GPRMC,1\r\n$GPVTG,1\r\n") }
    #expect(end.isKnown)
    for _ in 0..<3 {
      for _ in 0..<3 { hear("$GPRMC,1\r\n$GPVTG,1\r\n") }
      hear("$GPRMC,1\r\n$GPVTG,1\r\n$GPGSV,1\r\n")
    }
    for _ in 0..<9 { hear("$GPRMC,1\r\n$GPVTG,1\r\n") }
    #expect(!end.isKnown)
  }

  @Test("A minute of cycles that end as they should makes good for one that did not")
  mutating func forgiving() {
    let cycle = "$GPRMC,1\r\n$GPVTG,1\r\n"
    for _ in 0..<3 { hear(cycle) }
    for _ in 0..<9 {
      hear(cycle + "$GPGSV,1\r\n")
      for _ in 0..<63 { hear(cycle) }
      #expect(end.isKnown)
    }
    for _ in 0..<3 {
      hear(cycle + "$GPGSV,1\r\n")
      for _ in 0..<3 { hear(cycle) }
    }
    #expect(!end.isKnown)
    end.restart()
    #expect(end.isKnown, "Another opening begins without a grudge.")
  }

  @Test("Sentences come in pieces of any size")
  mutating func pieces() {
    for _ in 0..<3 {
      for byte in "$GPGGA,1\r\n$GPRMC,1*00\r\n".utf8 { #expect(end.length(in: [byte]) == nil) }
      end.pause()
    }
    let lengths = "$GPGGA,1\r\n$GPRMC,1*00\r\n".utf8.map { end.length(in: [$0]) }
    #expect(lengths.compactMap { $0 } == [1] && lengths.last == 1)
  }
}
