import CommandLineKit
import Fetching
import Platform

/// Headers from a file, because every user of the machine can read a command line.
enum HeaderFile {
  private static let limit = 64 << 10
  private static let noun = "headers"

  /// Returns the headers in a file, of standard input for `-`.
  ///
  /// Each line is `Name: value`; empty lines and those that begin with `#` mean nothing. No error
  /// has a part of the file in it.
  static func headers(in path: String) throws -> HTTPHeaders {
    try SecretFile.refuseTerminal(path, of: PagesInput.headerFile.spec, noun: noun)
    let input = path == "-" ? 0 : Descriptor.open(path, O_RDONLY)
    guard input >= 0 else { throw failure(path, SystemError().reason) }
    defer { if input > 0 { Descriptor.close(input) } }
    var bytes = [UInt8](repeating: 0, count: limit + 1)
    let count = bytes.withUnsafeMutableBytes { buffer in
      Descriptor.readAll(buffer) { place, count, _ in Descriptor.read(input, place, count) }
    }
    guard let count else { throw failure(path, SystemError().reason) }
    guard count <= limit else {
      throw failure(path, "it has more than \(limit >> 10) KiB")
    }
    guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
      throw failure(path, "it is not UTF-8 text")
    }
    return try headers(of: text, in: path)
  }

  private static func failure(_ path: String, _ problem: String) -> SecretFileFailure {
    SecretFileFailure(path, noun: noun, problem)
  }

  private static func headers(of text: String, in path: String) throws -> HTTPHeaders {
    var headers = HTTPHeaders([])
    let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (number, line) in lines.enumerated() {
      let line = line.trimmingBlanks
      guard !line.isEmpty, !line.hasPrefix("#") else { continue }
      guard let colon = line.firstIndex(of: ":") else {
        throw failure(path, "line \(number + 1) has no colon; write Name: value")
      }
      let name = String(line[..<colon].trimmingBlanks)
      var request = HTTPRequest("http://localhost")
      request.headers.append(name, String(line[line.index(after: colon)...].trimmingBlanks))
      guard (try? request.validate()) != nil else {
        throw failure(
          path, "line \(number + 1) is no header that can be sent; write Name: value")
      }
      headers.append(name, request.headers[name] ?? "")
    }
    guard !headers.isEmpty else { throw failure(path, "there is no header in it") }
    return headers
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }
}
