#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a test needs of the file system, in terms of text.
package enum Disk {
  package static func write(_ text: String, to path: String, mode: mode_t = 0o600) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode)
    let bytes = Array(text.utf8)
    precondition(systemWrite(file, bytes) == bytes.count)
    fchmod(file, mode)
    close(file)
  }

  package static func text(at path: String) -> String {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = systemRead(file, &buffer), count > 0 { text += buffer[..<count] }
    return String(decoding: text, as: UTF8.self)
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
