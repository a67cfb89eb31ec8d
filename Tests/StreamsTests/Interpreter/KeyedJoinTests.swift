import Expressions
import Reactive
import ReactiveExtras
import Testing

@testable import Streams

@Suite("A join by keys")
struct KeyedJoinTests {
  private let time = VirtualTimeScheduler()

  private func values(_ keys: String, _ failures: inout [String]) throws -> [StreamValue] {
    let file = try streamFile(
      """
      [{"source": {"id": "orders", "stream": [
         {"value": {"id": 1, "item": "tea"}, "operators": [{"delay": {"seconds": 1}}]},
         {"value": {"id": 2, "item": "jam"}, "operators": [{"delay": {"seconds": 1}}]},
         {"value": {"id": 1, "item": "milk"}, "operators": [{"delay": {"seconds": 2}}]}]}},
       {"source": {"id": "payments", "stream": [
         {"value": {"order": 2, "id": 2.0, "sum": 5}, "operators": [{"delay": {"seconds": 1.5}}]},
         {"value": {"order": 1, "id": 1, "sum": 7}, "operators": [{"delay": {"seconds": 1}}]}]}},
       {"join": {"id": "paid", "operator": "combineLatest", "sources": ["orders", "payments"],
         "expression": "a.item + ' ' + text(b.sum)", \(keys)}}]
      """)
    var found: [String] = []
    let publisher = try file.library.publisher(of: "paid", on: time) {
      found.append("\($0.step): \($0.reason)")
    }
    var values: [StreamValue] = []
    let subscription = publisher.sink { values.append($0) }
    time.run()
    subscription.cancel()
    failures = found
    return values
  }

  @Test(
    "sends the latest values of each key, once there is one of all sources",
    arguments: [
      #""key": "value.id""#, #""keys": {"a": "value.id", "b": "value.order"}"#,
      #""key": "value.id", "keys": {"b": "value.order"}, "keep": 2"#,
    ])
  func join(keys: String) throws {
    var failures: [String] = []
    #expect(try values(keys, &failures) == ["jam 5", "tea 7", "milk 7"])
    #expect(failures == [])
  }

  @Test("forgets the oldest keys beyond the number that is kept, and reports values without one")
  func limits() throws {
    var failures: [String] = []
    #expect(try values(#""key": "value.id", "keep": 1"#, &failures) == ["jam 5", "milk 7"])
    #expect(try values(#""key": "value.order""#, &failures) == [])
    #expect(
      failures.count == 3
        && failures[0].hasPrefix(
          "combineLatest, key of a, value.order: column 6: there is no field"),
      "\(failures)")
  }

  @Test(
    "has its errors",
    arguments: [
      (#""zip", "key": "value""#, "key: only “combineLatest” joins by a key"),
      (#""combineLatest", "keys": {"a": "value"}"#, "keys: the key of b is missing"),
      (#""combineLatest", "keys": {}"#, "keys: the key of a and b is missing"),
      (#""combineLatest", "keys": {}, "keep": 5"#, "keys: the key of a and b is missing"),
      (#""zip", "keys": {}"#, "keys: only “combineLatest” joins by a key"),
      (
        #""combineLatest", "keys": {"c": "value"}"#, "keys.c: there is no such source; use a or b"
      ),
      (#""combineLatest", "key": "value +""#, "key, column 8: a value was expected, not the end"),
      (#""combineLatest", "keep": 5"#, "keep: this needs a “key” or “keys”"),
      (#""combineLatest", "key": "value", "keep": 0"#, "keep: 1 or more was expected, not 0"),
    ])
  func errors(keys: String, reason: String) throws {
    let file = try streamFile(
      #"[{"join": {"id": "j", "operator": \#(keys), "sources": ["a", "b"]}}]"#)
    #expect(file.findings.first?.error.description.hasSuffix(".join." + reason) == true)
  }
}

@Suite("Remembered keys")
struct KeptKeysTests {
  @Test("The oldest comes first, also of many that are renewed again and again")
  func order() {
    var keys = KeptKeys<Int>()
    for number in 0..<10_000 { keys.keep(number, for: ComparedValue(.integer(number % 7))) }
    #expect(keys.count == 7)
    #expect(keys.oldest?.content == 9_993)
    keys.remove(ComparedValue(.integer(9_993 % 7)))
    #expect(keys.oldest?.content == 9_994 && keys.count == 6)
  }
}
