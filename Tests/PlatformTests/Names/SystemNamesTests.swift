import Testing

@testable import Platform

@Suite("Users and groups of the system")
struct SystemNamesTests {
  @Test("stand a line each, and lines that are damaged are passed over")
  func entries() {
    let text = "root:x:0:\nbroken\n:x:7:\nno:x:-1:\nwww-data:x:33:a,b\nother:x:33:\n"
    let entries = Array(SystemNames.entries(of: text))
    #expect(entries.map(\.name) == ["root", "www-data", "other"])
    #expect(entries.map(\.number) == [0, 33, 33])
  }

  @Test("have bytes that separate them, also before a mark")
  func marks() {
    let entries = Array(SystemNames.entries(of: "a:\u{301}x:7:\nb:x:8:\u{338}\nc:x:9:\r\n"))
    #expect(entries.map(\.name) == ["a", "b", "c"] && entries.map(\.number) == [7, 8, 9])
  }

  @Test("of the two files are found without asking anybody")
  func files() {
    let nobody: SystemNames.Service = { _, key in
      Issue.record("\(key) was asked for")
      return .unknown
    }
    SystemNames.$service.withValue(nobody) {
      let name = SystemNames.nameOfGroup(0)
      #expect(["root", "wheel"].contains(name))
      #expect(SystemNames.group(named: name) == .found(0))
      #expect(SystemNames.nameOfUser(0) == "root")
      #expect(SystemNames.group(named: "4711") == .found(4711))
    }
  }

  @Test("of a directory are those that the name service answers, after the files")
  func directory() {
    let directory: SystemNames.Service = { database, key in
      switch (database, key) {
      case ("group", "staff@corp"), ("group", "70001"): .text("staff@corp:*:70001:ann,bob\n")
      case ("passwd", "70002"): .text("ann@corp:*:70002:70001:Ann:/home/ann:/bin/sh\n")
      default: .unknown
      }
    }
    SystemNames.$service.withValue(directory) {
      #expect(SystemNames.group(named: "staff@corp") == .found(70_001))
      #expect(SystemNames.nameOfGroup(70_001) == "staff@corp")
      #expect(SystemNames.nameOfUser(70_002) == "ann@corp")
      #expect(SystemNames.group(named: "nobody@corp") == .unknown)
      #expect(SystemNames.localGroup(named: "staff@corp") == nil)
      #expect(SystemNames.localNameOfGroup(70_001) == nil)
    }
  }

  @Test(
    "without a name go by their number, whatever the service answers",
    arguments: [
      .unknown, .unavailable(reason: "r"), .text(""), .text("not a line"), .text("other:x:1:\n"),
    ] as [NameServiceAnswer])
  func unnamed(answer: NameServiceAnswer) {
    SystemNames.$service.withValue({ _, _ in answer }) {
      #expect(SystemNames.nameOfUser(4_000_000_123) == "4000000123")
      #expect(SystemNames.nameOfGroup(4_000_000_123) == "4000000123")
    }
  }

  @Test("A group that cannot be looked up is another thing than one that is not there")
  func unavailable() {
    SystemNames.$service.withValue({ _, _ in .unavailable(reason: "it sleeps") }) {
      #expect(SystemNames.group(named: "staff@corp") == .unavailable(reason: "it sleeps"))
    }
  }

  @Test(
    "A number that no group can have is none",
    arguments: ["4294967295", "4294967296", "99999999999999999999", "", "+5", "-1", "0x10", " 5"])
  func impossible(text: String) {
    #expect(SystemNames.group(named: text) == .unknown)
  }
}
