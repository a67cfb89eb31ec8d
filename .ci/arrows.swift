// Fails when a file uses a type or a function that is declared in a room above its own:
//
//     swift .ci/arrows.swift            # checks Sources against .ci/arrows.txt
//     swift .ci/arrows.swift --list     # also prints which room uses which
//
// The modules' own walls are kept by the compiler, which knows no rooms within a module. Names are
// read as text: types and functions at the top level of a file, and types in an extension of a
// namespace (`Publishers.Map`). What is reached through a member alone is not seen.

import Foundation

/// The rooms of one module, each with the level that it stands on.
struct House {
  var module: String
  var levels: [[String]]

  init?(line: String) {
    let halves = line.split(separator: ":", maxSplits: 1)
    guard !line.hasPrefix("#"), halves.count == 2 else { return nil }
    module = String(halves[0])
    levels = halves[1].split(separator: "<").map { level in
      level.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  var rooms: [String] { levels.flatMap(\.self) }

  func level(of room: String?) -> Int {
    room.flatMap { room in levels.firstIndex { $0.contains(room) } } ?? levels.count
  }

  /// The room of a file, by its path below the module's folder; nil for a file beside the rooms.
  func room(of path: String) -> String? {
    rooms.filter { path.hasPrefix($0 + "/") }.max { $0.count < $1.count }
  }

  func mayUse(_ user: String?, _ used: String?) -> Bool {
    user == used || level(of: used) < level(of: user)
  }
}

/// A name as it stands in a file, with the namespace before its point.
struct Word: Hashable {
  var name: Substring
  var qualifier: Substring?
}

struct SourceFile {
  var path: String
  /// The lines without comments and the insides of strings.
  var lines: [[Token]] = []

  enum Token: Equatable {
    case word(Substring)
    case sign(Character)
  }

  init(path: String, text: String) {
    self.path = path
    var isInComment = false
    var isInText = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let tokens = Self.tokens(line, &isInComment, &isInText)
      // A module that is imported may have the name of a type.
      let isImport = tokens.first == .word("import") || tokens.dropFirst(2).first == .word("import")
      lines.append(isImport ? [] : tokens)
    }
  }

  private static func tokens(
    _ line: Substring, _ isInComment: inout Bool, _ isInText: inout Bool
  ) -> [Token] {
    if line.contains("\"\"\"") {
      let marks = line.components(separatedBy: "\"\"\"").count - 1
      if marks % 2 == 1 { isInText.toggle() }
      return []
    }
    if isInText { return [] }
    var tokens: [Token] = []
    var rest = line
    while let first = rest.first {
      if isInComment {
        guard let end = rest.range(of: "*/") else { return tokens }
        rest = rest[end.upperBound...]
        isInComment = false
      } else if rest.hasPrefix("//") {
        return tokens
      } else if rest.hasPrefix("/*") {
        isInComment = true
      } else if first == "\"" {
        rest = rest.dropFirst()
        while let character = rest.first, character != "\"" {
          rest = rest.dropFirst(character == "\\" ? 2 : 1)
        }
        rest = rest.dropFirst()
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        tokens.append(.word(word))
        rest = rest[word.endIndex...]
      } else {
        if !first.isWhitespace { tokens.append(.sign(first)) }
        rest = rest.dropFirst()
      }
    }
    return tokens
  }

  private static let kinds: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "func", "let", "var",
  ]

  /// The names that the file declares for others.
  var declarations: [Word] {
    var found: [Word] = []
    var depth = 0
    var namespace: Substring?
    for line in lines {
      let isPrivate = line.contains(.word("private")) || line.contains(.word("fileprivate"))
      for (place, token) in line.enumerated() {
        switch token {
        case .sign("{"): depth += 1
        case .sign("}"):
          depth -= 1
          if depth == 0 { namespace = nil }
        case .word("extension") where depth == 0:
          if line.count > place + 1, case .word(let name) = line[place + 1] { namespace = name }
        case .word(let kind) where Self.kinds.contains(kind) && !isPrivate:
          guard line.count > place + 1, case .word(let name) = line[place + 1] else { break }
          let isType = !["func", "let", "var"].contains(kind)
          if depth == 0 {
            found.append(Word(name: name))
          } else if depth == 1, isType, let namespace {
            found.append(Word(name: name, qualifier: namespace))
          }
        default: break
        }
      }
    }
    return found
  }

  /// The names that stand in the file, and in which line.
  var uses: [(word: Word, line: Int)] {
    var found: [(Word, Int)] = []
    for (number, line) in lines.enumerated() {
      for (place, token) in line.enumerated() {
        guard case .word(let name) = token else { continue }
        guard place > 0, line[place - 1] == .sign(".") else {
          found.append((Word(name: name), number + 1))
          continue
        }
        if place > 1, case .word(let qualifier) = line[place - 2] {
          found.append((Word(name: name, qualifier: qualifier), number + 1))
        }
      }
    }
    return found
  }
}

let table = try String(contentsOfFile: ".ci/arrows.txt", encoding: .utf8)
let houses = table.split(separator: "\n").compactMap { House(line: String($0)) }
var arrows: Set<String> = []
var faults: [String] = []

for house in houses {
  let folder = "Sources/" + house.module
  let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    .filter { $0.hasSuffix(".swift") }.sorted()
  for room in house.rooms where !paths.contains(where: { $0.hasPrefix(room + "/") }) {
    faults.append(".ci/arrows.txt: there is no room \(room) in \(folder)")
  }
  let files = try paths.map { path in
    SourceFile(path: path, text: try String(contentsOfFile: folder + "/" + path, encoding: .utf8))
  }
  // Where a name is declared; a name declared in several rooms says nothing of who uses whom.
  var homes: [Word: Set<String?>] = [:]
  for file in files {
    for word in file.declarations { homes[word, default: []].insert(house.room(of: file.path)) }
  }
  for file in files {
    let user = house.room(of: file.path)
    var seen: Set<Word> = []
    for (word, line) in file.uses where seen.insert(word).inserted {
      guard let home = homes[word], home.count == 1, let used = home.first else { continue }
      if used != user {
        arrows.insert("\(house.module): \(user ?? "(beside)") → \(used ?? "(beside)")")
      }
      guard !house.mayUse(user, used) else { continue }
      faults.append(
        "\(folder)/\(file.path):\(line): \(user ?? "a file beside the rooms") uses \(word.name), "
          + "which is declared above it, in \(used ?? "a file beside the rooms")")
    }
  }
}

if CommandLine.arguments.contains("--list") { for arrow in arrows.sorted() { print(arrow) } }
for fault in faults { print(fault) }
print("\(faults.count) arrows that point up, in \(houses.count) modules")
exit(faults.isEmpty && !houses.isEmpty ? 0 : 1)
