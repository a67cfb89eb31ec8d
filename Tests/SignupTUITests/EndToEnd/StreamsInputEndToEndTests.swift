import TestSupport
import Testing
import ViewModels

@Suite("The built program, with streams that have inputs", .mostlyWaiting)
struct StreamsInputEndToEndTests {
  private let folder = ScratchFolder()
  private let program = BuiltProgram.path

  private static let documents = #"""
    {"version": 1, "documents": [
      {"input": {"id": "prices", "name": "Prices", "type": "number"}},
      {"chain": {"id": "tens", "name": "Odd tens", "source": "prices", "operators": [
        {"filter": {"expression": "%d % 2 == 1"}}, {"map": {"expression": "%d * 10"}}]}},
      {"input": {"id": "gps", "type": "object"}},
      {"chain": {"id": "speeds", "source": "gps", "operators": [
        {"map": {"expression": "value.speed"}}]}},
      {"chain": {"id": "same", "source": "gps", "operators": [
        {"filter": {"expression": "value.speed > 1"}}]}},
      {"source": {"id": "a", "stream": [{"value": 7, "operators": []}]}}]}
    """#

  private func run(_ arguments: String..., input: String = "") -> PipedProgram {
    let path = folder.write("streams.json", Self.documents.utf8)
    return PipedProgram(
      program, ["streams", "run", path] + arguments, input: input,
      environment: ["PATH": "/usr/bin:/bin"], in: folder)
  }

  @Test("Values come from standard input, a file or a program, and go out as JSON, a table or bare")
  func forms() {
    let values = run("tens", "--input", "prices=-", "--to", "values", input: "1\n2\n3")
    #expect(values.status == 0 && values.output == "10\n30\n" && values.errors.isEmpty)
    let file = folder.write("prices", "5\n".utf8)
    let json = run("Odd tens", "--input", "prices=\(file)", "--json", "--speed", "max")
    #expect(
      json.output == """
        {"t":0.0,"stream":"Odd tens","value":50}
        {"t":0.0,"stream":"Odd tens","completion":"finished"}

