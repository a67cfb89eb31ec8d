import Fetching
import Platform

// Saving, reset, import and export. With `then`, the work is done on another thread if a file is so
// large that it would delay a frame; changes staged meanwhile are kept.
extension StreamWorkspace {
  /// Receives the outcome of work; immediately for a small file.
  package typealias Completion<Outcome> = @MainActor (Result<Outcome, StreamRefusal>) -> Void

  /// Saves the staged changes of a file, and runs its documents.
  ///
  /// - Parameters:
  ///   - name: The file's name in ``files``.
  ///   - id: The single document to save, with the new ones that it refers to; nil for all.
  package func save(_ name: String, only id: String? = nil) -> SaveOutcome {
    SaveOutcome(work(on: name) { .success($0.save(only: id)) })
  }

  /// Saves the staged changes of a file, and runs its documents.
  ///
  /// - Parameters:
  ///   - name: The file's name in ``files``.
  ///   - id: The single document to save, with the new ones that it refers to; nil for all.
  ///   - done: Receives the outcome; immediately for a small file.
  package func save(
    _ name: String, only id: String? = nil, then done: @escaping @MainActor (SaveOutcome) -> Void
  ) { work(on: name, { .success($0.save(only: id)) }) { done(SaveOutcome($0)) } }

  /// Replaces a file by the default documents, and drops its staged changes. The old contents are
  /// kept in the same folder, in a file with `.old` appended to its name, or `.old.2` and so on if
  /// that exists already. Ask the user first.
  package func reset(_ name: String) throws(StreamRefusal) -> StreamStore.Reset {
    try work(on: name) { $0.reset() }.get()
  }

  /// Replaces a file by the default documents, as ``reset(_:)`` does.
  package func reset(_ name: String, then done: @escaping Completion<StreamStore.Reset>) {
    work(on: name, { $0.reset() }, then: done)
  }

  /// Stages the documents of another file as new ones.
  ///
  /// - Parameters:
  ///   - path: The path of the other file, or its URL.
  ///   - name: The name of the file that receives them.
  package func importDocuments(
    from path: String, into name: String
  ) throws(StreamRefusal) -> StreamImport {
    try work(on: name) { [transport = source.transport] in
      $0.importDocuments(from: path, transport)
    }.get()
  }

  /// Stages the documents of another file as new ones.
  ///
  /// - Parameters:
  ///   - path: The path of the other file, or its URL.
  ///   - name: The name of the file that receives them.
  ///   - done: Receives the outcome; immediately for small files.
  package func importDocuments(
    from path: String, into name: String, then done: @escaping Completion<StreamImport>
  ) {
    let isRemote = if case .web? = try? StreamAddress(path) { true } else { false }
    // A URL may take as long as the largest file.
    let size = isRemote ? .max : StreamStore(path: path).size
    work(
      on: name, size: size,
      { [transport = source.transport] in $0.importDocuments(from: path, transport) }, then: done)
  }

  /// Writes the edited versions of documents, and all that they refer to, into a new file.
  ///
  /// - Parameters:
  ///   - ids: The documents; nil for all.
  ///   - name: The file that contains them.
  ///   - path: The new file, which must not exist, in an existing folder.
  /// - Returns: The number of documents in the new file.
  package func exportDocuments(_ ids: [String]?, of name: String, to path: String)
    throws(StreamRefusal) -> Int
  {
    guard let draft = file(name)?.draft else { throw StreamRefusal("There is no file to export.") }
    if let folder = FilePath.missingFolders(of: path).first {
      throw StreamRefusal(
        "\(path): there is no folder \(folder); make it first, or name a file elsewhere.")
    }
    let file = ids.map { draft.excerpt(of: $0) } ?? draft
    do throws(StreamStoreError) {
      try StreamStore(path: path).save(file, over: .absent)
      return file.documents.count
    } catch {
      switch error {
      case .conflict, .broken:
        throw StreamRefusal("\(path) already exists; give the name of a new file.")
      default: throw StreamRefusal(error.description)
      }
    }
  }

  // MARK: Saving under another name

  /// The outcome of saving under another name.
  package enum SaveAsOutcome: Hashable, Sendable {
    /// All documents are in the new file, with their edits; `isOpen` if that file is open from now
    /// on. A folder stays open.
    case saved(isOpen: Bool)
    /// A stream file with that name exists. Ask the user before replacing it.
    case exists
    /// Nothing was saved, for this reason.
    case refused(String)
  }

  /// Saves all documents of a file, with their edits, in another file, which is open from then on.
  /// If the source is a folder, it stays open and its changes stay staged. The first file keeps its
  /// saved contents.
  ///
  /// - Parameters:
  ///   - name: The file's name in ``files``.
  ///   - path: The path of the other file.
  ///   - isReplacing: True to replace the documents of an existing file.
  package func saveAs(
    _ name: String, to path: String, replacing isReplacing: Bool = false
  ) -> SaveAsOutcome {
    guard let file = file(name), file.snapshot != nil else {
      return .refused("There is nothing to save.")
    }
    if let problem = file.edits.problems(in: file.saved).first { return .refused(problem) }
    let store = StreamStore(path: path)
    do throws(StreamStoreError) {
      let old: StreamStore.Snapshot = try isReplacing ? store.load() : .absent
      try store.save(file.draft, over: old)
    } catch {
      switch error {
      case .conflict where !isReplacing: return .exists
      case .broken: return .refused("\(path) exists with other contents; give another name.")
      default: return .refused(error.description)
      }
    }
    if case .local(let own) = source.address, own != name { return .saved(isOpen: false) }
    open(StreamSource(.local(path: path)))
    return .saved(isOpen: true)
  }
}

