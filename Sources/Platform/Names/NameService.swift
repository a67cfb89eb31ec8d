/// The answer of the system's name service about a name or a number.
package enum NameServiceAnswer: Hashable, Sendable {
  /// Lines, as the system's own files have them.
  case text(String)
  /// The service knows nothing of that name or number.
  case unknown
  /// The service could not be asked; the reason is a clause without a full stop.
  case unavailable(reason: String)
}

/// The system's name service: its files' entries, and the directories that it is set up to ask.
///
/// The C library is never asked for a name on Linux. It loads the service's libraries into the
/// process, and those were built for another copy of it than the one that is linked into a static
/// program: that crashes.
package enum NameService {
  #if canImport(Darwin)
    /// Users by number, `passwd`, and groups by name or number, `group`.
    static let users: SystemNames.Service = LibraryNames.entry
    /// The addresses of hosts, a line each that begins with one.
    static let hosts: @Sendable (String) -> NameServiceAnswer = LibraryNames.addresses
  #else
    /// Users by number, `passwd`, and groups by name or number, `group`. The sentence that waits
    /// for a name can do without.
    static let users: SystemNames.Service = { database, key in
      Getent(timeout: .seconds(3)).answer(database, key)
    }

    /// The addresses of hosts, a line each that begins with one. A server of names that is out of
    /// reach is asked twice, for 5 seconds each.
    package static let hosts: @Sendable (String) -> NameServiceAnswer = { name in
      Getent(timeout: .seconds(12)).answer("ahosts", name)
    }
  #endif
}
