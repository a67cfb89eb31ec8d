@testable import Streams

/// The description of a result or, if there is none, of the error.
func sentence<Value>(_ work: @autoclosure () throws -> Value) -> String {
  do { return "\(try work())" } catch { return "\(error)" }
}

/// The description of a success or a failure.
func described<Success>(_ outcome: Result<Success, StreamRefusal>) -> String {
  switch outcome {
  case .success(let value): "\(value)"
  case .failure(let refusal): refusal.reason
  }
}

// Changes of marbles by their rows.
extension StreamWorkspace {
  func moveMarble(_ marble: Int, of lane: WorkspaceRow, to nanoseconds: Int) -> MarbleOutcome {
    change(marble, of: lane) { move($0, to: nanoseconds) }
  }

  func setMarble(_ marble: Int, of lane: WorkspaceRow, to text: String) -> MarbleOutcome {
    change(marble, of: lane) { set($0, to: text) }
  }

  private func change(
    _ marble: Int, of lane: WorkspaceRow, _ body: (MarbleValue) -> MarbleOutcome
  ) -> MarbleOutcome {
    do throws(StreamRefusal) { return body(try value(of: marble, in: lane)) } catch {
      return .refused(error.reason)
    }
  }

  func refusal(of marble: Int, in lane: WorkspaceRow) -> String? {
    do throws(StreamRefusal) { _ = try value(of: marble, in: lane) } catch { return error.reason }
    return nil
  }

  func editedText(of marble: Int, in lane: WorkspaceRow) -> String? {
    (try? value(of: marble, in: lane)).flatMap { editedText(of: $0) }
  }

  /// The reason why a document cannot be removed; nil if it is.
  func refusalToRemove(_ key: StreamKey) -> String? {
    do throws(StreamRefusal) { try remove(key) } catch { return error.reason }
    return nil
  }
}

extension StreamFiles {
  convenience init(path: String) {
    self.init(path: path, load: StreamSource(.local(path: path)).load)
  }

  func contents() -> StreamContents { contents(knowing: [:]) }
}
