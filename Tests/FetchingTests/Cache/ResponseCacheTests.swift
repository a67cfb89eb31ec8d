import ReactiveExtras
import Synchronization
import TestSupport
import Testing

@testable import Fetching

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Answers on disk")
struct ResponseCacheTests {
  private let folder = ScratchFolder()
  private let clock = Clock()

  /// A wall clock that a test sets.
  private final class Clock: Sendable {
    private let time = Atomic(1_700_000_000_000)

    func advance(by milliseconds: Int) { time.add(milliseconds, ordering: .relaxed) }
    var milliseconds: Int { time.load(ordering: .relaxed) }
  }

  private func cache(count: Int = 10, size: Int = 1 << 20) -> ResponseCache {
    ResponseCache(
      folder: folder.file("made/answers"), largestCount: count, largestSize: size,
      millisecondsSince1970: { [clock] in clock.milliseconds })
  }

  private var files: [String] { Disk.names(in: folder.file("made/answers")).sorted() }

  private func path(of name: String) -> String { folder.file("made/answers/\(name)") }

  private func mode(of path: String) -> UInt32 {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt32(status.st_mode & 0o7777) : 0
  }

  private let key = ResponseCache.Key(url: "https://example.org/users")

  @Test("An answer comes back with its age, from another program as well")
  func keeps() throws {
    let response = HTTPResponse(
      status: 200, headers: ["Content-Type": "application/json", "ETag": "\"1\""],
      body: Array("[1,\n\n2]".utf8) + [0, 255])
    try cache().keep(response, as: key)
    clock.advance(by: 90_500)
    let entry = try #require(cache().entry(for: key))
    #expect(entry.response == response)
    #expect(entry.age == .milliseconds(90_500))
  }

  @Test(
    "A time that an answer cannot have come at makes it none, and never traps",
    arguments: [Int.min, .min + 1, -1, 1_700_000_000_001, .max])
  func times(time: Int) throws {
    try cache().keep(HTTPResponse(status: 200), as: key)
    let file = try #require(files.first)
    let record = CachedResponse(HTTPResponse(status: 200), time: time)
    Disk.write(String(decoding: record.bytes(as: key), as: UTF8.self), to: path(of: file))
    #expect(cache().entry(for: key) == nil)
  }

  @Test("A newer answer takes the place of the one before, and its age begins anew")
  func replaces() throws {
    try cache().keep(HTTPResponse(status: 200, body: [1]), as: key)
    clock.advance(by: 5_000)
    try cache().keep(HTTPResponse(status: 203, body: [2]), as: key)
    let entry = try #require(cache().entry(for: key))
    #expect(entry.response == HTTPResponse(status: 203, body: [2]))
    #expect(entry.age == .zero)
    #expect(files.count == 1)
  }

  @Test("What was never kept is no answer, and makes no folder")
  func empty() {
    #expect(cache().entry(for: key) == nil)
    #expect(folder.names == [])
  }

  @Test("A refusal is not kept, and does not remove what was")
  func refusal() throws {
    try cache().keep(HTTPResponse(status: 200, body: [1]), as: key)
    for status in [304, 401, 404, 500] {
      try cache().keep(HTTPResponse(status: status, body: [2]), as: key)
    }
    #expect(cache().entry(for: key)?.response.body == [1])
  }

  @Test("What its server wants stored nowhere is not kept, and the one before goes")
  func noStore() throws {
    try cache().keep(HTTPResponse(status: 200, body: [1]), as: key)
    let headers: HTTPHeaders = ["cache-control": "private, No-Store"]
    try cache().keep(HTTPResponse(status: 200, headers: headers, body: [2]), as: key)
    #expect(cache().entry(for: key) == nil)
    #expect(files == [])
  }

  @Test("Files and folders are their owner's alone")
  func modes() throws {
    let old = umask(0)
    defer { umask(old) }
    try cache().keep(HTTPResponse(status: 200), as: key)
    #expect(mode(of: path(of: files[0])) == 0o600)
    #expect(mode(of: folder.file("made/answers")) == 0o700)
    #expect(mode(of: folder.file("made")) == 0o700)
  }

  @Test("Neither a secret of the request nor a cookie of the answer is on the disk")
  func secrets() throws {
    let key = ResponseCache.Key(
      url: "https://ann:hunter2@example.org/users?token=hunter2#hunter2", scope: "ann")
    let headers: HTTPHeaders = ["Set-Cookie": "session=hunter2", "ETag": "1"]
    try cache().keep(HTTPResponse(status: 200, headers: headers, body: [65]), as: key)
    let name = try #require(files.first)
    #expect(name.count == 71)
    #expect(!name.contains("hunter2"))
    let text = try #require(folder.read("made/answers/\(name)"))
    #expect(!text.contains("hunter2"))
    #expect(!text.contains("example.org"))
  }

  @Test("A line break in a header's value does not get into the head")
  func brokenHeader() throws {
    let headers: HTTPHeaders = ["ETag": "1\n\nx", "Content-Type": "text/plain"]
    try cache().keep(HTTPResponse(status: 200, headers: headers, body: [65]), as: key)
    let response = try #require(cache().entry(for: key)).response
    #expect(Array(response.headers.map(\.name)) == ["Content-Type"])
    #expect(response.body == [65])
  }

