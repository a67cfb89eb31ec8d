/// Files beside the tests, each by its name.
package protocol Fixture: RawRepresentable<String> {
  /// The folder of the files in `Fixtures`.
  static var folder: String { get }
}

extension Fixture {
  /// The path of the file.
  package var path: String {
    let folders = #filePath.split(separator: "/").dropLast()
    return "/\(folders.joined(separator: "/"))/Fixtures/\(Self.folder)/\(rawValue)"
  }

  /// All that is in the file.
  package var bytes: [UInt8] { Disk.bytes(at: path) ?? [] }
}
