#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of a test's own, which goes with it.
package final class ScratchFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/signup-tui-test-XXXXXX".utf8CString)
    struct NoFolder: Error {}
    guard mkdtemp(&template) != nil else { throw NoFolder() }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ name: String, _ bytes: some Sequence<UInt8>) -> String {
    guard let stream = fopen(file(name), "w") else { return file(name) }
    let content = Array(bytes)
    fwrite(content, 1, content.count, stream)
    fclose(stream)
    return file(name)
  }

  /// What a file holds; nil when it is not there.
  package func read(_ name: String) -> String? {
    guard let stream = fopen(file(name), "r") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  deinit {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink(file(name)) }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}
