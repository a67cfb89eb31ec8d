import Reactive
import TestSupport
import Testing

@testable import Fetching

@Suite("A transport with a cache")
struct CachingTransportTests {
  private let folder = ScratchFolder()
  private let milliseconds = Locked(1_000_000)
  private let asked = Locked(0)
  private let answer = Locked<Result<HTTPResponse, TransportError>>(
    .success(HTTPResponse(status: 200, body: Array("1".utf8))))

  private var transport: CachingTransport {
    let (asked, answer, milliseconds) = (asked, answer, milliseconds)
    return CachingTransport(
      ScriptedTransport { _ in
        asked.withLock { $0 += 1 }
        return answer.withLock { $0 }
      },
      cache: ResponseCache(
        folder: folder.path, millisecondsSince1970: { milliseconds.withLock { $0 } }),
      leavingOut: ["key"])
  }

  /// The bodies and ages that come for a request, and `failed` for a failure.
  private func ask(_ control: String? = "max-age=600", key: String = "a") -> [String] {
    var request = HTTPRequest("http://a/b?key=\(key)&c=d")
    request.headers["Cache-Control"] = control
    var said: [String] = []
    let transport = transport
    _ = transport.response(to: request).sink {
      if case .failure = $0 { said.append("failed") }
    } receiveValue: { response in
      said.append(response.text + (response.headers["Age"].map { " after \($0) s" } ?? ""))
      // A page of a network about signing in is of no use.
      if !response.text.hasPrefix("<") { transport.accept(response, to: request) }
    }
    return said
  }

  private func pass(seconds: Int) { milliseconds.withLock { $0 += seconds * 1000 } }

  @Test("A young answer comes from the cache with its age, whatever the secret; nothing is asked")
  func young() {
    #expect(ask() == ["1"])
    pass(seconds: 599)
    #expect(ask(key: "b") == ["1 after 599 s"])
    #expect(asked.withLock { $0 } == 1)
  }

  @Test("An old answer comes first, and the new one behind it; or the failure, and it is kept")
  func old() {
    _ = ask()
    pass(seconds: 600)
    answer.withLock { $0 = .failure(.cutShort("a")) }
    #expect(ask() == ["1 after 600 s", "failed"])
    answer.withLock { $0 = .success(HTTPResponse(status: 503, body: Array("busy".utf8))) }
    #expect(ask() == ["1 after 600 s", "busy"])
    answer.withLock { $0 = .success(HTTPResponse(status: 200, body: Array("2".utf8))) }
    #expect(ask() == ["1 after 600 s", "2"])
    #expect(ask() == ["2 after 0 s"])
  }

  @Test(
    "A request that wants a new answer, or does not say, gets one", arguments: ["no-cache", nil])
  func anew(control: String?) {
    _ = ask()
    answer.withLock { $0 = .success(HTTPResponse(status: 200, body: Array("2".utf8))) }
    #expect(ask(control) == ["2"])
    #expect(ask() == ["2 after 0 s"])
  }

  @Test("An answer that was of no use is passed on, and does not take the place of a good one")
  func unaccepted() {
    answer.withLock { $0 = .success(HTTPResponse(status: 200, body: Array("<html>".utf8))) }
    #expect(ask() == ["<html>"])
    #expect(ask() == ["<html>"])
    answer.withLock { $0 = .success(HTTPResponse(status: 200, body: Array("1".utf8))) }
    #expect(ask() == ["1"])
    pass(seconds: 600)
    answer.withLock { $0 = .success(HTTPResponse(status: 200, body: Array("<html>".utf8))) }
    #expect(ask() == ["1 after 600 s", "<html>"])
    #expect(ask() == ["1 after 600 s", "<html>"])
  }

  @Test("An answer that a proxy had in store is kept, and one from the cache does not get younger")
  func ages() {
    let stored = HTTPResponse(status: 200, headers: ["Age": "30"], body: Array("1".utf8))
    answer.withLock { $0 = .success(stored) }
    #expect(ask() == ["1 after 30 s"])
    pass(seconds: 60)
    #expect(ask() == ["1 after 60 s"])
    #expect(ask() == ["1 after 60 s"])
    #expect(asked.withLock { $0 } == 1)
  }

  @Test("A request that sends something is never answered from the cache")
  func post() {
    _ = ask()
    let request = HTTPRequest(
      "http://a/b?c=d", method: .post, headers: ["Cache-Control": "max-age=600"])
    _ = transport.response(to: request).sink { _ in
    } receiveValue: { _ in
    }
    #expect(asked.withLock { $0 } == 2)
  }

  @Test("Where nothing can be written, answers come all the same")
  func unwritable() {
    folder.write("file", "".utf8)
    let transport = CachingTransport(
      ScriptedTransport { _ in .success(HTTPResponse(status: 200)) },
      cache: ResponseCache(folder: folder.file("file")))
    var count = 0
    _ = transport.response(to: HTTPRequest("http://a")).sink { _ in
    } receiveValue: { _ in
      count += 1
    }
    #expect(count == 1)
  }
}
