#if canImport(Glibc)
  /// The program that queries the system's name service.
  struct Getent: Sendable {
    /// The possible paths; the first that exists runs. `PATH` is ignored.
    var paths = ["/usr/bin/getent", "/bin/getent", "/run/current-system/sw/bin/getent"]
    /// The maximum time for an answer.
    var timeout: Duration

    /// The maximum number of bytes that are read of an answer. Only the first fields of each line
    /// matter: a group may have many members.
    private static let largestOutput = 1 << 20

    /// Queries a name or a number, blocking its thread until there is an answer or the timeout
    /// ends.
    ///
    /// - Parameters:
    ///   - database: The kind of name: `group`, `passwd`, `ahosts`.
    ///   - key: The name or the number.
    func answer(_ database: String, _ key: String) -> NameServiceAnswer {
      guard Self.isName(key) else { return .unknown }
      guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
        return .unavailable(reason: "there is no \(paths[0]) to look it up")
      }
      let child = ChildProcess()
      var text: [UInt8] = []
      do throws(SystemError) {
        try child.start([path, database, key], environment: Self.variables)
      } catch { return .unavailable(reason: "getent cannot be started: \(error.reason)") }
      let end: ChildProcess.End
      do throws(AnswerIsFull) {
        end = try child.read(within: timeout) { (_, bytes) throws(AnswerIsFull) in
          text += bytes
          if text.count >= Self.largestOutput { throw AnswerIsFull() }
        }
      } catch { return .text(String(decoding: text, as: UTF8.self)) }
      guard case .ended(let status) = end else {
        return .unavailable(reason: "getent gave no answer within \(timeout.inSeconds)")
      }
      if !text.isEmpty { return .text(String(decoding: text, as: UTF8.self)) }
      // Status 2 means that the name was not found.
      let isUnknown = status.isSuccess || status.signal == nil && status.code == 2
      return isUnknown ? .unknown : .unavailable(reason: "getent \(status)")
    }

    private struct AnswerIsFull: Error {}

    /// The environment variables that a resolver uses.
    private static let variables = ["LOCALDOMAIN", "RES_OPTIONS"]

    /// Returns true if a key can be a name: not one of the program's options, and not text that it
    /// would wrongly read as a number.
    private static func isName(_ key: String) -> Bool {
      guard let first = key.utf8.first, key.utf8.count <= 1024 else { return false }
      return first != UInt8(ascii: "-") && first != UInt8(ascii: "+")
        && !key.utf8.contains { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: ":") }
    }
  }

  extension Duration {
    /// `3 seconds`, `0.5 seconds`.
    fileprivate var inSeconds: String {
      let (seconds, attoseconds) = components
      let tenths = attoseconds / 100_000_000_000_000_000
      return tenths == 0 ? "\(seconds) seconds" : "\(seconds).\(tenths) seconds"
    }
  }
#endif
