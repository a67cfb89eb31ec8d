#if canImport(Glibc)
  import Glibc

  private typealias GroupEntry = Glibc.group
  private typealias UserEntry = Glibc.passwd
#elseif canImport(Darwin)
  import Darwin

  private typealias GroupEntry = Darwin.group
  private typealias UserEntry = Darwin.passwd
#endif

/// The users and groups of this system, as its own two files have them, and else a directory
/// service by way of the C library.
///
/// The files first: the C library loads libraries to ask a service, which a program linked
/// statically may not find. Whom it does not find goes by the number.
enum SystemNames {
  /// The number of a group that is named, or given as a number.
  static func group(named name: String) -> UInt32? {
    UInt32(name) ?? number(of: name, in: text(of: "/etc/group")) ?? service.group(name)
  }

  /// The name of a group, or its number.
  static func nameOfGroup(_ number: UInt32) -> String {
    name(of: number, in: text(of: "/etc/group")) ?? service.nameOfGroup(number) ?? String(number)
  }

  /// The name of a user, or their number.
  static func nameOfUser(_ number: UInt32) -> String {
    name(of: number, in: text(of: "/etc/passwd")) ?? service.nameOfUser(number) ?? String(number)
  }

  /// Whoever is asked for what the two files do not have; a test asks somebody else.
  @TaskLocal static var service = DirectoryService.system

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

/// Who knows users and groups that this system's files do not have.
struct DirectoryService: Sendable {
  /// The number of a group.
  var group: @Sendable (_ name: String) -> UInt32?
  /// The name of a group.
  var nameOfGroup: @Sendable (_ number: UInt32) -> String?
  /// The name of a user.
  var nameOfUser: @Sendable (_ number: UInt32) -> String?

  /// The C library, which asks whatever the system is set up to ask.
  static let system = DirectoryService(
    group: { name in
      answer(from: GroupEntry(), { getgrnam_r(name, $0, $1, $2, $3) }) { UInt32($0.gr_gid) }
    },
    nameOfGroup: { number in
      answer(from: GroupEntry(), { getgrgid_r(number, $0, $1, $2, $3) }) {
        String(cString: $0.gr_name)
      }
    },
    nameOfUser: { number in
      answer(from: UserEntry(), { getpwuid_r(number, $0, $1, $2, $3) }) {
        String(cString: $0.pw_name)
      }
    })

  /// One of the C library's questions, which are all of this form: where the entry is put, memory
  /// for its texts and how much, and where it says that there is one.
  private typealias Question<Entry> = (
    UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
  ) -> CInt

  /// Asks with as much memory as it takes, and reads the answer.
  private static func answer<Entry, Value>(
    from blank: Entry, _ ask: Question<Entry>, _ read: (Entry) -> Value
  ) -> Value? {
    var entry = blank
    // A group of many members has a long entry.
    for size in [1 << 12, 1 << 16, 1 << 20] {
      var texts = [CChar](repeating: 0, count: size)
      var found: UnsafeMutablePointer<Entry>?
      let (code, value) = texts.withUnsafeMutableBufferPointer { texts in
        let code = ask(&entry, texts.baseAddress!, size, &found)
        return (code, code == 0 && found != nil ? read(entry) : nil)
      }
      if code != ERANGE { return value }
    }
    return nil
  }
}