  @Test("A file that is damaged at any byte, cut anywhere or longer is no answer")
  func damage() throws {
    try cache().keep(
      HTTPResponse(status: 200, headers: ["ETag": "1"], body: Array("body".utf8)), as: key)
    let name = files[0]
    let bytes = try #require(Disk.bytes(at: path(of: name)))
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1
      folder.write("made/answers/\(name)", damaged)
      #expect(cache().entry(for: key) == nil, "a bit of byte \(place)")
      folder.write("made/answers/\(name)", bytes[..<place])
      #expect(cache().entry(for: key) == nil, "the first \(place) bytes")
    }
    folder.write("made/answers/\(name)", bytes + [0])
    #expect(cache().entry(for: key) == nil)
    folder.write("made/answers/\(name)", bytes)
    #expect(cache().entry(for: key) != nil)
  }

  @Test("A file under another answer's name is no answer")
  func renamed() throws {
    let other = ResponseCache.Key(url: "https://example.org/others")
    try cache().keep(HTTPResponse(status: 200, body: [1]), as: key)
    let first = files[0]
    try cache().keep(HTTPResponse(status: 200, body: [2]), as: other)
    let second = try #require(files.first { $0 != first })
    rename(path(of: first), path(of: second))
    #expect(cache().entry(for: other) == nil)
  }

  @Test("An answer of the future, because the clock was set back, is none")
  func future() throws {
    try cache().keep(HTTPResponse(status: 200), as: key)
    clock.advance(by: -1)
    #expect(cache().entry(for: key) == nil)
  }

  @Test("When there are too many, those go that were written first")
  func count() throws {
    let keys = (1...5).map { ResponseCache.Key(url: "https://example.org/\($0)") }
    for key in keys { try cache(count: 3).keep(HTTPResponse(status: 200), as: key) }
    #expect(files.count == 3)
    #expect(cache().entry(for: keys[4]) != nil)
  }

  @Test("When there are too many bytes, others go, and foreign files stay")
  func size() throws {
    try cache().keep(HTTPResponse(status: 200), as: key)
    folder.write("made/answers/notes.txt", [UInt8](repeating: 1, count: 5000))
    let large = HTTPResponse(status: 200, body: [UInt8](repeating: 1, count: 1500))
    let keys = (1...3).map { ResponseCache.Key(url: "https://example.org/\($0)") }
    for key in keys { try cache(size: 4000).keep(large, as: key) }
    #expect(files.count == 3)
    #expect(files.contains("notes.txt"))
    #expect(cache().entry(for: keys[2]) != nil)
  }

  @Test("An answer that alone has too many bytes is not kept")
  func tooLarge() throws {
    let large = HTTPResponse(status: 200, body: [UInt8](repeating: 1, count: 5000))
    try cache(size: 4000).keep(large, as: key)
    #expect(files == [])
  }

  @Test("A folder that cannot be made is a sentence that says where and why")
  func unwritable() {
    folder.write("made", [])
    let error = #expect(throws: ResponseCacheError.self) {
      try cache().keep(HTTPResponse(status: 200), as: key)
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.hasPrefix("Cannot cache the response in \(folder.file("made/answers/"))"))
    #expect(text.hasSuffix("Check the folder, or set XDG_CACHE_HOME to another one."))
  }

  @Test("A pipe in place of a file is no answer, and is not waited for")
  func pipe() throws {
    try cache().keep(HTTPResponse(status: 200), as: key)
    let path = path(of: files[0])
    unlink(path)
    mkfifo(path, 0o600)
    #expect(cache().entry(for: key) == nil)
  }

  @Test("Requests are told apart by URL, query and scope, not by what is secret")
  func keys() {
    func key(_ url: String, _ scope: String = "") -> ResponseCache.Key {
      ResponseCache.Key(url: url, scope: scope, leavingOut: ["appid"])
    }
    let plain = key("https://example.org/a?q=1")
    #expect(plain == key("https://example.org/a?q=1#part"))
    #expect(plain == key("https://ann:secret@example.org/a?q=1"))
    #expect(plain == key("https://example.org/a?q=1&appid=secret"))
    #expect(plain != key("https://example.org/a?q=2"))
    #expect(plain != key("https://example.org/b?q=1"))
    #expect(plain != key("https://example.org/a?q=1", "ann"))
    #expect(plain != key("https://example.org/a?q=1&appid2=1"))
  }

  @Test("The usual folder is that of the XDG specification")
  func usual() {
    func folder(_ environment: [String: String]) -> String? {
      ResponseCache.usual(of: "program", environment: environment)?.folder
    }
    let home = ["HOME": "/home/ann"]
    #expect(folder(home) == "/home/ann/.cache/program/answers")
    #expect(folder(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/program/answers")
    #expect(folder(["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache/program/answers")
    #expect(folder([:]) == nil)
  }
}
