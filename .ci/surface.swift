// Compares the public names of a module with a list, and fails if one is not on it or missing: so
// that Reactive has Combine's names, all of them and no others. Run after `make docs`:
//
//     swift .ci/surface.swift .build/docs/symbols/Reactive .ci/surface.txt
//
// A name is a type's path, or a protocol's path and the base name of a member (`Publisher.map`), or
// a type of another module and the base name of what the module adds to it (`Sequence.publisher`).
// So overloads are one name, and the members of a struct or a class are not looked at. Names that
// begin with an underscore are not in the symbol graph.

import Foundation

struct SymbolGraph: Decodable {
  var symbols: [Symbol]

  struct Symbol: Decodable {
    var kind: Kind
    var pathComponents: [String]
    var accessLevel: String

    /// The path, without the arguments of a function.
    var name: String {
      pathComponents.map { $0.prefix { $0 != "(" } }.joined(separator: ".")
    }

    var owner: String { pathComponents.dropLast().joined(separator: ".") }
  }

  struct Kind: Decodable { var identifier: String }
}

guard CommandLine.arguments.count == 3 else {
  print("usage: swift .ci/surface.swift SYMBOL-GRAPH-FOLDER LIST")
  exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let list = try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)
let wanted = Set(
  list.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init))

let typeKinds: Set = ["swift.struct", "swift.class", "swift.enum", "swift.protocol"]
let memberKinds: Set = [
  "swift.method", "swift.property", "swift.type.method", "swift.type.property",
  "swift.associatedtype",
]
var found: Set<String> = []
for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
where file.hasSuffix(".symbols.json") {
  let data = try Data(contentsOf: folder.appendingPathComponent(file))
  let symbols = try JSONDecoder().decode(SymbolGraph.self, from: data).symbols
    .filter { ["public", "open"].contains($0.accessLevel) }
  let protocols = Set(
    symbols.filter { $0.kind.identifier == "swift.protocol" }
      .map { $0.pathComponents.joined(separator: ".") })
  let types = Set(
    symbols.filter { typeKinds.contains($0.kind.identifier) }
      .map { $0.pathComponents.joined(separator: ".") })
  // A file with an @ in its name holds what the module adds to another one's types.
  let isExtension = file.contains("@")
  for symbol in symbols {
    let kind = symbol.kind.identifier
    if typeKinds.contains(kind)
      || memberKinds.contains(kind)
        && (protocols.contains(symbol.owner) || isExtension && !types.contains(symbol.owner))
    {
      found.insert(symbol.name)
    }
  }
}

for name in found.subtracting(wanted).sorted() { print("\(name) is not on the list") }
for name in wanted.subtracting(found).sorted() { print("\(name) is missing") }
print("\(found.count) public names, \(wanted.count) on the list")
exit(found == wanted ? 0 : 1)