extension StreamWorkspace.SaveOutcome {
  fileprivate init(_ outcome: Result<Self, StreamRefusal>) {
    switch outcome {
    case .success(let outcome): self = outcome
    case .failure(let refusal): self = .refused([refusal.reason])
    }
  }
}

/// The outcome of an import: the documents of another file that were staged as new ones.
package struct StreamImport: Hashable, Sendable, CustomStringConvertible {
  /// The number of staged documents.
  package fileprivate(set) var newCount = 0
  /// The number of documents in the other file.
  package let count: Int
  /// The number of documents that already existed here.
  package fileprivate(set) var sameCount = 0
  /// The ids that belong to a different document here.
  package fileprivate(set) var clashes: [String] = []
  /// The number of unreadable documents.
  package let unreadCount: Int

  /// One sentence.
  package var description: String {
    var parts =
      newCount == 0
      ? ["Nothing new to import"] : ["\(newCount) of \(count) imported, not saved yet"]
    if sameCount > 0 {
      parts.append("\(sameCount) \(sameCount == 1 ? "was" : "were") already here")
    }
    if !clashes.isEmpty {
      let ids = clashes.map { "“\($0)”" }
      let shown = ids.count > 4 ? ids.prefix(3) + ["\(ids.count - 3) more"] : ids[...]
      parts.append("\(Array(shown).listed) left out, because the same id means something else here")
    }
    if unreadCount > 0 { parts.append("\(unreadCount) cannot be read") }
    return parts.joined(separator: "; ") + "."
  }
}

extension StreamStore.Reset: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .unneeded: "The defaults are already in the file."
    case .done(copy: nil): "The defaults are back."
    case .done(let copy?): "The defaults are back; the old file is kept as \(copy)."
    }
  }
}

extension StreamWorkspaceFile {
  /// Saves the staged changes.
  ///
  /// - Parameter id: The single document to save, with the new ones that it refers to; nil for all.
  fileprivate mutating func save(only id: String?) -> StreamWorkspace.SaveOutcome {
    var isMerged = false
    // The number of attempts is limited, in case another program keeps saving.
    for _ in 0..<5 {
      let saving = id.map { edits.part(with: $0) } ?? edits
      guard !saving.isEmpty, let snapshot else { return .nothing }
      guard let target else {
        return .refused(["\(name): it is read-only; export your changes."])
      }
      let problems = saving.problems(in: saved)
      if !problems.isEmpty { return .refused(problems) }
      let conflicts = saving.conflicts(with: saved)
      if !conflicts.isEmpty { return .conflicts(conflicts) }
      do throws(StreamStoreError) {
        becomeSaved(
          as: try target.save(saving.draft(of: saved), over: snapshot),
          leaving: edits.without(saving))
        return .saved(count: saving.count, isMerged: isMerged)
      } catch {
        guard case .conflict = error else { return .refused([error.description]) }
        isMerged = true
        do throws(StreamRefusal) { try adoptTheirs(of: target) } catch {
          return .refused([error.reason])
        }
      }
    }
    return .refused(["\(name): other programs keep saving it; nothing was saved, try again."])
  }

  /// Replaces the file by the default documents.
  fileprivate mutating func reset() -> Result<StreamStore.Reset, StreamRefusal> {
    guard let store = target as? StreamStore else {
      return .failure(StreamRefusal("\(name): only a file of this machine can be reset."))
    }
    do throws(StreamStoreError) {
      let outcome = try store.reset()
      becomeSaved(as: try store.load())
      return .success(outcome)
    } catch { return .failure(StreamRefusal(error.description)) }
  }

  /// Stages the documents of another file as new ones.
  fileprivate mutating func importDocuments(
    from address: String, _ transport: (any Transport)?
  ) -> Result<StreamImport, StreamRefusal> {
    let other: StreamDocumentFile
    do throws(StreamStoreError) {
      other = try StreamAddress(address).target(transport).load().file
    } catch { return .failure(StreamRefusal(error.description)) }
    let draft = draft
    var outcome = StreamImport(
      count: other.entries.count, unreadCount: other.entries.count - other.documents.count)
    for document in other.documents {
      if let own = draft[document.id] {
        if own == document { outcome.sameCount += 1 } else { outcome.clashes.append(document.id) }
        continue
      }
      var form = StreamForm(document)
      form.origin = nil
      edits.stage(form, in: saved)
      outcome.newCount += 1
    }
    return .success(outcome)
  }

  /// Adopts the saved contents of the file, with the remaining changes.
  private mutating func becomeSaved(
    as new: StreamStore.Snapshot, leaving left: StreamEdits = StreamEdits()
  ) {
    edits = left
    loadProblem = nil
    _ = adopt(new)
  }

  /// Adopts the version that another program has saved, as the base of the changes here.
  private mutating func adoptTheirs(of target: any StreamTarget) throws(StreamRefusal) {
    do throws(StreamStoreError) { _ = adopt(try target.load()) } catch {
      guard case .missing = error else {
        loadProblem = error
        throw StreamRefusal(error.description)
      }
      snapshot = StreamStore.Snapshot(file: saved, bytes: nil)
      throw StreamRefusal("\(name): another program has removed it; save again to recreate it.")
    }
  }
}
