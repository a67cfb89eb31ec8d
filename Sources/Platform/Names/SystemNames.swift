/// The users and groups of this system, from its own two files or else from its name service, which
/// knows those of directories and of systemd.
package enum SystemNames {
  /// The result of a search for a name.
  package enum Finding: Hashable, Sendable {
    case found(UInt32)
    /// The name is unknown.
    case unknown
    /// The name service could not be queried; the reason is a clause without a full stop.
    case unavailable(reason: String)
  }

  /// Returns the number of a group by its name, or by a number, which need not have a name.
  package static func group(named text: String) -> Finding {
    if let number = localGroup(named: text) { return .found(number) }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // In system calls, the highest number means that nothing changes.
      return UInt32(text).flatMap { $0 < .max ? .found($0) : nil } ?? .unknown
    }
    return switch service("group", text) {
    case .text(let answer): entries(of: answer).first.map { .found($0.number) } ?? .unknown
    case .unknown: .unknown
    case .unavailable(let reason): .unavailable(reason: reason)
    }
  }

  /// The number of a group in the system's own file.
  package static func localGroup(named name: String) -> UInt32? {
    entries(of: text(of: "/etc/group")).first { $0.name == name }?.number
  }

  /// The name of a group, or its number if it has none.
  package static func nameOfGroup(_ number: UInt32) -> String {
    localNameOfGroup(number) ?? serviceName(of: number, in: "group") ?? String(number)
  }

  /// The name of a group in the system's own file; `usermod` changes no others.
  package static func localNameOfGroup(_ number: UInt32) -> String? {
    entries(of: text(of: "/etc/group")).first { $0.number == number }?.name
  }

  /// The name of a user, or their number if they have none, as in many containers.
  package static func nameOfUser(_ number: UInt32) -> String {
    entries(of: text(of: "/etc/passwd")).first { $0.number == number }?.name
      ?? serviceName(of: number, in: "passwd") ?? String(number)
  }

  /// A service that knows the names of a database, `passwd` or `group`.
  package typealias Service = @Sendable (_ database: String, _ key: String) -> NameServiceAnswer

  /// The service for names that the two files do not have; a test can replace it.
  @TaskLocal package static var service: Service = NameService.users

  private static func serviceName(of number: UInt32, in database: String) -> String? {
    guard case .text(let answer) = service(database, String(number)) else { return nil }
    return entries(of: answer).first { $0.number == number }?.name
  }

  /// `name:password:number:…` on each line, as in both files and in the service's answers.
  static func entries(of text: String) -> some Collection<(name: String, number: UInt32)> {
    text.utf8.split(separator: UInt8(ascii: "\n")).lazy.compactMap { line in
      let parts = line.split(
        separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false
      ).map { String(Substring($0)) }
      guard parts.count > 2, !parts[0].isEmpty, let number = UInt32(parts[2]) else { return nil }
      return (parts[0], number)
    }
  }

  private static func text(of path: String) -> String {
    String(decoding: (try? Descriptor.contents(of: path)) ?? [], as: UTF8.self)
  }
}
