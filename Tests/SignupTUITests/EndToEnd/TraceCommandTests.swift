import Positioning
import TestSupport
import Testing

@testable import SignupTUI

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Traces converted, counted and simulated", .mostlyWaiting)
struct TraceCommandTests {
  static let header =
    "time,latitude,longitude,altitude,speed,course,satellites,hdop,fix,ellipsoidal_altitude,pdop,"
    + "vdop,horizontal_accuracy,vertical_accuracy,speed_accuracy,course_accuracy,heading,"
    + "magnetic_variation,line,sats,segment,heart_rate,cadence,power,temperature"

  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  private func run(_ arguments: String..., input: String = "") -> PipedProgram {
    PipedProgram(program, arguments, input: input, in: folder)
  }

  /// A table of fixes, ten metres and a second apart.
  private func table(_ name: String, from second: Int, count: Int) -> String {
    let rows = (second..<second + count).map { second in
      let degrees = String(fixedPoint: 59.33 + Double(second) * 0.0001, decimals: 6)
      return "2024-05-01T10:\(10 + second / 60):\(10 + second % 60 / 2).000Z,\(degrees),18.06\n"
    }
    return folder.write(name, ("time,latitude,longitude\n" + rows.joined()).utf8)
  }

  @Test("A simulation is the same for the same seed, and read by the other commands")
  func simulate() {
    let first = run("simulate", "--seed", "7", "--duration", "90")
    #expect(first.status == 0 && first.errors.isEmpty)
    #expect(run("simulate", "--seed", "7", "--duration", "90").output == first.output)
    #expect(run("simulate", "--seed", "8", "--duration", "90").output != first.output)
    let log = folder.write("log.nmea", first.output.utf8)
    let table = run("export", log)
    #expect(table.status == 0 && table.errors.isEmpty)
    #expect((85...90).contains(table.output.split(separator: "\n").count))
    let stats = run("stats", log)
    #expect(stats.status == 0)
    #expect(stats.output.contains("\nFormat        NMEA 0183\n"))
    #expect(stats.output.contains("\nSkipped       nothing\n"))
    #expect(stats.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test("Waypoints part no track; in GPX they come first, then routes, then tracks")
  func waypoints() {
    let gpx = folder.write(
      "mixed.gpx",
      """
      <gpx><trk><name>A</name><trkseg><trkpt lat="55.7" lon="12.5"/></trkseg></trk>
      <wpt lat="55.8" lon="12.5"><name>W1</name></wpt><rte><rtept lat="55" lon="12"/></rte>
      <trk><name>B</name><trkseg><trkpt lat="55.7" lon="12.6"/></trkseg></trk>
      <wpt lat="55.9" lon="12.5"><name>W2</name></wpt></gpx>
      """.utf8)
    let log = folder.write(
      "log.nmea",
      nmeaLines(
        "GPRMC,110000.00,A,5542.0000,N,01233.0000,E,9.7,0.0,140625,,,A",
        "GPWPL,5543.0000,N,01233.0000,E,BUOY",
        "GPRMC,110001.00,A,5542.0027,N,01233.0000,E,9.7,0.0,140625,,,A"))
    func tags(_ output: String) -> [String] {
      output.split(separator: "<").compactMap { tag in
        ["wpt ", "rte>", "trk>", "trkseg>"].first { tag.hasPrefix($0) }
      }
    }
    let track = ["trk>", "trkseg>"]
    #expect(
      tags(run("export", gpx, "--to", "gpx").output) == ["wpt ", "wpt ", "rte>"] + track + track)
    #expect(tags(run("export", log, "--to", "gpx").output) == ["wpt "] + track)
    #expect(
      tags(shell("cat \"$1\" | \"$0\" export - --to gpx", gpx).output)
        == track + ["wpt ", "rte>"] + track + ["wpt "])
    for format in ["kml", "csv", "geojson", "jsonl", "nmea"] {
      let output = folder.file("out." + format)
      #expect(run("export", log, "--to", format, "-o", output).status == 0)
      let stats = run("stats", output).output
      #expect(stats.contains("\nFixes         2") && stats.contains("\nGaps          none\n"))
      #expect(stats.contains("\nOther         1 waypoint\n"), "\(format)")
    }
  }

  @Test("Columns for waypoints depend on the source, not on when it comes")
  func waypointColumns() {
    func fix(_ second: Int) -> [UInt8] {
      nmeaLines("GPRMC,1100\(second).00,A,5542.0000,N,01233.0000,E,9.7,0.0,140625,,,A")
    }
    let waypoint = nmeaLines("GPWPL,5543.0000,N,01233.0000,E,BUOY")
    let near = folder.write("near.nmea", fix(10) + waypoint + fix(11))
    let quiet = [UInt8](repeating: UInt8(ascii: "#"), count: 80) + [UInt8(ascii: "\n")]
    let distance = Array(repeating: quiet, count: 2000).flatMap { $0 }
    let far = folder.write("far.nmea", fix(10) + distance + waypoint + fix(11))
    for path in [near, far] {
      let file = run("export", path)
      #expect(file.status == 0 && file.errors.isEmpty)
      #expect(file.output.contains(",kind,") && file.output.contains(",waypoint,,BUOY,"))
      let pipe = shell("cat \"$1\" | \"$0\" export -", path)
      #expect(pipe.status == 0 && pipe.output.split(separator: "\n").count == 3)
      #expect(pipe.output.hasPrefix(Self.header + "\n"))
      #expect(pipe.errors.contains("no columns for 1 waypoint; export from a file"))
      let slow = shell(
        "{ head -c 90 \"$1\"; sleep 0.2; tail -c +91 \"$1\"; } | \"$0\" export -", path)
      #expect(slow.output == pipe.output && slow.errors == pipe.errors)
    }
  }

  @Test("What was guessed of a table is said on standard error by each command but stats")
  func guesses() {
    let rows = (10..<30).map { second in
      let latitude = String(fixedPoint: 59.33 + Double(second) * 0.000_18, decimals: 6)
      return "2024-05-01T10:00:\(second)Z,\(latitude),18.06001,72\n"
    }.joined()
    let bare = folder.write("bare.csv", rows.utf8)
    let named = folder.write("named.csv", ("time,lat,lon,speed\n" + rows).utf8)
    for (path, word) in [(bare, "latitude in column 2, longitude in column 3"), (named, "km/h")] {
      let export = run("export", path)
      #expect(export.status == 0 && export.errors.contains(word), "\(export.errors)")
      #expect(run("export", path, "-q").errors.isEmpty)
      let replay = run("replay", path, "--accessible", input: "quit\n")
      #expect(replay.status == 0 && replay.errors.contains(word), "\(replay.errors)")
      let stats = run("stats", path)
      #expect(stats.status == 0 && stats.errors.isEmpty)
    }
    #expect(run("stats", bare).output.contains("no header, columns guessed"))
  }

  @Test("A word in --columns that is not known is named, and an archive is unpacked up to a limit")
  func limits() {
    let table = table("table.csv", from: 0, count: 50)
    let unknown = run("export", table, "--columns", "-,nam,lat,lon")
    #expect(unknown.status == 2 && unknown.errors.contains("“nam”"))
    #expect(unknown.errors.contains("hdop, vdop, pdop"))
    let packed = shell("gzip -c \"$1\" > \"$1.gz\"", table)
    #expect(packed.status == 0)
    let limited = run("stats", table + ".gz", "--max-unpacked", "1KiB")
    #expect(limited.status == 1 && limited.errors.contains("more than 1 KiB"))
    #expect(limited.errors.contains("--max-unpacked"))
    #expect(run("stats", table + ".gz", "--max-unpacked", "1m").status == 0)
  }

  @Test("A trace goes through a pipe as through a file, in and out")
  func pipe() {
    let log = run("simulate", "--duration", "20").output
    let path = folder.write("log.nmea", log.utf8)
    let direct = run("export", path, "--to", "gpx")
    let redirected = run("export", "-", "--to", "gpx", input: log)
    #expect(direct.status == 0 && direct.output == redirected.output)
    let piped = shell("cat \"$1\" | \"$0\" export - --to gpx -o \"$1.gpx\"", path)
    #expect(piped.status == 0 && piped.output.isEmpty)
    #expect(folder.read("log.nmea.gpx") == direct.output)
  }

  @Test("Pipes of several inputs may be written one after another, and by one writer")
  func severalPipes() throws {
    let log = folder.write(
      "log", Array(repeating: TraceFixture.drive.bytes, count: 40).flatMap { $0 })
    let files = shell("\"$0\" export \"$1\" \"$1\" -q", log)
    #expect(files.status == 0 && files.output.utf8.count > 1 << 17)
    let pipes = shell(
      """
      cd "$(dirname "$1")"; mkfifo a b
      { cat "$1" > a; cat "$1" > b; } &
      "$0" export a b -q
      """, log)
    #expect(pipes.status == 0 && pipes.output == files.output)
  }

  @Test("A table of many pieces gives through a pipe what it gives as a file")
  func longTable() {
    let path = table("long.csv", from: 0, count: 6000)
    let file = run("export", path)
    #expect(file.status == 0 && file.output.utf8.count > 3 << 16)
    let pipe = shell("cat \"$1\" | \"$0\" export -", path)
    #expect(pipe.status == 0 && pipe.output == file.output)
  }

  /// What a command of the shell comes to in which `$0` is the program and `$1` a path.
  private func shell(_ command: String, _ path: String) -> PipedProgram {
    PipedProgram("/bin/sh", ["-c", command, program, path], in: folder)
  }

  @Test("A packed trace is unpacked, from a file and from a pipe")
  func packed() {
    let path = table("a.csv", from: 0, count: 3)
    guard system("gzip -k '\(path)' 2>/dev/null") == 0 else { return }
    let plain = run("export", path)
    let packed = run("export", path + ".gz")
    #expect(packed.status == 0 && packed.output == plain.output)
    for command in ["exec \"$0\" export - < \"$1.gz\"", "cat \"$1.gz\" | \"$0\" export -"] {
      let piped = shell(command, path)
      #expect(piped.status == 0 && piped.output == plain.output)
    }
  }

  @Test(
    "A trace that comes through a pipe gives the bytes of the file, in every format",
    arguments: ["csv", "gpx", "geojson", "kml", "jsonl", "nmea"])
  func sameBytes(format: String) {
    let filters = " --max-speed 50 --min-distance 1 --simplify 1"
    for fixture in TraceFixture.allCases {
      for rest in format == "csv" ? ["", filters] : [""] {
        let file = shell("\"$0\" export \"$1\" --to \(format)" + rest, fixture.path)
        let pipe = shell("cat \"$1\" | \"$0\" export - --to \(format)" + rest, fixture.path)
        #expect(file.status == 0 && !file.output.isEmpty)
        #expect(pipe.status == 0 && pipe.output == file.output, "\(fixture)\(rest)")
      }
    }
  }

  @Test("Figures of what comes through a pipe are those of the file")
  func sameFigures() {
    for fixture in TraceFixture.allCases {
      let file = shell("\"$0\" stats \"$1\" --json", fixture.path).output
      let pipe = shell("cat \"$1\" | \"$0\" stats - --json", fixture.path).output
      #expect(file.contains("\"fixes\"") && !pipe.isEmpty)
      #expect(pipe == file.replacing("\"\(fixture.path)\"", with: "\"standard input\""))
    }
  }

  @Test("A pipe that stays open gives rows as soon as they are complete")
  func openPipe() throws {
    let path = folder.file("pipe")
    try #require(mkfifo(path, 0o600) == 0)
    // Also for reading, so that it waits for nobody.
    let writer = open(path, O_RDWR | O_CLOEXEC)
    try #require(writer >= 0)
    func send(_ second: Int) {
      let line = nmeaLines("GPRMC,1200\(second),A,4807.0,N,01131.0,E,1.0,1.0,010524,,")
      #expect(write(writer, line, line.count) == line.count)
    }
    let export = RunningProgram(program, ["export", path])
    func rows() -> Int { export.output.split(separator: "\n").count - 1 }
    send(10)
    send(11)
    #expect(export.waits { _ in rows() == 1 }, "\(export.output)\(export.errors)")
    #expect(export.output.hasPrefix(Self.header + "\n2024-05-01T12:00:10.000Z,48.1"))
    for second in 12..<20 { send(second) }
    #expect(export.waits { _ in rows() == 9 }, "\(export.output)\(export.errors)")
    close(writer)
    #expect(export.waits { _ in rows() == 10 }, "\(export.output)\(export.errors)")
  }

  @Test("Closing the output of a pipe that goes on ends it in silence")
  func closedOutput() {
    let log = folder.write(
      "log", Array(repeating: TraceFixture.drive.bytes, count: 80).flatMap { $0 })
    let status = folder.file("status")
    let run = shell(
      "{ cat \"$1\" | \"$0\" export - -q; echo $? > '\(status)'; } | head -n 1", log)
    #expect(run.output == Self.header + "\n" && run.errors.isEmpty)
    #expect(folder.read("status") == "\(128 + SIGPIPE)\n")
  }

  @Test("A trace without any position is an error that says so, whatever it came through")
  func noPosition() {
    let path = folder.write("bare.gpx", "<gpx><metadata/></gpx>\n".utf8)
    for command in ["export", "stats"] {
      let named = run(command, path)
      #expect(named.status == 1 && named.output.isEmpty)
      #expect(named.errors.contains("\(path): is GPX without a point"))
      let piped = shell("echo latitude,longitude | \"$0\" \(command) -", path)
      #expect(piped.status == 1 && piped.output.isEmpty)
      #expect(piped.errors.contains("standard input: is a CSV table in which no row"))
    }
  }

  @Test("Statistics say what the reader met that is unusual, in words and as JSON")
  func irregularities() {
    let path = folder.write(
      "odd.csv",
      """
      time,latitude,longitude
      2024-05-01T10:00:02Z,59.33,18.06
      2024-05-01T10:00:01Z,59.34,18.06
      2024-05-01T10:00:01Z,59.35,18.06

      """.utf8)
    #expect(
      run("stats", path).output.contains(
        """
        Unusual       1 epoch with an earlier time than the previous one, 1 epoch with
                      the same time as the previous one

        """))
    let usual = run("simulate", "--seed", "7", "--duration", "60").output
    #expect(!run("stats", "-", input: usual).output.contains("Unusual"))
    let json = run("stats", path, "--json").output
    #expect(json.contains("\"backwards\": 1") && json.contains("\"repeated_time\": 1"))
  }

  @Test("Several files are merged by time, with a segment wherever the file changes")
  func merge() {
    let (early, late) = (table("a.csv", from: 0, count: 3), table("b.csv", from: 10, count: 3))
    let merged = run("export", late, early, "--to", "gpx").output
    #expect(merged == run("export", early, late, "--to", "gpx").output)
    let parts = merged.split(separator: "<trkseg>")
    #expect(parts.count == 3)
    #expect(parts.dropFirst().map { $0.split(separator: "<trkpt").count - 1 } == [3, 3])
  }

  @Test("An input is never replaced, and an output only by a whole one")
  func output() {
    let input = table("a.csv", from: 0, count: 3)
    let before = folder.read("a.csv")
    let same = run("export", input, "-o", input)
    #expect(same.status == 2 && same.errors.contains("would be replaced"))
    #expect(folder.read("a.csv") == before)
    let output = folder.write("out.csv", "kept".utf8)
    let notes = folder.write("notes.txt", "Dear diary,\n".utf8)
    #expect(run("export", notes, "-o", output).status == 1)
    #expect(folder.read("out.csv") == "kept")
    let nowhere = run("export", input, "-o", folder.file("missing/out.csv"))
    #expect(nowhere.status == 1 && nowhere.errors.contains("cannot be written"))
  }

  @Test("Filters leave out what is asked for, and it is said when nothing is left")
  func filters() {
    let input = table("a.csv", from: 0, count: 6)
    func count(_ arguments: String...) -> Int {
      let run = PipedProgram(program, ["export", input] + arguments, in: folder)
      return run.output.split(separator: "\n").count - 1
    }
    #expect(count() == 6)
    #expect(count("--after", "10:10:11") == 4)
    #expect(count("--before", "2024-05-01T10:10:11Z") == 2)
    #expect(count("--min-distance", "20") == 3)
    #expect(count("--simplify", "1") == 2)
    #expect(count("--box", "59.33,18,59.3302,19") == 3)
    let none = run("export", input, "--after", "2030-01-01")
    #expect(none.status == 0)
    #expect(none.errors == "SignupTUI: none of the 6 fixes passed the filters.\n")
  }

  @Test("Statistics are one JSON object where that is asked for")
  func json() throws {
    let input = table("a.csv", from: 0, count: 6)
    let run = run("stats", input, "--json")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("{") && run.output.hasSuffix("}\n"))
    for member in ["\"fixes\": 6", "\"gaps\": 0", "\"outlier\": 0", "\"format\": \"CSV\""] {
      #expect(run.output.contains(member), "\(member)")
    }
  }

  @Test("Splits are a table and JSON; a length that is none is a bad command line")
  func splits() {
    let path = table("walk.csv", from: 0, count: 100)
    let kilometres = run("stats", path, "--splits", "500m")
    #expect(kilometres.status == 0)
    #expect(kilometres.output.contains("\nSplit  Length  Time      Pace"))
    #expect(kilometres.output.contains("\n    1   500 m  "))
    let json = run("stats", path, "--splits", "laps", "--json")
    let text = json.output.filter { $0 != " " && $0 != "\n" }
    #expect(text.contains("\"splits\":[{\"number\":1,\"distance\":110"))
    #expect(run("stats", path, "--splits", "5 parsecs").status == 2)
  }

  @Test(
    "Several traces are played in the order in which they begin, each a track called as its file")
  func severalReplays() {
    let late = table("late.csv", from: 60, count: 20)
    let early = table("early.csv", from: 0, count: 20)
    let run = run("replay", late, early, "--accessible", input: "tracks\nend\nwhere\ntotals\nq\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output.contains("\nTrack 1 early.csv: 212 m in 0:09\nTrack 2 late.csv: 212 m in 0:09"))
    #expect(run.output.contains("100% of the trace"))
    #expect(run.output.contains("\nTracks: 2\nDistance: 423 m\n"))
  }

  @Test("A table that says nothing of its columns is played as --columns says, as its error offers")
  func columns() {
    let early = folder.write("early.csv", Array("12;59.33;a;18.07\n17;59.331;b;18.07\n".utf8))
    let late = folder.write("late.csv", Array("12;59.34;c;18.07\n17;59.341;d;18.07\n".utf8))
    let names = "ele,lat,-,lon"
    let refused = run("replay", early, "--accessible")
    #expect(refused.status == 1 && refused.errors.contains("--columns time,lat,lon,ele"))
    let one = run("replay", early, "--accessible", "--columns", names, input: "end\nwhere\n")
    #expect(one.status == 0 && one.output.contains("Latitude: 59.33100"), "\(one)")
    let both = run(
      "replay", early, late, "--accessible", "--columns", names, input: "tracks\nend\nwhere\n")
    #expect(both.status == 0 && both.output.contains("Track 2 late.csv"), "\(both)")
    #expect(both.output.contains("Latitude: 59.34100"))
    let follows = run("replay", early, "--follow", "--columns", names)
    #expect(follows.status == 2 && follows.errors.contains("Leave out --columns, or --follow"))
  }

  @Test("A script of lines gets all its answers, also behind the end of the trace")
  func script() {
    let path = table("walk.csv", from: 0, count: 20)
    let run = run("replay", path, "--accessible", input: "end\nwhere\n50%\nwhere\ntotals\n")
    #expect(run.status == 0)
    #expect(run.output.contains("At 0:09 of 0:09, 100% of the trace."))
    #expect(run.output.contains("At 0:04 of 0:09, 50% of the trace."))
    #expect(run.output.contains("\nDistance: 212 m\n"))
  }

  @Test("Times are said by the zone that is asked for, and an unknown one is a bad command line")
  func zone() {
    let path = table("walk.csv", from: 0, count: 3)
    let here = run("replay", path, "--accessible", "--zone", "+05:30", input: "end\nwhere\n")
    #expect(here.output.contains("15:40:11 +05:30"), "\(here.output)")
    #expect(here.output.contains("Time +05:30: 15:40:11 2024-05-01"))
    let wrong = run("replay", path, "--accessible", "--zone", "Mars/Olympus")
    #expect(wrong.status == 2 && wrong.errors.contains("Europe/Stockholm"))
  }
}
