import Dispatch
import Expressions
import Reactive
import TestSupport
import Testing

@testable import Streams

@Suite("Sources of inputs")
struct StreamInputSourceTests {
  private func read(_ source: StreamInputSource) -> (values: [StreamValue], reports: [String]) {
    let (values, reports) = (Locked<[StreamValue]>([]), Locked<[String]>([]))
    let isOver = DispatchSemaphore(value: 0)
    let subscription = source.values(of: .number) { report in
      reports.withLock { $0.append(report) }
    }.sink { _ in
      isOver.signal()
    } receiveValue: { value in
      values.withLock { $0.append(value) }
    }
    #expect(isOver.wait(timeout: .now() + 60) == .success)
    subscription.cancel()
    return (values.withLock { $0 }, reports.withLock { $0 })
  }

  @Test("The lines of a file are values, and others are reported")
  func file() {
    let folder = ScratchFolder()
    let path = folder.write("values", "1\nx\n2.5".utf8)
    let (values, reports) = read(.file(path))
    #expect(values == [1, 2.5])
    #expect(reports.count == 1 && reports[0].hasPrefix("\(path), line 2: "))
    #expect(
      read(.file(folder.file("none"))).reports == [
        "\(folder.file("none")): there is no such file"
      ])
  }

  @Test("The lines of a program are values, and its failure is reported")
  func command() {
    let (values, reports) = read(.command(["/bin/sh", "-c", "echo 1; echo 2; exit 3"]))
    #expect(values == [1, 2])
    #expect(reports.count == 1 && reports[0].hasPrefix("/bin/sh "))
  }

  @Test("A program that ends is started again, and what is left of a line is one of its own")
  func restart() throws {
    let wake = try LoopWake()
    let notices = Locked<[String]>([])
    let origin = try RestartedOrigin(
      ["/bin/sh", "-c", "printf '1\\n2'"], wake, firstPause: .milliseconds(1)
    ) { notice in notices.withLock { $0.append(notice) } }
    let feed = LineFeed(
      origin, name: "sh", LineReader(of: .number, returnsLines: true),
      report: { Issue.record("\($0)") })
    var values: [StreamValue] = []
    let deadline = ContinuousClock.now + .seconds(60)
    while values.count < 6, ContinuousClock.now < deadline {
      feed.read { value in
        values.append(value)
        return true
      }
      if !feed.hasValues { wake.fill([feed], withinMilliseconds: 1_000) }
    }
    #expect(values == [1, 2, 1, 2, 1, 2])
    #expect(
      notices.withLock { $0 }.prefix(3) == [
        "/bin/sh has ended; it is started again", "/bin/sh writes again",
        "/bin/sh has ended; it is started again",
      ])
  }

  @Test(
    "Half a line of a program that failed is reported, and is not a value",
    arguments: [true, false])
  func cut(isRestarted: Bool) throws {
    let wake = try LoopWake()
    let words = ["/bin/sh", "-c", "printf '1234\\n12'; kill -9 $$"]
    let origin: any ByteOrigin =
      isRestarted
      ? try RestartedOrigin(words, wake, firstPause: .milliseconds(1)) { _ in }
      : try CommandOrigin(words, wake)
    var reports: [String] = []
    let feed = LineFeed(
      origin, name: "sh", LineReader(of: .number, returnsLines: true),
      report: { reports.append($0) })
    var values: [StreamValue] = []
    let deadline = ContinuousClock.now + .seconds(60)
    while values.count < 3, !feed.hasEnded, ContinuousClock.now < deadline {
      feed.read { value in
        values.append(value)
        return true
      }
      if !feed.hasValues { wake.fill([feed], withinMilliseconds: 1_000) }
    }
    #expect(Set(values) == [1234] && values.count == (isRestarted ? 3 : 1))
    #expect(reports.contains("sh, line 2: it was cut off in the middle"), "\(reports)")
  }

  @Test("Of ends that follow each other the first is reported, and the first after each output")
  func flaky() throws {
    let folder = ScratchFolder()
    let count = folder.write("count", "0".utf8)
    let script =
      "read c < \(count); echo $((c + 1)) > \(count); [ $((c % 3)) = 2 ] && echo $c; exit 3"
    let wake = try LoopWake()
    let notices = Locked<[String]>([])
    let origin = try RestartedOrigin(
      ["/bin/sh", "-c", script], wake, firstPause: .milliseconds(1)
    ) { notice in notices.withLock { $0.append(String(notice.suffix(12))) } }
    let feed = LineFeed(
      origin, name: "sh", LineReader(of: .number, returnsLines: true), report: { _ in })
    var values = 0
    let deadline = ContinuousClock.now + .seconds(60)
    while values < 2, ContinuousClock.now < deadline {
      feed.read { _ in
        values += 1
        return true
      }
      if !feed.hasValues { wake.fill([feed], withinMilliseconds: 1_000) }
    }
    let found = Array(notices.withLock { $0 }.prefix(4))
    #expect(found == ["tarted again", "writes again", "tarted again", "writes again"])
  }
}
