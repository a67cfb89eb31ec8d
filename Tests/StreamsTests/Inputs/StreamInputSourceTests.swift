import Dispatch
import Expressions
import Reactive
import Streams
import TestSupport
import Testing

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
}
