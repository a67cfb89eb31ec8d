/// The answer of the system's name service about a name or a number.
package enum NameServiceAnswer: Hashable, Sendable {
  /// Lines in the format of the system's own files.
  case text(String)
  /// The service does not know the name or number.
  case unknown
  /// The service could not be queried; the reason is a clause without a full stop.
  case unavailable(reason: String)
}

/// The system's name service: the entries of its files, and of the directories that it is
/// configured to query.
///
/// The C library is never asked for a name on Linux. It loads the service's libraries into the
/// process, which were built for another copy of it than the one that is linked into a static
/// program: that crashes.
package enum NameService {
  #if canImport(Darwin)
    /// Users by number, `passwd`, and groups by name or number, `group`.
    static let users: SystemNames.Service = LibraryNames.entry
    /// The addresses of hosts, one at the beginning of each line.
    static let hosts: @Sendable (String) -> NameServiceAnswer = LibraryNames.addresses
  #else
    /// Users by number, `passwd`, and groups by name or number, `group`. The timeout is short,
    /// because a message can do without a name.
    static let users: SystemNames.Service = { database, key in
      Getent(timeout: .seconds(3)).answer(database, key)
    }

    /// The addresses of hosts, one at the beginning of each line. An unreachable name server is
    /// queried twice, for 5 seconds each.
    package static let hosts: @Sendable (String) -> NameServiceAnswer = { name in
      Getent(timeout: .seconds(12)).answer("ahosts", name)
    }
  #endif
}
