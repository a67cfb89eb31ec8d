import Formats
import Testing

@Suite("JSON without values")
struct JSONScannerTests {
  /// The parts of an object that are handed out, and whether it is whole.
  private func members(of text: String) -> (found: [String], isWhole: Bool, rest: Int) {
    var found: [String] = []
    return Array(text.utf8).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      let isWhole = scanner.eatObject { key, value in
        found.append(
          "\(String(decoding: key.text, as: UTF8.self))=\(value.kind)"
            + "(\(String(decoding: value.bytes, as: UTF8.self)))")
        return true
      }
      return (found, isWhole, scanner.count)
    }
  }

  @Test("Members are handed out as they stand")
  func members() {
    let text = #"{ "a":-1.5e3 , "b":"x\"}", "c":[1,{"d":"]"}],"e":{},"f":nan,"g":true} "#
    let found = members(of: text)
    #expect(
      found.found == [
        "a=number(-1.5e3)", #"b=string("x\"}")"#, #"c=list([1,{"d":"]"}])"#, "e=object({})",
        "f=null(nan)", "g=bool(true)(true)",
      ])
    #expect(found.isWhole && found.rest == 1)
  }

  @Test(
    "Broken JSON is handed out as far as it is whole",
    arguments: [
      (#"{"a":1,"b":}"#, 1), (#"{"a":1 "b":2}"#, 1), (#"{"a":[1}"#, 1), (#"{"a":"x}"#, 0),
      (#"{"a""#, 0), ("{", 0), ("[]", 0), ("", 0), (#"{"a":tru}"#, 0), (#"{"a":\"#, 0),
    ])
  func broken(text: String, count: Int) {
    let found = members(of: text)
    #expect(!found.isWhole && found.found.count == count)
  }

  @Test("It ends where nothing more is wanted")
  func ends() {
    var count = 0
    Array("[1, 2, 3]".utf8).withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes)
      let isWhole = scanner.eatList { _ in
        count += 1
        return count < 2
      }
      #expect(!isWhole && count == 2)
    }
  }
}
