import Platform
import Reactive
import TestSupport
import Testing

@Suite("The runner of programs", .untilStandstill)
struct ChildProcessTests {
  private let folder = ScratchFolder()

  /// A named pipe that is at its end when the last of those programs is gone that hold it open.
  private struct Witness {
    let path: String
    private let file: CInt

    init(_ path: String) {
      self.path = path
      mkfifo(path, 0o600)
      file = open(path, O_RDONLY | O_NONBLOCK)
    }

    /// Waits until a program holds the pipe and has written to it.
    func waitForBeginning() { #expect(next() > 0) }

    /// Waits until no program holds it.
    func waitForEnd() { while next() > 0 {} }

    func close() { Descriptor.close(file) }

    private func next() -> Int {
      while true {
        var entry = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, -1)
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = Descriptor.read(file, &bytes, bytes.count)
        if count >= 0 { return count }
      }
    }
  }

  private func witness() -> Witness { Witness(folder.file("witness")) }

  /// The words of a shell's script, whose `$1` is a path.
  private func shell(_ script: String, _ path: String = "") -> [String] {
    ["sh", "-c", script, "sh", path]
  }

  private func output(
    of words: [String], environment: [String]? = nil,
    _ errorOutput: ChildProcess.ErrorOutput = .dropped
  ) throws -> (end: ChildProcess.End, texts: [ChildProcess.Channel: String]) {
    let child = ChildProcess()
    try child.start(words, environment: environment, errorOutput: errorOutput)
    var texts: [ChildProcess.Channel: String] = [:]
    let end = child.read(within: .seconds(240)) { channel, bytes in
      texts[channel, default: ""] += String(decoding: bytes, as: UTF8.self)
    }
    return (end, texts)
  }

  @Test(
    "The end is the program's own, with all that it has written before",
    arguments: [
      ("printf 'a b|'", 0, "a b|"), ("echo 1; exit 3", 3 << 8, "1\n"), ("kill -9 $$", 9, nil),
      ("read x || echo nothing", 0, "nothing\n"),
      // Others that it has started hold its output open.
      ("sleep 600 & echo 1; echo $! > \"$1\"; exit 2", 2 << 8, "1\n"),
      ("printf '%0300000d' 7", 0, String(repeating: "0", count: 299_999) + "7"),
    ] as [(String, CInt, String?)])
  func ends(script: String, status: CInt, text: String?) throws {
    let other = folder.file("other")
    let found = try output(of: shell(script, other))
    #expect(found.end == .ended(ProcessStatus(status)))
    #expect(found.texts[.output] == text)
    if script.utf8.contains(UInt8(ascii: "&")) {
      let numbers = try #require(folder.read("other"))
      let number = try #require(pid_t(numbers.filter(\.isNumber)))
      #expect(kill(number, SIGKILL) == 0, "it goes on without the program")
    }
  }

  @Test("What it complains of is apart from its output, or dropped")
  func errorOutput() throws {
    let script = shell("echo a; echo b >&2")
    #expect(try output(of: script, .read).texts == [.output: "a\n", .errorOutput: "b\n"])
    #expect(try output(of: script).texts == [.output: "a\n"])
  }

