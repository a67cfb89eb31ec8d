/// A file with a form, or with answers to one.
enum FormFile {
  /// The maximum number of bytes to read.
  private static let sizeLimit = 8 << 20

  /// Reads a file to its end; `-` is standard input.
  static func allBytes(of path: String) throws -> [UInt8] {
    let bytes = try bytes(of: path)
    guard bytes.count <= sizeLimit else {
      throw FormFileError(path: path, reason: "it is larger than \(sizeLimit >> 20) MiB")
    }
    return bytes
  }

  /// Reads a file, up to slightly more than the maximum; `-` is standard input.
  static func bytes(of path: String) throws -> [UInt8] {
    let descriptor = path == "-" ? 0 : Descriptor.open(path, O_RDONLY)
    guard descriptor >= 0 else { throw FormFileError(path: path, reason: SystemError().reason) }
    defer { if descriptor > 0 { Descriptor.close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= sizeLimit {
      let count = Descriptor.read(descriptor, &chunk, chunk.count)
      if count < 0 { throw FormFileError(path: path, reason: SystemError().reason) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  /// The user's languages, the preferred one first.
  static var languages: [String] {
    for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      if let value = getenv(variable).map({ String(cString: $0) }), !value.isEmpty {
        return [value]
      }
    }
    return []
  }

  /// Reads the lines that are a field's options.
  static let lines: FormDeclaration.LineReader = { source in
    switch source {
    case .file(let path):
      try RuleProgram.lines(of: try allBytes(of: path == "-" ? "./-" : path), from: path)
    case .program(let words): try RuleProgram().lines(words)
    }
  }

  /// Looks at files for the rules of a form.
  static let lookup = FileLookup { path in
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }
}

/// A file that cannot be read.
struct FormFileError: Error, CustomStringConvertible {
  var path: String
  var reason: String

  var description: String { "\(path == "-" ? "standard input" : path) cannot be read: \(reason)." }
}
