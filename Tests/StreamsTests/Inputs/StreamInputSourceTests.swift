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
      notices.withLock { $0 } == ["/bin/sh has ended; it is started again", "/bin/sh writes again"])
  }
}
