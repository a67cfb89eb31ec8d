import Reactive
import TestSupport
import Testing

@Suite("Mapping")
struct MappingTests {
  @Test(
    "diagrams",
    arguments: [
      MarbleRow("map", "a-b-|", "[a!]-[b!]-|") { up, _ in up.map { $0 + "!" } },
      MarbleRow("map passes failure", "a-#", "[a!]-#") { up, _ in up.map { $0 + "!" } },
      MarbleRow("maps compose in order", "a-|", "[a12]-|") { up, _ in
        up.map { $0 + "1" }.map { $0 + "2" }
      },
      MarbleRow("map a key path", "a-b|", "1-1|") { up, _ in up.map(\.count).map { "\($0)" } },
      MarbleRow("map two key paths", "a|", "[1false]|") { up, _ in
        up.map(\.count, \.isEmpty).map { "\($0)\($1)" }
      },
      MarbleRow("map three key paths", "a|", "[1falseaa]|") { up, _ in
        up.map(\.count, \.isEmpty, \.self).map { "\($0)\($1)\($2)\($2)" }
      },
      MarbleRow("tryMap fails at a throw", "a-b-c-|", "a-#") { up, _ in
        up.tryMap { value throws -> String in
          if value == "b" { throw TestError.expected }
          return value
        }.testError()
      },
      MarbleRow("tryMap passes failure", "a-#", "a-#") { up, _ in up.tryMap { $0 }.testError() },
      MarbleRow("map tryMap map tryMap compose in order", "a-|", "[a1234]-|") { up, _ in
        up.map { $0 + "1" }.tryMap { $0 + "2" }.map { $0 + "3" }.tryMap { $0 + "4" }.testError()
      },
      MarbleRow("mapError passes values and the end", "a-|", "a-|") { up, _ in
        up.mapError { _ in TestError.other }
      },
      MarbleRow("replaceNil", "a-b-c-|", "a-0-c-|") { up, _ in
        up.map { $0 == "b" ? nil : $0 }.replaceNil(with: "0")
      },
      MarbleRow("setFailureType", "a-b-|", "a-b-|") { up, _ in
        up.assumedInfallible().setFailureType(to: Never.self).setFailureType(to: TestError.self)
      },
    ])
  func diagrams(_ row: MarbleRow) { row.check() }

  @Test("mapError changes the error")
  func mapError() {
    let log = Fail<Int, TestError>(error: .expected).mapError { _ in TestError.other }.log()
    #expect(log == ["subscription", "failure other"])
  }
}
