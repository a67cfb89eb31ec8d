import Reactive
import TestSupport
import Testing

@Suite("Coding")
struct CodingTests {
  /// Writes letters as capitals, and reads capitals as letters.
  struct Capitals: TopLevelEncoder, TopLevelDecoder {
    func encode<T: Encodable>(_ value: T) throws -> String {
      try (value as? String ?? "x").letter().uppercased()
    }

    func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
      guard let value = try text.letter().lowercased() as? T else { throw TestError.other }
      return value
    }
  }

  @Test(
    "diagrams",
    arguments: [
      MarbleRow("encode", "a-b|", "A-B|") { up, _ in
        up.encode(encoder: Capitals()).testError()
      },
      MarbleRow("encode fails at a value that cannot be encoded", "axb|", "A#") { up, _ in
        up.encode(encoder: Capitals()).testError()
      },
      MarbleRow("encode passes a failure", "a#", "A#") { up, _ in
        up.encode(encoder: Capitals()).testError()
      },
      MarbleRow("decode", "A-B|", "a-b|") { up, _ in
        up.decode(type: String.self, decoder: Capitals()).testError()
      },
      MarbleRow("decode fails at a value that cannot be decoded", "AxB|", "a#") { up, _ in
        up.decode(type: String.self, decoder: Capitals()).testError()
      },
      MarbleRow("decode passes a failure", "A#", "a#") { up, _ in
        up.decode(type: String.self, decoder: Capitals()).testError()
      },
      MarbleRow("decode is the reverse of encode", "abc|", "abc|") { up, _ in
        up.encode(encoder: Capitals()).decode(type: String.self, decoder: Capitals()).testError()
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("the error is the coder's own, and upstream has been cancelled by then")
  func error() {
    let upstream = ManualPublisher<String, TestError>()
    let probe = ProbeSubscriber<Int, any Error>()
    var countAtEnd = 0
    probe.onCompletion = { countAtEnd = upstream.cancelCount }
    upstream.decode(type: Int.self, decoder: Capitals()).subscribe(probe)
    upstream.send("1")
    upstream.send("2")
    #expect(probe.log == ["subscription", "failure other"])
    #expect(countAtEnd == 1)
    #expect(upstream.cancelCount == 1)
  }
}
