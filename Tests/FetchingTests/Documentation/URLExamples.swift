import TestSupport
import Testing

@testable import Fetching

@Suite("Documented examples: URLs") @MainActor
struct URLExamples: @MainActor ExampleSuite {
  let page = PrintedPage()

  @Test("a URL as it is sent")
  func url() throws {
    let shown = try results {
      let url = try WebURL("HTTP://BÜCHER.example:80/a?b#c")
      url.text  // "http://xn--bcher-kva.example/a?b"
    }
    #expect(shown.last == #""http://xn--bcher-kva.example/a?b""#)
  }

  @Test("hosts")
  func hosts() {
    let shown = results {
      HostName(Array("BÜCHER.example".utf8)[...])?.text  // "xn--bcher-kva.example"
      HostName(Array("0x7f.1".utf8)[...])?.text  // "127.0.0.1"
    }
    #expect(shown == [#""xn--bcher-kva.example""#, #""127.0.0.1""#])
  }

  @Test("an IPv6 address")
  func address() {
    let shown = results {
      IPv6Address(Array("::FFFF:127.0.0.1".utf8)[...])?.text  // "::ffff:7f00:1"
    }
    #expect(shown == [#""::ffff:7f00:1""#])
  }
}
