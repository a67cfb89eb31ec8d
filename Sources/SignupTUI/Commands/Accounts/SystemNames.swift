#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The users and groups of this system, as its own two files have them.
///
/// Not by the C library's `getgrnam`, which loads libraries that a program linked statically may
/// not find. Who is in a directory service alone goes by the number.
enum SystemNames {
  /// The number of a group that is named, or given as a number.
  static func group(named name: String) -> UInt32? {
    UInt32(name) ?? number(of: name, in: text(of: "/etc/group"))
  }

  /// The name of a group, or its number.
  static func nameOfGroup(_ number: UInt32) -> String {
    name(of: number, in: text(of: "/etc/group")) ?? String(number)
  }

  /// The name of a user, or their number.
  static func nameOfUser(_ number: UInt32) -> String {
    name(of: number, in: text(of: "/etc/passwd")) ?? String(number)
  }

  /// The number in the line that begins with a name.
  static func number(of name: String, in text: String) -> UInt32? {
    lines(of: text).first { $0.name == name }?.number
  }

  /// The name of the first line with a number.
  static func name(of number: UInt32, in text: String) -> String? {
    lines(of: text).first { $0.number == number }?.name
  }

  /// `name:password:number:…`, a line each, as in both files.
  private static func lines(
    of text: String
  ) -> some Sequence<(name: String, number: UInt32)> {
    text.split(separator: "\n").lazy.compactMap { line in
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count > 2, let number = UInt32(parts[2]) else { return nil }
      return (String(parts[0]), number)
    }
  }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "re") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
