#if canImport(Glibc)
  /// The program that puts a question to the system's name service and prints the answer.
  struct Getent: Sendable {
    /// The paths that it may have; the first that is there runs. `PATH` has no say in it.
    var paths = ["/usr/bin/getent", "/bin/getent", "/run/current-system/sw/bin/getent"]
    /// The longest time for an answer.
    var timeout: Duration

    /// The most that is read of an answer, of which the first fields of each line matter: a group's
    /// members may be many.
    private static let largestOutput = 1 << 20

    /// Asks, blocking its thread until there is an answer or the timeout ends.
    ///
    /// - Parameters:
    ///   - database: Which kind of name it is: `group`, `passwd`, `ahosts`.
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
      // The second status is that of a name that was not found.
      let isUnknown = status.isSuccess || status.signal == nil && status.code == 2
      return isUnknown ? .unknown : .unavailable(reason: "getent \(status)")
    }

    private struct AnswerIsFull: Error {}

    /// The variables that a resolver takes from its environment.
    private static let variables = ["LOCALDOMAIN", "RES_OPTIONS"]

    /// Returns true if a key can be a name: no option of the program's, and nothing that it would
    /// take for a number although it is none.
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
