// Lists the public symbols that have no documentation of their own and inherit none, and fails if
// there are any. Run after `make docs`, with the folder of symbol graphs:
//
//     swift .ci/undocumented.swift .build/docs/symbols
//
// The format lint has such a rule, too, but it cannot see that a member which satisfies a
// requirement inherits the requirement's documentation; the symbol graph says so (`sourceOrigin`).

import Foundation

struct SymbolGraph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]

  struct Symbol: Decodable {
    var identifier: Identifier
    var kind: Kind
    var pathComponents: [String]
    var accessLevel: String
    var docComment: DocComment?
    var location: Location?
  }

  struct Identifier: Decodable { var precise: String }
  struct Kind: Decodable { var identifier: String }
  struct DocComment: Decodable {}

  struct Location: Decodable {
    var uri: String
    var position: Position
    struct Position: Decodable { var line: Int }
  }

  struct Relationship: Decodable {
    var source: String
    var sourceOrigin: Origin?
    struct Origin: Decodable { var displayName: String }
  }

  /// The symbols of this module that a reader finds without a word. Members that the compiler makes
  /// have no location, an extension is no symbol of its own, and a case may be explained by its
  /// enum.
  var undocumented: [Symbol] {
    let inheriting = Set(relationships.filter { $0.sourceOrigin != nil }.map(\.source))
    return symbols.filter { symbol in
      symbol.docComment == nil && ["public", "open"].contains(symbol.accessLevel)
        && !["swift.extension", "swift.enum.case"].contains(symbol.kind.identifier)
        && symbol.location != nil
        && !inheriting.contains(symbol.identifier.precise)
    }
  }
}

guard CommandLine.arguments.count == 2 else {
  print("usage: swift .ci/undocumented.swift SYMBOL-GRAPH-FOLDER")
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let files = try FileManager.default
  .subpathsOfDirectory(atPath: folder.path)
  .filter { $0.hasSuffix(".symbols.json") }
guard !files.isEmpty else {
  print("no symbol graphs in \(folder.path); make docs first")
  exit(2)
}

var total = 0
var missing: [String] = []
for file in files {
  let data = try Data(contentsOf: folder.appendingPathComponent(file))
  let graph = try JSONDecoder().decode(SymbolGraph.self, from: data)
  total += graph.symbols.count
  missing += graph.undocumented.map { symbol in
    let path = symbol.location.map { URL(string: $0.uri)?.path ?? $0.uri } ?? ""
    let line = (symbol.location?.position.line ?? 0) + 1
    return "\(path):\(line): \(symbol.pathComponents.joined(separator: ".")) has no documentation"
  }
}
for line in missing.sorted() { print(line) }
print("\(missing.count) of \(total) public symbols have no documentation")
exit(missing.isEmpty ? 0 : 1)
