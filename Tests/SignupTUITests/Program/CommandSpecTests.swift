import Testing

@testable import CommandLineKit
@testable import SignupTUI

@Suite("The specifications of the commands")
struct CommandSpecTests {
  private static let all = Program.commands.map { $0.specification }

  @Test("Names are said once: of the commands, and of the options of each")
  func names() {
    #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    for command in Self.all {
      let names = command.options.map(\.name)
      #expect(Set(names).count == names.count)
      #expect(names.allSatisfy { $0.hasPrefix("--") })
    }
  }

  @Test(
    "A command is named by a word or, in a group, by two, and a group's name may be a command, too")
  func groups() {
    for command in Self.all {
      let words = command.name.split(separator: " ", omittingEmptySubsequences: false)
      #expect((1...2).contains(words.count) && words.allSatisfy { !$0.isEmpty })
      #expect(
        command.topic == words[0] && command.nameInGroup == words.dropFirst().first.map(String.init)
      )
      // It takes no operand that has to be there, so a group's command cannot be meant by one.
      let own = Self.all.first { $0.name == command.topic }
      #expect(command.nameInGroup == nil || own?.operands.allSatisfy(\.isOptional) ?? true)
    }
  }

  @Test("Optional arguments come after required ones")
  func operands() {
    for command in Self.all {
      let optional = command.operands.map(\.isOptional)
      #expect(optional == optional.filter { !$0 } + optional.filter { $0 })
    }
  }

  @Test("An option with a variable takes a value of the same kind in all commands that have it")
  func kinds() {
    /// The values that a user may type, whatever the command takes without the option, and
    /// whatever a shell offers for it.
    func kind(of option: OptionSpec) -> OptionValue? {
      guard let value = option.value else { return nil }
      let kind: OptionValue.Kind =
        switch value.kind {
        case .choice(let names, _): .choice(names.sorted(), usual: nil)
        case .listed: .text
        case .text, .file, .number: value.kind
        }
      return OptionValue(placeholder: value.placeholder, kind: kind)
    }
    let options = Self.all.flatMap(\.options)
    for option in options {
      for other in options
      where other.name == option.name && other.hasVariable && option.hasVariable {
        #expect(kind(of: other) == kind(of: option), "\(option.name)")
      }
    }
  }

  @Test("How a command is called names only options that it has, and every one of them")
  func usages() {
    for command in Self.all {
      var named: Set<String> = []
      for part in command.usages.joined() + command.synopsis {
        switch part {
        case .operand(let operand):
          // One that may be left out is there in the call that is about it.
          #expect(
            command.operands.contains {
              $0.placeholder == operand.placeholder && $0.noun == operand.noun
            }, "\(operand.placeholder) of \(command.name)")
        case .required(let option), .optional(let option):
          named.insert(option.name)
          #expect(command.options.contains(option), "\(option.name) of \(command.name)")
        }
      }
      #expect(named == Set(command.options.map(\.name)))
    }
  }

  @Test("Every option changes what its command does, so none is listed and then forgotten")
  func everyOptionIsRead() throws {
    /// The options that one needs beside it, and a value that is not the usual one.
    let service = ["--url", "http://a/"]
    let company: [String: [String]] = [
      "signup --password-stdin": ["--username", "a"],
      "streams run --poll": ["--watch"],
      "streams run --follow": ["--input", "a=f"],
      "streams --follow": ["--input", "a=f"],
      "export --split": ["--output", "part-{n}.csv"],
      "streams run --restart": ["--input-command", "a=f"],
      "streams --restart": ["--input-command", "a=f"],
      "streams run --header-file": ["--input", "a=http://a/"],
      "streams run --token-file": ["--input", "a=http://a/"],
      "streams --header-file": ["--input", "a=http://a/"],
      "streams --token-file": ["--input", "a=http://a/"],
      "track --log": ["--tcp", "pi:10110"],
      "users --token-file": service, "users --sign-in": service, "users --items": service,
      "users --columns": service, "users --no-cache": service,
      "users --sign-in-as": service + ["--sign-in", "http://b/"],
      "users --sign-in-keys": service + ["--sign-in", "http://b/"],
      "users --token-path": service + ["--sign-in", "http://b/"],
      "users --username": ["--json", "--password-stdin"],
      "users --json": ["--username", "a", "--password-stdin"],
      "users --password-stdin": ["--username", "a", "--json"],
      "weather --save": ["Oslo"], "weather --forget": ["Oslo"],
      "pages --items": service, "pages --title": service, "pages --detail": service,
      "pages --key": service, "pages --next": service, "pages --first": service,
      "pages --timeout": service, "pages --header-file": service,
      "pages --format": ["--file", "f"],
    ]
    let values = [
      "--mode": "640", "--policy": "nist", "--length": "12", "--tcp": "pi:10110",
      "--date": "2024-05-02", "--time": "2024-05-02", "--after": "12:00", "--before": "12:00",
      "--box": "1,2,3,4", "--group": "0", "--to": "59.3,18", "--anchor": "50m", "--zone": "+02:00",
      "--time-zone": "+02:00", "--shift": "1h", "--split": "day",
      "--splits": "1km", "--max-hr": "190", "--columns": "time,lat,lon",
      "--max-unpacked": "8GiB", "--input": "a=f",
      "--input-command": "a=f", "--url": "http://c/", "--sign-in": "http://b/",
      "--sign-in-keys": "name,pw", "--at": "59.3,18", "--base-url": "http://b/",
      "--file": "a,b", "--title": "value.a", "--detail": "value.b", "--key": "value.c",
    ]
    let parser = CommandParser(Program.specification)
    for command in Self.all {
      let operands = command.operands.filter { !$0.isOptional }.map { _ in "file" }
      let start = command.name.split(separator: " ").map(String.init) + operands
      let needed = command.rules.contains {
        switch $0 {
        case .required, .oneOf: true
        case .needs, .apart: false
        }
      }
      // A form needs a file or a demo, of which neither is required by itself.
      for option in command.options where !needed && command.name != "form" {
        var words = [option.name]
        switch option.value?.kind {
        case nil: break
        case .text, .file, .listed: words.append(values[option.name] ?? "b")
        case .number: words.append(values[option.name] ?? "7")
        case .choice: words.append(try #require(option.value?.unusualChoices?.first))
        }
        let plain = "\(try parser.parse(start))"
        let more = company["\(command.name) \(option.name)", default: []]
        let changed = "\(try parser.parse(start + words + more))"
        #expect(plain != changed, "\(option.name) of \(command.name)")
      }
    }
  }
}
