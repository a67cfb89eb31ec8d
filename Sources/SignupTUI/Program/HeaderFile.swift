/// Headers from a file, because every user of the machine can read a command line.
enum HeaderFile {
  private static let limit = 64 << 10
  private static let noun = "headers"

  static let option = Option.file(
    "--header-file",
    help: "send this file's lines 'Name: value' as headers"
  ).ofCommandLineOnly

  /// Returns the headers in a file; `-` is standard input.
  ///
  /// Each line is `Name: value`; empty lines and lines that begin with `#` are skipped. Errors
  /// never contain any part of the file.
  static func headers(in path: String) throws -> HTTPHeaders {
    try SecretFile.refuseTerminal(path, of: option.spec, noun: noun)
    let input = path == "-" ? 0 : Descriptor.open(path, O_RDONLY)
    guard input >= 0 else { throw failure(path, SystemError().reason) }
    defer { if input > 0 { Descriptor.close(input) } }
    let contents: [UInt8]?
    do { contents = try Descriptor.contents(of: input, atMost: limit) } catch {
      throw failure(path, error.reason)
    }
    guard let bytes = contents else { throw failure(path, "it is larger than \(limit >> 10) KiB") }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    return try headers(of: text, in: path)
  }

  private static func failure(_ path: String, _ problem: String) -> SecretFileFailure {
    SecretFileFailure(path, noun: noun, problem)
  }

  private static func headers(of bytes: ArraySlice<UInt8>, in path: String) throws -> HTTPHeaders {
    var headers = HTTPHeaders([])
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let line = line.withoutBlanksAround
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw failure(path, "line \(number + 1) has no colon; write Name: value")
      }
      guard let name = String(validating: line[..<colon].withoutBlanksAround, as: UTF8.self),
        let value = String(validating: line[(colon + 1)...].withoutBlanksAround, as: UTF8.self)
      else { throw failure(path, "line \(number + 1) is not UTF-8 text") }
      let request = HTTPRequest("http://localhost", headers: HTTPHeaders([(name, value)]))
      guard (try? request.validate()) != nil else {
        throw failure(path, "line \(number + 1) is not a valid header; write Name: value")
      }
      headers.append(name, value)
    }
    guard !headers.isEmpty else { throw failure(path, "it has no headers") }
    return headers
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without the blanks around them, and without a carriage return at their end.
  fileprivate var withoutBlanksAround: ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let rest = drop(while: isBlank)
    return rest.lastIndex { !isBlank($0) }.map { rest[...$0] } ?? []
  }
}