        """)
    let table = run(
      "tens", "--input-command", "prices=printf '1 \\n7'", "--to", "csv", "--speed", "max")
    #expect(table.output == "t,stream,value\n0.0,Odd tens,10\n0.0,Odd tens,70\n", "\(table.errors)")
  }

  @Test("A line that is no value is said with its number, the rest goes on, and the status is 1")
  func badLines() {
    let bad = run("tens", "--input", "prices=-", "--to", "values", input: "1\nx\n\n3\n")
    #expect(bad.status == 1 && bad.output == "10\n30\n")
    #expect(
      bad.errors == "SignupTUI: prices: standard input, line 2: a number was expected, not “x”\n")
    let failing = run("tens", "--input-command", "prices=sh -c 'echo 1; exit 3'")
    #expect(failing.status == 1 && failing.errors == "SignupTUI: prices: sh ended with status 3\n")
  }

  @Test(
    "An input that is not bound, bound twice or of another type is refused before anything runs",
    arguments: [
      ([], "“Odd tens” needs the input “prices”, which is not bound; add --input prices=- for"),
      (["--input", "prices=-", "--input", "prices=x"], "The input “prices” is bound twice"),
      (["--input", "price=-"], "did you mean “prices”?"),
      (["--input", "prices=trace:x"], "takes numbers, and x sends positions, which are objects."),
      (["--input", "prices=-", "--input", "gps=-"], "Standard input can be bound to one input"),
      (["--input", "prices=-", "--time", "t"], "takes numbers, which have no field for --time."),
      (["--input", "prices=-", "--follow"], "--follow needs a file from --input"),
      (["--input", "prices"], "--input takes ID=SOURCE"),
      (["--input", "prices=http://a:b@x/"], "without a user and a password"),
      (["--input", "prices=-", "--restart"], "--restart needs a program from --input-command"),
      (["--input", "prices=-", "--token-file", "t"], "--token-file needs a URL, as FILE or"),
      (
        ["--input", "prices=http://x/", "--header-file", "-", "--token-file", "-"],
        "both --header-file and --token-file"
      ),
      (
        ["--input", "prices=http://x/", "--input", "gps=http://y/", "--token-file", "t"],
        "is for one server, and the URLs are of x:80 and y:80"
      ),
      (["--input", "prices=-", "--time", ""], "--time needs the name of a field"),
      (
        ["--input", "prices=http://x/", "--input", "gps=-", "--header-file", "-"], "both “gps” and"
      ),
      (["--input", "prices=tcp:x"], "a host and a port such as 10.0.0.5:10110, not 'x'"),
    ])
  func refused(options: [String], sentence: String) {
    let path = folder.write("streams.json", Self.documents.utf8)
    let run = PipedProgram(
      program, ["streams", "run", path, "tens"] + options, input: "1\n", in: folder)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }

  @Test(
    "A URL with a user and a password is refused by every command, and so is a second reader",
    arguments: [
      (["streams", "run", "http://a:b@x/", "s"], "Use --token-file or --header-file."),
      (["streams", "http://a:b@x/"], "Use --token-file or --header-file."),
      (["streams", "http://a:b@x/", "--json", "--watch"], "Use --token-file or --header-file."),
      (["streams", "check", "http://a:b@x/"], "Fetch it with another program"),
      (["streams", "marbles", "http://a:b@x/"], "Fetch it with another program"),
      (
        ["streams", "run", "-", "--input", "prices=http://x/", "--token-file", "-"],
        "both the streams and --token-file"
      ),
      (
        ["streams", "run", "http://y/", "--input", "prices=http://x/", "--token-file", "t"],
        "is for one server"
      ),
    ])
  func secrets(arguments: [String], sentence: String) {
    let run = PipedProgram(program, arguments, input: "", in: folder)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains(sentence) && !run.errors.contains("a:b"), "\(run.errors)")
  }

  @Test("A source that is not there is said, and nothing runs")
  func missing() {
    let run = run("tens", "--input", "prices=/nowhere")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors == "SignupTUI: /nowhere: there is no such file\n")
  }

  @Test("A table becomes objects, and objects a table with a column for each field")
  func tables() {
    let run = run(
      "same", "--input", "gps=-", "--lines", "csv", "--to", "csv", "--speed", "max",
      input: "name,speed\nbus,1.5\n\"a, b\",0.5\ntram,2\n")
    #expect(
      run.output == "t,stream,name,speed\n0.0,same,bus,1.5\n0.0,same,tram,2\n", "\(run.errors)")
  }

  @Test("Values come at their own times, as fast as the speed says; one without a time is left out")
  func paced() {
    let run = run(
      "speeds", "--input", "gps=-", "--time", "at", "--speed", "max",
      input: #"""
        {"at": 100, "speed": 1}
        {"at": 102.5, "speed": 2}
        {"speed": 3}
        {"at": "1970-01-01T00:01:45Z", "speed": 4}

        """#)
    #expect(
      run.output == """
        {"t":0.0,"stream":"speeds","value":1}
        {"t":2.5,"stream":"speeds","value":2}
        {"t":5.0,"stream":"speeds","value":4}
        {"t":5.0,"stream":"speeds","completion":"finished"}