  @Test("It has the variables that it is given, byte by byte, or all")
  func variables() throws {
    setenv("CHILD_PROCESS_TESTS", "x=\u{300}y", 1)
    let script = shell("printf %s \"${CHILD_PROCESS_TESTS-none}\"")
    #expect(try output(of: script, environment: ["PATH"]).texts[.output] == "none")
    #expect(try output(of: script).texts[.output]?.utf8.elementsEqual("x=\u{300}y".utf8) == true)
    #expect(
      try output(of: script, environment: ["PATH", "CHILD_PROCESS_TESTS"]).texts[.output]
        == "x=\u{300}y")
  }

  @Test("It leads a session of its own, without a terminal")
  func session() throws {
    let found = try output(of: shell("cut -d' ' -f1,5,6,7 /proc/$$/stat"))
    let fields = try #require(found.texts[.output]).split(whereSeparator: { " \n".contains($0) })
      .compactMap { Int($0) }
    try #require(fields.count == 4)
    #expect(fields[0] == fields[1] && fields[1] == fields[2] && fields[3] == 0)
  }

  @Test(
    "One that is not there, or has a NUL in its words, is not started",
    arguments: [
      (["/nonexistent/program"], ENOENT), (["/"], EACCES), (["sh", "-c", "echo a\0b"], EINVAL),
    ] as [([String], CInt)])
  func refusals(words: [String], code: CInt) {
    #expect(throws: SystemError(code)) { try ChildProcess().start(words) }
  }

  @Test(
    "One that takes too long is killed with all that it has started",
    arguments: [
      "exec 3>\"$1\"; echo x >&3; sleep 600 & wait",
      "trap '' TERM; exec 3>\"$1\"; echo x >&3; while :; do sleep 600; done",
      // Its output is closed.
      "exec 3>\"$1\"; echo x >&3; exec >&-; sleep 600",
      "exec 3>\"$1\"; echo x >&3; exec yes",
    ])
  func deadlines(script: String) throws {
    let witness = witness()
    defer { witness.close() }
    let child = ChildProcess()
    try child.start(shell(script, witness.path))
    witness.waitForBeginning()
    #expect(child.read(within: .milliseconds(50)) { _, _ in } == .timedOut)
    witness.waitForEnd()
  }

  @Test("One that writes too much is killed")
  func limits() throws {
    struct TooMuch: Error {}
    let witness = witness()
    defer { witness.close() }
    let child = ChildProcess()
    try child.start(shell("exec 3>\"$1\"; echo x >&3; exec yes", witness.path))
    witness.waitForBeginning()
    var count = 0
    #expect(throws: TooMuch.self) {
      _ = try child.read(within: .seconds(240)) { (_, bytes) throws(TooMuch) in
        count += bytes.count
        if count > 100_000 { throw TooMuch() }
      }
    }
    witness.waitForEnd()
  }

  @Test("A cancel by another thread kills it, also when it does not heed signals")
  func cancels() throws {
    let witness = witness()
    defer { witness.close() }
    let child = ChildProcess()
    try child.start(
      shell("trap '' TERM; exec 3>\"$1\"; echo x >&3; while :; do sleep 600; done", witness.path))
    let thread = try WorkerThread {
      witness.waitForBeginning()
      child.cancel()
    }
    #expect(child.read(within: .seconds(240)) { _, _ in } == .ended(ProcessStatus(SIGKILL)))
    thread.join()
    witness.waitForEnd()
  }

  @Test("One that is cancelled before is not started")
  func early() {
    let child = ChildProcess()
    child.cancel()
    #expect(throws: SystemError(ECANCELED)) { try child.start(["true"]) }
  }

  @Test(
    "One that nobody keeps is asked to end, and killed where it does not heed that",
    arguments: ["", "trap '' TERM; "])
  func released(trap: String) throws {
    let witness = witness()
    defer { witness.close() }
    do {
      let child = ChildProcess()
      try child.start(
        shell("\(trap)exec 3>\"$1\"; echo x >&3; while :; do sleep 600; done", witness.path))
      witness.waitForBeginning()
    }
    witness.waitForEnd()
  }

  @Test("Looking for its end does not wait")
  func looks() throws {
    let witness = witness()
    defer { witness.close() }
    let child = ChildProcess()
    try child.start(shell("exec 3>\"$1\"; echo x >&3; exec >&-; sleep 600", witness.path))
    witness.waitForBeginning()
    #expect(child.status() == nil && child.end(within: .zero) == nil)
    child.terminate()
    #expect(child.end(within: .seconds(240)) == ProcessStatus(SIGTERM))
    #expect(child.status() == ProcessStatus(SIGTERM), "it is known from now on")
  }

  @Test("Children of others are left to them")
  func others() throws {
    var other: pid_t = 0
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { for argument in arguments { free(argument) } }
    try #require(posix_spawnp(&other, "true", nil, nil, arguments, environ) == 0)
    for _ in 0..<20 { #expect(try output(of: ["true"]).end == .ended(ProcessStatus(0))) }
    var status: CInt = -1
    #expect(waitpid(other, &status, 0) == other && status == 0)
  }

  @Test("Many run at the same time, from many threads")
  func many() throws {
    let ends = Locked<[ChildProcess.End]>([])
    let threads = try (0..<8).map { number in
      try WorkerThread {
        for _ in 0..<10 {
          let child = ChildProcess()
          guard (try? child.start(["sh", "-c", "exit \(number)"])) != nil else { continue }
          let end = child.read(within: .seconds(240)) { _, _ in }
          ends.withLock { $0.append(end) }
        }
      }
    }
    for thread in threads { thread.join() }
    let counts = Dictionary(grouping: ends.withLock { $0 }) { $0 }.mapValues(\.count)
    for number: CInt in 0..<8 { #expect(counts[.ended(ProcessStatus(number << 8))] == 10) }
  }

  @Test(
    "A status says how a program has ended",
    arguments: [
      (0, "ended with status 0"), (3 << 8, "ended with status 3"), (9, "was ended by signal 9"),
      (11 | 0x80, "was ended by signal 11"), (255 << 8, "ended with status 255"),
    ] as [(CInt, String)])
  func words(value: CInt, text: String) { #expect("\(ProcessStatus(value))" == text) }
}
