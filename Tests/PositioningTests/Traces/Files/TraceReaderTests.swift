import Positioning
import TestSupport
import Testing

@Suite("Traces in pieces and traces damaged")
struct TraceRobustnessTests {
  @Test("Any pieces give the same epochs as the whole", arguments: TraceFixture.allCases)
  func pieces(fixture: TraceFixture) {
    let bytes = fixture.bytes
    let whole = epochs(of: bytes)
    #expect(whole.count >= 5)
    var random = SplitMix(seed: 1)
    for most in [1, 3, 17, 100, 5000] {
      #expect(epochs(of: Self.split(bytes, most: most, &random)) == whole)
    }
    let wide: [UInt8] = [0xFF, 0xFE] + bytes.flatMap { [$0, 0] as [UInt8] }
    let narrow = whole.map(\.location)
    #expect(epochs(of: Self.split(wide, most: 9, &random)).map(\.location) == narrow)
  }

  @Test(
    "The format is the one that the source shows first, whatever the pieces",
    arguments: [
      ("sentence report", TraceFormat.nmea), ("report sentence", .gpsd),
      ("wrong report sentence", .gpsd), ("cut sentence report", .nmea),
      ("wrong cut report", .nmea), ("wrong report", .gpsd),
      ("joined sentence", .nmea), ("joined report", .gpsd),
      ("banner sentence", .nmea), ("banner report", .gpsd), ("banner", .gpsd),
      ("banner wrong", .gpsd), ("banner sentence report", .nmea),
    ])
  func mixedFormats(parts: String, format: TraceFormat) {
    let texts = [
      "sentence": nmeaSentence("GPGLL,4807.0,N,01131.0,E,120000,A") + "\n",
      "wrong": "$GPGLL,4807.0,N,01131.0,E,120000,A*00\n",
      "cut": "$GPGLL,4807.0,N*\n",
      "report": #"{"class":"TPV","mode":3,"lat":48.1,"lon":11.5}"# + "\n",
      // What `gpspipe -r` shows before a receiver's sentences.
      "banner": """
      {"class":"VERSION","release":"3.22","proto_major":3,"proto_minor":14}
      {"class":"DEVICES","devices":[]}
      {"class":"WATCH","enable":true,"nmea":true}

      """,
      "joined": #"{"clas":"V$PUBX,00,GPVTG,0.1,"altMSL":500.0}"# + "\n",
    ]
    let text = parts.split(separator: " ").map { texts[String($0)] ?? "" }.joined()
    let bytes = Array("#\n\(text)".utf8)
    var random = SplitMix(seed: 5)
    for most in 1...bytes.count {
      var reader = TraceReader()
      for piece in Self.split(bytes, most: most, &random) { reader.read(piece) { _ in } }
      reader.finish { _ in }
      #expect(reader.format == format, "\(most)")
    }
  }

  @Test("A copy of a reader goes on as the reader does", arguments: TraceFixture.allCases)
  func copies(fixture: TraceFixture) {
    let bytes = fixture.bytes
    let whole = epochs(of: bytes)
    var reader = TraceReader()
    var before: [TraceEpoch] = []
    for start in stride(from: 0, to: bytes.count, by: 777) {
      var copy = reader
      var after: [TraceEpoch] = []
      copy.read(Array(bytes[start...])) { after.append($0) }
      copy.finish { after.append($0) }
      #expect(before + after == whole)
      reader.read(Array(bytes[start..<min(start + 777, bytes.count)])) { before.append($0) }
    }
  }

  @Test(
    "Damage never crashes, and pieces of damaged bytes agree too", arguments: TraceFixture.allCases)
  func damage(fixture: TraceFixture) {
    let bytes = fixture.bytes
    var random = SplitMix(seed: 2)
    for _ in 0..<8 {
      let damaged = Self.damage(bytes, &random)
      let whole = epochs(of: damaged)
      #expect(epochs(of: Self.split(damaged, most: 700, &random)) == whole)
      for epoch in whole {
        guard let location = epoch.location else { continue }
        #expect(location.coordinate.isValid)
        #expect((location.course ?? 0) >= 0 && (location.course ?? 0) < 360)
        #expect((location.speed ?? 0) >= 0)
      }
    }
  }

  @Test("Noise of any kind is read to its end", arguments: 0..<40)
  func noise(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let alphabets = [
      "$GPRMCSVA,*0123456789.\n", ",;|\t\"\n\r#latlon1.5-+eE:/ ", "\0\u{1}\u{7F}$!\n",
    ]
    let alphabet = Array(alphabets[Int(seed % 3)].utf8)
    var bytes = (0..<20_000).map { _ in alphabet[Int(random.next() % UInt64(alphabet.count))] }
    if seed % 3 == 1 { bytes = Array("lat,lon,time\n".utf8) + bytes }
    let whole = epochs(of: bytes)
    #expect(epochs(of: Self.split(bytes, most: 6000, &random)) == whole)
  }

  private static func split(
    _ bytes: [UInt8], most: Int, _ random: inout SplitMix
  ) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + Int(random.next() % UInt64(most)) + 1)
      pieces.append(Array(bytes[start..<end]))
      start = end
    }
    return pieces
  }

  private static func damage(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var result = bytes
    for _ in 0..<20 where result.count > 100 {
      let place = Int(random.next() % UInt64(result.count - 60))
      switch random.next() % 5 {
      case 0: result[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: result.removeSubrange(place..<place + Int(random.next() % 50))
      case 2: result.insert(contentsOf: result[place..<place + 50], at: place)
      case 3: result.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
      default: result[place] = [0x2C, 0x24, 0x2A, 0x22, 0x0A][Int(random.next() % 5)]
      }
    }
    if random.next() % 4 == 0 { result.removeLast(Int(random.next() % UInt64(result.count))) }
    return result
  }
}