        """, "\(run.errors)")
    #expect(
      run.status == 1
        && run.errors
          == "SignupTUI: gps: standard input, line 3: there is no time in its field “at”; the value is "
          + "left out\n"
    )
  }

  @Test("The time of a value is what an expression gives, and values of JSON may have many lines")
  func timeExpression() {
    let run = run(
      "same", "--input", "gps=-", "--lines", "json", "--time", "capture(value.at, '@(.*)')[0]",
      "--speed", "max", "--to", "csv",
      input: "{\"at\":\n\"@1767225600\", \"speed\": 2}{\"at\": \"@1767225601500\",\n\"speed\": 3}\n"
    )
    #expect(
      run.output == "t,stream,at,speed\n0.0,same,@1767225600,2\n1.5,same,@1767225601500,3\n",
      "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test("A field of times that no value has is said, and the status is 1")
  func unpaced() {
    let run = run(
      "speeds", "--input", "gps=-", "--time", "att", "--speed", "max", "--to", "values",
      input: #"{"at": 100, "speed": 1}"#)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.errors.hasSuffix("SignupTUI: gps: no value has a time in its field “att”\n"))
  }

  @Test("Inputs with times share one clock, whichever is named first")
  func oneClock() {
    let late = folder.write("late", "{\"at\": 110, \"n\": 1}\n{\"at\": 112.25, \"n\": 2}\n".utf8)
    let early = folder.write("early", "{\"at\": 100, \"n\": 3}\n{\"at\": 111, \"n\": 4}\n".utf8)
    let documents = folder.write(
      "two.json",
      #"""
      [{"input": {"id": "a", "type": "object"}}, {"input": {"id": "b", "type": "object"}},
       {"union": {"id": "both", "operator": "merge", "sources": ["a", "b"]}},
       {"chain": {"id": "n", "source": "both", "operators": [{"map": {"expression": "value.n"}}]}}]
      """#.utf8)
    for (a, b) in [(late, early), (early, late)] {
      let run = PipedProgram(
        program,
        [
          "streams", "run", documents, "n", "--input", "a=\(a)", "--input", "b=\(b)", "--time",
          "at", "--speed", "max", "--to", "csv",
        ], in: folder)
      #expect(
        run.output == "t,stream,value\n0.0,n,3\n10.0,n,1\n11.0,n,4\n12.25,n,2\n", "\(run.errors)")
    }
    // A program that takes a while to begin is waited for.
    let slow = PipedProgram(
      program,
      [
        "streams", "run", documents, "n", "--input", "a=\(late)", "--input-command",
        "b=/bin/sh -c 'sleep 0.2; cat \(early)'", "--time", "at", "--speed", "max", "--to",
        "values",
      ], in: folder)
    #expect(slow.output == "3\n1\n4\n2\n", "\(slow.errors)")
  }

  @Test("A run that keeps too much ends at once, though its input goes on")
  func limit() {
    let documents = folder.write(
      "distinct.json",
      #"""
      [{"input": {"id": "in", "type": "any"}},
       {"chain": {"id": "d", "source": "in", "operators": [{"distinct": {}}, {"count": {}}]}}]
      """#.utf8)
    // The program that writes the values would go on for ever.
    let run = PipedProgram(
      program,
      [
        "streams", "run", documents, "d", "--input-command",
        "in=sh -c 'seq 1 400000; cat /dev/zero'",
      ],
      in: folder)
    #expect(run.status == 1 && run.output.contains(#""completion":"failed""#), "\(run.output)")
    #expect(run.errors == "SignupTUI: \(documents): d, run: it would keep more than 16 MiB\n")
  }

  @Test("Equal failures are said a thousand times, and then counted")
  func failures() {
    let documents = folder.write(
      "failing.json",
      #"""
      [{"input": {"id": "in", "type": "number"}}, {"chain": {"id": "x", "source": "in", "operators": [
        {"map": {"expression": "1 / (value - value)"}}]}}]
      """#.utf8)
    let run = PipedProgram(
      program, ["streams", "run", documents, "x", "--input", "in=-"],
      input: String(repeating: "1\n", count: 5_000), in: folder)
    let lines = run.errors.split(separator: "\n")
    #expect(run.status == 1 && lines.count == 1_001)
    #expect(
      lines.last == "SignupTUI: \(documents): x, map 1 / (value - value): and 4000 more")
  }

  @Test("A document that has an error, or needs one that has, is not run, and the error is said")
  func broken() {
    let documents = folder.write(
      "broken.json",
      #"""
      [{"chain": {"id": "y", "name": "Why", "source": "x", "operators": [{"fliter": {}}]}},
       {"source": {"id": "x", "stream": []}},
       {"chain": {"id": "z", "source": "y", "operators": []}}]
      """#.utf8)
    let error =
      "SignupTUI: \(documents):1:69: [0].chain.operators[0].fliter: there is no operator "
      + "“fliter”; did you mean “filter”?\n"
    for name in ["y", "Why", "z"] {
      let run = PipedProgram(program, ["streams", "run", documents, name], in: folder)
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.errors.hasPrefix(error), "\(run.errors)")
    }
    let missing = PipedProgram(program, ["streams", "run", documents, "w"], in: folder)
    #expect(missing.errors.contains("there is no stream “w” that can be read"))
  }

  @Test("What comes at its own pace comes at whole milliseconds")
  func milliseconds() {
    let lines = run("tens", "--input", "prices=-", "--to", "csv", input: "1\n2\n3\n").output
      .split(separator: "\n").dropFirst()
    let times = lines.compactMap { Double($0.prefix { $0 != "," }) }
    #expect(lines.count == 2 && times.count == 2)
    #expect(times.allSatisfy { ($0 * 1_000).rounded() / 1_000 == $0 })
  }

  @Test("Bytes that no receiver sends come to an end, with what is wrong and status 1")
  func noReceiver() {
    let run = run("speeds", "--input", "gps=trace:-", "--speed", "max", input: "1\n2\n")
    #expect(run.status == 1)
    #expect(run.output == "{\"t\":0.0,\"stream\":\"speeds\",\"completion\":\"finished\"}\n")
    #expect(run.errors.contains("no NMEA 0183 sentence or gpsd report"), "\(run.errors)")
    #expect(run.errors.hasSuffix("SignupTUI: gps: no position has arrived\n"), "\(run.errors)")
  }

  @Test("A trace of positions becomes objects with their speed, at their times")
  func trace() {
    let trace = folder.write(
      "drive.nmea",
      """
      $GPRMC,120000.00,A,5920.0000,N,01803.0000,E,10.0,90.0,010124,,,A*57
      $GPRMC,120001.00,A,5920.0000,N,01803.1000,E,20.0,90.0,010124,,,A*54

