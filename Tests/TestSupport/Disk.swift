#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Access to the file system for tests, in terms of text.
package enum Disk {
  package static func write(_ text: String, to path: String, mode: mode_t = 0o600) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
    let bytes = Array(text.utf8)
    precondition(systemWrite(file, bytes) == bytes.count)
    fchmod(file, mode)
    close(file)
  }

  package static func text(at path: String) -> String {
    String(decoding: bytes(at: path) ?? [], as: UTF8.self)
  }

  /// All that is in a file, also in one of the kernel's, which has no size; nil if it cannot be
  /// opened.
  package static func bytes(at path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = systemRead(file, &buffer), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  /// The names in a folder; none if there is no such folder.
  package static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  package static func lines(at path: String) -> [String] {
    text(at: path).split(separator: "\n").map(String.init)
  }

  package static func status(of path: String) -> stat {
    var status = stat()
    lstat(path, &status)
    return status
  }

  package static func mode(of path: String) -> mode_t { status(of: path).st_mode & 0o7777 }

  private static func systemWrite(_ file: CInt, _ bytes: [UInt8]) -> Int {
    #if canImport(Glibc)
      Glibc.write(file, bytes, bytes.count)
    #else
      Darwin.write(file, bytes, bytes.count)
    #endif
  }

  private static func systemRead(_ file: CInt, _ buffer: inout [UInt8]) -> Int {
    read(file, &buffer, buffer.count)
  }
}
