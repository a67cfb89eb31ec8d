import Positioning
import TestSupport
import Testing

@testable import SignupTUI

@Suite("Traces in parts, joined, corrected and drawn", .mostlyWaiting)
struct TracePartsTests {
  private let folder = ScratchFolder()

  private func run(_ arguments: String..., input: String = "") -> PipedProgram {
    PipedProgram(BuiltProgram.path, arguments, input: input, in: folder)
  }

  /// Tracks of GPX, each with a name, from second to second, ten metres a second to the north.
  private func gpx(_ file: String, _ tracks: [(name: String, seconds: ClosedRange<Int>)]) -> String
  {
    let start = Timestamp(nanosecondsSince1970: 1_714_557_600_000_000_000)
    let lines = tracks.map { track in
      let points = track.seconds.map { second in
        let latitude = String(fixedPoint: 59.33 + Double(second) * 9e-5, decimals: 6)
        return "<trkpt lat=\"\(latitude)\" lon=\"18.06\"><ele>\(10 + second / 10)</ele>"
          + "<time>\(start.advanced(by: .seconds(second)))</time></trkpt>\n"
      }
      return "<trk><name>\(track.name)</name><trkseg>\n\(points.joined())</trkseg></trk>\n"
    }
    return folder.write(file, "<gpx>\n\(lines.joined())</gpx>\n".utf8)
  }

  private func count(_ word: String, in text: String?) -> Int {
    text.map { $0.split(separator: word, omittingEmptySubsequences: false).count - 1 } ?? -1
  }

