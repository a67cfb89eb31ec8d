import Platform

/// Saving, reset, import and export.
///
/// Saving, reset and import are done on the calling thread or, with `then`, on another one where a
/// file is so large that a frame would wait for it. What is staged meanwhile stays staged.
extension StreamLabViewModel {
  /// Saves the staged changes of a file, and runs it.
  ///
  /// - Parameters:
  ///   - name: The file's name in ``files``.
  ///   - id: The one document to save, with the new ones that it refers to; nil for all.
  public func save(_ name: String, only id: String? = nil) -> SaveOutcome {
    history.endGesture()
    return work(on: name) { $0.save(only: id) } ?? .nothing
  }

  /// Saves the staged changes of a file, and runs it.
  ///
  /// - Parameters:
  ///   - name: The file's name in ``files``.
  ///   - id: The one document to save, with the new ones that it refers to; nil for all.
  ///   - done: Takes the outcome; of a small file at once.
  public func save(
    _ name: String, only id: String? = nil, then done: @escaping @MainActor (SaveOutcome) -> Void
  ) {
    guard !isWorking else { return done(.refused(["\(name): \(Self.busyNote)"])) }
    history.endGesture()
    work(on: name, { $0.save(only: id) }) { done($0 ?? .nothing) }
  }

  /// Replaces a file by the default documents, and drops its staged changes. The old contents are
  /// kept beside it, in a file with `.old` behind its name, or `.old.2` and so on if such a file
  /// exists already. Ask the user first.
  ///
  /// - Returns: The outcome, in a sentence.
  public func reset(_ name: String) -> String {
    work(on: name) { $0.reset() } ?? ""
  }

  /// Replaces a file by the default documents, as ``reset(_:)`` does.
  ///
  /// - Parameters:
  ///   - name: The file's name in ``files``.
  ///   - done: Takes the outcome, in a sentence; of a small file at once.
  public func reset(_ name: String, then done: @escaping @MainActor (String) -> Void) {
    guard !isWorking else { return done("\(name): \(Self.busyNote)") }
    work(on: name, { $0.reset() }) { done($0 ?? "") }
  }

  /// Stages the documents of another file as new ones.
  ///
  /// - Parameters:
  ///   - path: The path of the other file, or its URL.
  ///   - name: The name of the file that gets them.
  /// - Returns: The outcome, in a sentence.
  public func importDocuments(from path: String, into name: String) -> String {
    work(on: name) { [transport = place.transport] in
      $0.importDocuments(from: path, transport)
    } ?? "There is no file to import into."
  }

  /// Stages the documents of another file as new ones.
  ///
  /// - Parameters:
  ///   - path: The path of the other file, or its URL.
  ///   - name: The name of the file that gets them.
  ///   - done: Takes the outcome, in a sentence; of small files at once.
  public func importDocuments(
    from path: String, into name: String, then done: @escaping @MainActor (String) -> Void
  ) {
    guard !isWorking else { return done("\(name): \(Self.busyNote)") }
    let isRemote = if case .web? = try? StreamAddress(path) { true } else { false }
    // As slow as the largest file.
    let size = isRemote ? .max : StreamStore(path: path).size
    work(
      on: name, size: size,
      { [transport = place.transport] in
        $0.importDocuments(from: path, transport)
      }
    ) {
      done($0 ?? "There is no file to import into.")
    }
  }

  private static let busyNote = "an earlier change is still under way; try again."

  /// Writes documents in their edited form, and all that they refer to, into a new file.
  ///
  /// - Parameters:
  ///   - ids: The documents; nil for all.
  ///   - name: The file that contains them.
  ///   - path: The new file, which must not exist, in a folder that does.
  /// - Returns: The outcome, in a sentence.
  public func exportDocuments(_ ids: [String]?, of name: String, to path: String) -> String {
    guard let draft = file(name)?.draft else { return "There is no file to export." }
    if let folder = FilePath.missingFolders(of: path).first {
      return "\(path): there is no folder \(folder); make it first, or name a file elsewhere."
    }
    let file = ids.map { draft.excerpt(of: $0) } ?? draft
    do throws(StreamStoreError) {
      try StreamStore(path: path).save(file, over: .absent)
      let count = file.documents.count
      return "\(count) \(count == 1 ? "document" : "documents") exported to \(path)."
    } catch {
      switch error {
      case .conflict, .broken: return "\(path) is there already; give the name of a new file."
      default: return error.description
      }
    }
  }
}