      """.utf8)
    let run = run("gps", "--input", "gps=trace:\(trace)", "--speed", "max")
    #expect(run.output.contains(#""t":1.0,"#), "\(run.errors)")
    #expect(run.output.contains(#""position":{"latitude":59.3"#))
    #expect(run.output.contains(#""speed":10.28"#))
  }

  @Test("While logic changes, what a file says more and more goes through it, with its state")
  func followed() {
    func documents(_ factor: Int) -> [UInt8] {
      Array(
        """
        [{"input": {"id": "in", "type": "number"}}, {"chain": {"id": "c", "source": "in",
          "operators": [{"scan": {"initialValue": 0, "expression": "result + value"}},
            {"map": {"expression": "value * \(factor)"}}]}}]
        """.utf8)
    }
    let path = folder.write("s.json", documents(1))
    let numbers = folder.write("numbers", "1\n2\n".utf8)
    let client = RunningProgram(
      program,
      ["streams", "run", path, "c", "--watch", "--input", "in=\(numbers)", "--follow"])
    #expect(client.waits { $0.output.contains(#""value":3}"#) }, "\(client.errors)")
    folder.write("s.json", documents(100))
    #expect(client.waits { $0.output.contains(#""completion":"replaced"}"#) })
    // Added to the end.
    let more = PipedProgram("/bin/sh", ["-c", "echo 3 >> \(numbers)"])
    #expect(more.status == 0)
    #expect(client.waits { $0.output.contains(#""value":600}"#) }, "\(client.output)")
    folder.write("s.json", Array("{".utf8))
    #expect(client.waits { $0.errors.contains("the old streams keep running") })
  }

  @Test("An input that is not bound is shown as one, and runs on no screen")
  func unbound() {
    let path = folder.write("streams.json", Self.documents.utf8)
    let marbles = PipedProgram(program, ["streams", "marbles", path, "tens"], in: folder)
    #expect(marbles.status == 0)
    #expect(marbles.output.contains("Prices (an input of numbers, not bound)"))
    #expect(PipedProgram(program, ["streams", "check", path], in: folder).output.isEmpty)
    let alone = run("a", "--speed", "max")
    #expect(alone.status == 0 && alone.output.contains(#""value":7"#))
  }
}