  @Test(
    "Each part is a file with its number in the name, and no fix is lost",
    arguments: [
      ("track", 3), ("day", 2), ("pause", 2), ("pause=10s", 3), ("distance=500m", 6),
      ("time=1min", 4),
    ])
  func split(parts: String, files: Int) {
    let path = gpx("ride.gpx", [("A", 0...99), ("B", 130...189), ("C & D", 86_400...86_459)])
    let pattern = folder.file("part-{n}.gpx")
    let run = run("export", path, "--to", "gpx", "--split", parts, "-o", pattern)
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    let texts = (1...files).map { folder.read("part-\($0).gpx") }
    #expect(texts.allSatisfy { $0 != nil } && folder.read("part-\(files + 1).gpx") == nil)
    #expect(texts.map { count("<trkpt ", in: $0) }.reduce(0, +) == 220)
    #expect(
      texts.allSatisfy { $0?.contains("<name>") == true && $0?.hasSuffix("</gpx>\n") == true })
    #expect(texts.last??.contains("<name>C &amp; D</name>") == true)
  }

  @Test("Without a place for the number, and for parts that are none, the command line is bad")
  func badCalls() {
    let path = gpx("ride.gpx", [("A", 0...9)])
    for arguments in [["--split", "day"], ["--split", "day", "-o", folder.file("a.gpx")]] {
      let run = PipedProgram(BuiltProgram.path, ["export", path] + arguments, in: folder)
      #expect(run.status == 2 && run.errors.contains("{n}"))
    }
    for parts in ["month", "distance", "distance=0m", "time=", "pause=-3s", "track=2"] {
      let run = run("export", path, "--split", parts, "-o", folder.file("a-{n}.gpx"))
      #expect(run.status == 2 && run.errors.contains("distance=10km"), "\(run.errors)")
    }
  }

  @Test("A part does not replace an input")
  func input() {
    let path = gpx("part-2.gpx", [("A", 0...9), ("B", 20...29)])
    let run = run(
      "export", path, "--to", "gpx", "--split", "track", "-o", folder.file("part-{n}.gpx"))
    #expect(run.status == 2 && run.errors.contains("would be replaced"))
    #expect(count("<trk>", in: folder.read("part-2.gpx")) == 2)
  }

  @Test("Tracks of several files become segments of one track, which can be split again")
  func join() {
    let (late, early) = (gpx("b.gpx", [("B", 200...209)]), gpx("a.gpx", [("A", 0...9)]))
    let joined = run("export", late, early, "--join", "--to", "gpx")
    #expect(joined.status == 0)
    #expect(count("<trk>", in: joined.output) == 1 && count("<trkseg>", in: joined.output) == 2)
    #expect(count("<trkpt ", in: joined.output) == 20)
    #expect(count("<name>A</name>", in: joined.output) == 1)
    #expect(count("<name>B</name>", in: joined.output) == 1)
    let split = run(
      "export", late, early, "--join", "--split", "track", "--to", "gpx", "-o",
      folder.file("all-{n}.gpx"))
    #expect(split.status == 0 && folder.read("all-1.gpx") == joined.output)
    #expect(folder.read("all-2.gpx") == nil)
  }

  @Test("A log without a fix is a failure that is said, unless it is to be quiet")
  func noFix() {
    let log = folder.write("log.nmea", nmeaLines("GPRMC,110000.00,V,,,,,,,140625,,,N"))
    for command in ["stats", "export"] {
      let loud = run(command, log)
      #expect(loud.status == 1 && loud.errors.contains("it has no fixes"), "\(command)")
      let quiet = run(command, log, "--quiet")
      #expect(quiet.status == 0 && quiet.errors.isEmpty)
    }
  }

  @Test("Local times take the zone that is given, and all times the shift")
  func clock() {
    let table = folder.write(
      "a.csv",
      "time,latitude,longitude\n2024-07-01 12:00:00,55.7,12.5\n2024-01-01 12:00:00,55.7,12.6\n"
        .utf8)
    let times = run("export", table, "--time-zone", "Europe/Stockholm", "--shift", "-1m30s").output
    #expect(
      times.contains("\n2024-07-01T09:58:30.000Z,") && times.contains("\n2024-01-01T10:58:30.000Z,")
    )
    #expect(run("stats", table, "--time-zone", "+02:00").output.contains("given"))
    #expect(run("export", table, "--shift", "tomorrow").status == 2)
    #expect(run("export", table, "--time-zone", "Mars/Olympus").status == 2)
    let gpx = folder.write(
      "a.gpx",
      "<gpx><trk><trkseg><trkpt lat='55' lon='12'><time>2024-07-01T12:00:00</time></trkpt></trkseg></trk></gpx>"
        .utf8)
    #expect(
      run("stats", gpx).output.contains("\nTimes         1 time without a zone, assumed to be UTC"))
    #expect(!run("stats", gpx, "--time-zone", "UTC").output.contains("\nTimes"))
    #expect(run("stats", gpx, "--time-zone", "").status == 2)
  }

  @Test("Metrics are of the part between two times, and say slopes and best parts")
  func metrics() {
    let path = gpx("run.gpx", [("A", 0...600)])
    let whole = run("stats", path).output
    #expect(whole.contains("\nHeights       10 m at the start, 70 m at the end\n"), "\(whole)")
    #expect(whole.contains("\nBest          1 km in 1:40"), "\(whole)")
    #expect(whole.contains(" level\n"))
    let part = run("stats", path, "--after", "10:00:10", "--before", "10:01:50", "--json").output
    #expect(part.contains("\"fixes\": 100") && part.contains("\"start_altitude\": 11"))
    let climb = run("stats", path, "--climb-threshold", "1000", "--json").output
    #expect(climb.contains("\"climb\": 0"))
  }

  @Test("A picture has the track, a scale, north, the profile and the metrics")
  func picture() {
    let path = gpx("run.gpx", [("Round &lt;the&gt; lake", 0...600)])
    let svg = run("export", path, "--to", "svg")
    #expect(svg.status == 0 && svg.errors.isEmpty)
    let text = svg.output
    #expect(
      text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" height=\"1000\""))
    #expect(text.hasSuffix("</svg>\n"))
    for part in [
      "<title>Round &lt;the&gt; lake</title>", ">Distance<", ">6.02 km<", ">N</text>",
      "class=\"track\"", "class=\"scale\"", ">2 km</text>", "class=\"profile\"", ">70 m<", ">10 m<",
      "@media(prefers-color-scheme:dark)",
    ] {
      #expect(text.contains(part), "\(part)")
    }
    let simulated = run("simulate", "--to", "svg")
    #expect(simulated.output.contains("<title>Simulated GPS</title>"))
  }

  @Test("The label at the top of a flat profile is the height of that line, and a title fits")
  func flatPicture() {
    let name = String(repeating: "Very long name 日本 ", count: 9)
    let points = [1, 2].map { "<trkpt lat='0' lon='12.00\($0)'><ele>\($0)</ele></trkpt>" }.joined()
    let path = folder.write(
      "flat.gpx", "<gpx><trk><name>\(name)</name><trkseg>\(points)</trkseg></trk></gpx>".utf8)
    let text = run("export", path, "--to", "svg").output
    #expect(text.contains("y=\"788.0\">11 m</text>"), "\(text)")
    #expect(text.contains("y=\"952.0\">1 m</text>"))
    #expect(text.contains(">Very long name 日本 Very long name 日本 Very lo…</text>"), "\(text)")
  }

  @Test(
    "A renderer draws the picture", .enabled(if: Disk.bytes(at: "/usr/bin/rsvg-convert") != nil))
  func rendered() {
    let path = gpx("run.gpx", [("A", 0...600)])
    let picture = folder.file("run.svg")
    #expect(run("export", path, "--to", "svg", "-o", picture).status == 0)
    let png = PipedProgram(
      "/usr/bin/rsvg-convert", [picture, "-o", folder.file("run.png")], in: folder)
    #expect(png.status == 0 && png.errors.isEmpty)
    let bytes = Disk.bytes(at: folder.file("run.png")) ?? []
    // The size stands behind a PNG's head.
    #expect(bytes.count > 5000 && Array(bytes[16..<24]) == [0, 0, 3, 32, 0, 0, 3, 232])
  }

  @Test(
    "Durations as they are typed",
    arguments: [
      ("90", 90), ("30s", 30), ("5min", 300), ("1h30m", 5400), ("1.5h", 5400), ("2d", 172_800),
      ("1:30:00", 5400), ("+1h", 3600), ("-1m30s", -90), ("1 h 30 min", 5400),
      ("1:30", nil), ("", nil), ("h", nil), ("5 parsecs", nil), ("1h30", nil), ("--1h", nil),
    ] as [(String, Int?)])
  func durations(text: String, seconds: Int?) {
    #expect(DurationText.duration(text, isSigned: true) == seconds.map { .seconds($0) })
    if text.hasPrefix("-") { #expect(DurationText.duration(text) == nil) }
  }
}
