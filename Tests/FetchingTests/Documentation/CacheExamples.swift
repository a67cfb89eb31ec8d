import TestSupport
import Testing

@testable import Fetching

@Suite("Documented examples: answers on disk") @MainActor
struct CacheExamples: @MainActor ExampleSuite {
  let page = PrintedPage()
  private let scratch = ScratchFolder()
  private let response = HTTPResponse(status: 200, body: Array("[]".utf8))

  @Test("an answer that is kept")
  func kept() throws {
    let (folder, response) = (scratch.file("answers"), response)
    let shown = try results {
      let cache = ResponseCache(folder: folder)
      let key = ResponseCache.Key(url: "https://example.org/users")
      try cache.keep(response, as: key)
      cache.entry(for: key)?.response.text  // what was kept, with its age
    }
    #expect(shown.last == #""[]""#)
  }

  @Test("an answer for one user")
  func scope() throws {
    let (cache, response) = (ResponseCache(folder: scratch.file("answers")), response)
    try cache.keep(response, as: ResponseCache.Key(url: "https://example.org/users", scope: "ann"))
    #expect(Disk.names(in: scratch.file("answers")).count == 1)
  }

  @Test("a key without what is secret")
  func secrets() {
    func key() -> ResponseCache.Key {
      ResponseCache.Key(
        url: "https://example.org/forecast?q=Oslo&appid=0123", leavingOut: ["appid"])
    }
    #expect(key() == ResponseCache.Key(url: "https://example.org/forecast?q=Oslo"))
  }

  @Test("a digest")
  func digest() {
    let shown = results {
      SHA256.hexadecimal(of: Array("abc".utf8)).hasPrefix("ba7816bf")  // true
    }
    #expect(shown == ["true"])
  }

  /// A file would be looked at from now on: it is only compiled.
  private func follow() {
    func reload() {}
    _ = results {
      FileWatcher(path: "streams.json").changes().sink { reload() }
    }
  }
}
