import TestSupport
import Testing

@testable import Positioning

/// Documents and tables in other encodings than UTF-8.
@Suite("Encodings of traces")
struct TraceEncodingTests {
  /// A text in an encoding, as it was made elsewhere.
  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var bytes: [UInt8]

    var testDescription: String { name }
  }

  static let samples: [Sample] = [
    Sample(
      name: "windows-1252", text: "Ørestad – Blågård €",
      bytes: [
        0xD8, 0x72, 0x65, 0x73, 0x74, 0x61, 0x64, 0x20, 0x96, 0x20, 0x42, 0x6C, 0xE5, 0x67, 0xE5,
        0x72, 0x64, 0x20, 0x80,
      ]),
    Sample(name: "ISO-8859-1", text: "Ærø", bytes: [0xC6, 0x72, 0xF8]),
    Sample(name: "iso-8859-2", text: "Łódź", bytes: [0xA3, 0xF3, 0x64, 0xBC]),
    Sample(name: "ISO-8859-15", text: "€ Œ", bytes: [0xA4, 0x20, 0xBC]),
    Sample(name: "Windows-1250", text: "„Žiž“", bytes: [0x84, 0x8E, 0x69, 0x9E, 0x93]),
    Sample(name: "windows-1251", text: "Москва", bytes: [0xCC, 0xEE, 0xF1, 0xEA, 0xE2, 0xE0]),
    Sample(name: "US-ASCII", text: "plain", bytes: Array("plain".utf8)),
    Sample(name: "utf-8", text: "日本 🚲", bytes: Array("日本 🚲".utf8)),
    // The word of a program for its own strings.
    Sample(name: "utf-16", text: "日本 🚲", bytes: Array("日本 🚲".utf8)),
  ]

  private static let formats: [TraceFormat] = [.gpx, .kml, .tcx]

  /// What stands before and behind the name of a track.
  private static func parts(_ format: TraceFormat, _ encoding: String) -> (String, String) {
    let declaration = "<?xml version='1.0' encoding=\"\(encoding)\"?>\n"
    switch format {
    case .gpx:
      return (
        declaration + "<gpx><trk><name>",
        "</name><trkseg><trkpt lat='55.7' lon='12.55'/></trkseg></trk></gpx>\n"
      )
    case .kml:
      return (
        declaration + "<kml><Placemark><name>",
        "</name><LineString><coordinates>12.55,55.7</coordinates></LineString></Placemark></kml>"
      )
    default:
      return (
        declaration + "<TrainingCenterDatabase><Courses><Course><Name>",
        "</Name><Track><Trackpoint><Position><LatitudeDegrees>55.7</LatitudeDegrees>"
          + "<LongitudeDegrees>12.55</LongitudeDegrees></Position></Trackpoint></Track></Course>"
          + "</Courses></TrainingCenterDatabase>"
      )
    }
  }

  private func read(_ bytes: [UInt8], most: Int = .max) -> (epochs: [TraceEpoch], TraceReader) {
    var reader = TraceReader()
    var epochs: [TraceEpoch] = []
    for start in stride(from: 0, to: bytes.count, by: min(most, bytes.count)) {
      let piece = Array(bytes[start..<min(start + min(most, bytes.count), bytes.count)])
      reader.read(piece) { epochs.append($0) }
    }
    reader.finish { epochs.append($0) }
    return (epochs, reader)
  }

  @Test("XML is read in the encoding that it names, in any pieces", arguments: samples)
  func declared(sample: Sample) {
    for format in Self.formats {
      let (head, tail) = Self.parts(format, sample.name)
      let bytes = Array(head.utf8) + sample.bytes + Array(tail.utf8)
      for most in [1, 7, 100, .max] {
        let (epochs, reader) = read(bytes, most: most)
        #expect(epochs.first?.label?.line?.name == sample.text, "\(format), \(most)")
        #expect(epochs.count == 1 && reader.warnings == [], "\(format), \(most)")
      }
    }
  }

  @Test(
    "UTF-16 is read with and without its mark, whatever is declared",
    arguments: [true, false], [true, false])
  func wide(isMarked: Bool, isBigEndian: Bool) {
    for format in Self.formats {
      let (head, tail) = Self.parts(format, "UTF-16")
      let bytes = ((isMarked ? "\u{FEFF}" : "") + head + "Ø – 🚲" + tail).utf16.flatMap {
        isBigEndian
          ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      }
      for most in [1, 9, .max] {
        let epochs = read(bytes, most: most).epochs
        #expect(epochs.first?.label?.line?.name == "Ø – 🚲", "\(format), \(most)")
      }
    }
  }

  @Test("The mark of UTF-8 counts for more than what is declared")
  func mark() {
    let (head, tail) = Self.parts(.gpx, "windows-1252")
    let bytes = Array(("\u{FEFF}" + head + "Blågård" + tail).utf8)
    #expect(read(bytes).epochs.first?.label?.line?.name == "Blågård")
  }

  @Test("XML that is not in UTF-8 and does not say so is taken as Windows-1252, and that is said")
  func undeclared() {
    let (head, tail) = Self.parts(.gpx, "UTF-8")
    let (epochs, reader) = read(Array(head.utf8) + Self.samples[0].bytes + Array(tail.utf8))
    #expect(epochs.first?.label?.line?.name == Self.samples[0].text)
    #expect(reader.warnings.count == 1)
  }

  @Test("How a document comes in pieces changes nothing of it", arguments: [1, 66, 131, .max])
  func pieces(most: Int) {
    let point = "<trkpt lat='-1.5' lon='179.9'><time>2024-02-28\u{0}\u{80}T23:58:20Z</time></trkpt>"
    let bytes = Array(
      "<gpx version='1.0'><trk><trkseg>\(point)".unicodeScalars.map { UInt8($0.value) })
    #expect(read(bytes, most: most).epochs == read(bytes).epochs)
  }

  @Test("A damaged byte makes no other encoding of UTF-8")
  func damaged() {
    let (head, tail) = Self.parts(.gpx, "UTF-8")
    let bytes = Array((head + "Blågård").utf8) + Array("</name><desc>".utf8) + [0xE5]
    let (epochs, reader) = read(bytes + Array(("</desc><name>" + tail).utf8))
    #expect(epochs.first?.label?.line?.name == "Blågård")
    #expect(reader.warnings == [])
  }

  @Test("An encoding that is not read is named", arguments: ["Shift_JIS", "KOI8-R", "GB2312"])
  func unread(name: String) throws {
    let (head, tail) = Self.parts(.gpx, name)
    let trace = TemporaryTrace(Array((head + "x" + tail).utf8))
    defer { trace.remove() }
    #expect(throws: TraceError.otherEncoding(path: trace.path, name: name)) {
      try TraceFile(path: trace.path)
    }
  }

  @Test(
    "A text is in UTF-8 if all of it is, else in Windows-1252; what was cut off loses its last part",
    arguments: [
      ([0x43, 0x61, 0x66, 0xE9], "Café", "Caf"), ([0x43, 0x61, 0x66, 0xC3, 0xA9], "Café", "Café"),
      ([0xD8], "Ø", ""), ([0xF0, 0x9F, 0x9A], "ðŸš", ""), ([0x80], "€", "€"), ([], "", ""),
      ([0xE9, 0x20], "é ", "é "), ([0xED, 0xA0, 0x80], "í\u{A0}€", "í\u{A0}€"),
    ] as [([UInt8], String, String)])
  func texts(bytes: [UInt8], whole: String, cut: String) {
    bytes.withUnsafeBufferPointer {
      #expect(String(text: $0) == whole)
      #expect(String(text: $0, isCut: true) == cut)
    }
  }

  @Test("Offsets are those of the source")
  func offsets() throws {
    let points = (0..<12_000).map {
      "<wpt lat='55.7' lon='12.55'><name>Blå \($0) – €</name></wpt>\n"
    }
    let head = "<?xml version='1.0' encoding='windows-1252'?><gpx>"
    var ends: [Int] = []
    var bytes = Array(head.utf8)
    for point in points {
      for scalar in point.unicodeScalars {
        switch scalar {
        case "–": bytes.append(0x96)
        case "€": bytes.append(0x80)
        default: bytes.append(UInt8(scalar.value))
        }
      }
      ends.append(bytes.count - 1)
    }
    let trace = TemporaryTrace(bytes + Array("</gpx>".utf8))
    defer { trace.remove() }
    var file = try TraceFile(path: trace.path)
    var found: [TraceEpoch] = []
    while let epoch = try file.next() { found.append(epoch) }
    #expect(found.map(\.endOffset) == ends)
  }

  @Test(
    "A table in Windows-1252 or UTF-16 says what it says in UTF-8",
    arguments: ["Datum;Uhrzeit;Breitengrad;Längengrad;Höhe (m)", "Datum;Zeit;lat;lon;Höhe"])
  func tables(header: String) {
    let text = header + "\r\n02.05.2025;09:00:00;55,7001;12,5500;31,5\r\n"
    let narrow = text.unicodeScalars.map { UInt8($0.value) }
    let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let whole = read(Array(text.utf8))
    #expect(whole.epochs.first?.location?.altitude == 31.5 && whole.1.warnings == [])
    for bytes in [narrow, little, big, [0xFF, 0xFE] + little, [0xFE, 0xFF] + big] {
      let (epochs, reader) = read(bytes)
      #expect(epochs.map(\.location) == whole.epochs.map(\.location))
      #expect(reader.warnings.count == (bytes == narrow ? 1 : 0))
    }
  }
}
