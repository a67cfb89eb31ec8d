import Formats

/// Unsaved changes to a file's documents, each with the document that it changes.
///
///     var edits = StreamEdits()
///     edits.stage(form, in: file)
///     edits.draft(of: file)  // the file with the changes in it
///
/// They are separate from the file, which may change meanwhile: another program's changes to other
/// documents are kept, and those to the same document are a conflict for the user to decide.
package struct StreamEdits: Hashable, Sendable {
  /// A changed document.
  struct Edit: Hashable, Sendable {
    /// The document before the first change; nil for a new one.
    var original: StreamDocument?
    /// The changed form; nil to remove the document.
    var form: StreamForm?
    /// The JSON of an unreadable document to remove; its key is its name in
    /// ``StreamDocumentFile/unread``.
    var unread: JSONValue?
  }

  /// A document that both the user and another program have changed.
  package struct Conflict: Hashable, Sendable, Identifiable {
    /// The document's id.
    package let id: String
    /// The user's version; nil if it is removed or unreadable.
    package let mine: StreamDocument?
    /// The other version; nil if it is removed.
    package let theirs: StreamDocument?
  }

  /// A decision about a conflict.
  package enum Decision: Hashable, Sendable, CaseIterable {
    /// The user's version replaces the other.
    case mine
    /// The other version stays, and the user's changes are dropped.
    case theirs
    /// The other version stays, and the user's becomes a new document.
    case both
  }

  private var edits: [String: Edit] = [:]
  /// The ids of new documents, in the order in which they were made.
  private var added: [String] = []

  /// Makes an empty set of changes.
  package init() {}

  /// True if there are no changes.
  package var isEmpty: Bool { edits.isEmpty }
  /// The number of changed documents.
  package var count: Int { edits.count }

  /// Returns true if a document is changed, new or about to be removed.
  package func contains(_ id: String) -> Bool { edits[id] != nil }
  /// Returns true if a document is about to be removed.
  package func removes(_ id: String) -> Bool { edits[id].map { $0.form == nil } ?? false }
  /// Returns the form of a changed document.
  package func form(_ id: String) -> StreamForm? { edits[id]?.form }
  /// The forms of new documents, in the order in which they were made.
  package var newForms: [StreamForm] { added.compactMap { edits[$0]?.form } }

  // MARK: Changing

  /// Stages an edited document, unless it equals the original or the one in the file.
  ///
  /// The change applies to the document that the form was made from. If the file's document has
  /// changed since, that is a conflict.
  package mutating func stage(_ form: StreamForm, in file: StreamDocumentFile) {
    let original = edits[form.id].map(\.original) ?? form.origin
    let document = try? form.document()
    for case let known? in [original, file[form.id]]
    where document == known || form == StreamForm(known) { return discard(form.id) }
    if edits[form.id] == nil {
      edits[form.id] = Edit(original: original)
      if original == nil { added.append(form.id) }
    }
    edits[form.id]!.form = form
  }

  /// Renames the unreadable documents to remove, in a file that may have changed, and forgets those
  /// that are no longer there.
  private mutating func settleUnread(in file: StreamDocumentFile) {
    for case (let id, let json?) in edits.mapValues(\.unread) {
      let edit = edits.removeValue(forKey: id)
      if let name = file.unreadName(of: json) { edits[name] = edit }
    }
  }

  /// Stages the removal of a document, which may be unreadable.
  package mutating func remove(_ id: String, in file: StreamDocumentFile) {
    guard let saved = file[id] else {
      discard(id)
      return edits[id] = file.unreadJSON(id).map { Edit(unread: $0) }
    }
    edits[id] = Edit(original: edits[id]?.original ?? saved)
  }

  /// Drops the change of a document.
  package mutating func discard(_ id: String) {
    edits[id] = nil
    added.removeAll { $0 == id }
  }

  // MARK: The file

  /// Returns the file with the changes applied; a document whose edited form is unreadable keeps
  /// its old one.
  package func draft(of file: StreamDocumentFile) -> StreamDocumentFile {
    var draft = file
    let new = Set(added)
    var removed: Set<String> = []
    for (id, edit) in edits where !new.contains(id) && edit.unread == nil {
      if let document = try? edit.form?.document() {
        draft.replace(document)
      } else if edit.form == nil {
        removed.insert(id)
      }
    }
    draft.remove(removed)
    draft.removeUnread(Set(edits.values.compactMap(\.unread)))
    for form in newForms { if let document = try? form.document() { draft.replace(document) } }
    return draft
  }

  /// Returns the reasons why the changes cannot be saved, a sentence each: unreadable documents,
  /// and references that the changes make dangling or circular.
  package func problems(in file: StreamDocumentFile) -> [String] {
    var problems: [String] = []
    for edit in edits.values {
      guard let form = edit.form, let (field, problem) = form.firstProblem else { continue }
      problems.append("\(form.title): \(form.path(of: field)): \(problem.shortDescription)")
    }
    let known = Set(file.errors.map(\.reason))
    let draft = draft(of: file).errors.filter { !known.contains($0.reason) }
    return problems.sorted() + draft.map(\.description)
  }

  // MARK: Some of them

  /// Returns the change to one document, with those of the new documents that it refers to; empty
  /// if it is unchanged.
  func part(with id: String) -> StreamEdits {
    var part = StreamEdits()
    var open = [id]
    while let id = open.popLast() {
      guard !part.contains(id), contains(id) else { continue }
      part.edits[id] = edits[id]
      let document = try? edits[id]?.form?.document()
      open += (document?.references ?? []).map(\.id).filter(added.contains)
    }
    part.added = added.filter { part.edits[$0] != nil }
    return part
  }

  /// Returns these changes without those to some documents.
  func without(_ others: StreamEdits) -> StreamEdits {
    var rest = self
    for id in others.edits.keys { rest.discard(id) }
    return rest
  }

  // MARK: Changes by others

  /// Returns the documents that have been changed both here and in the file.
  package func conflicts(with file: StreamDocumentFile) -> [Conflict] {
    edits.sorted { $0.key < $1.key }.compactMap { id, edit in
      let theirs = file[id]
      guard edit.unread == nil, theirs != edit.original else { return nil }
      let mine = try? edit.form?.document()
      return theirs != nil && mine == theirs ? nil : Conflict(id: id, mine: mine, theirs: theirs)
    }
  }

  /// Drops the changes that another program has made in the same way.
  package mutating func dropWhatIsSaved(in file: StreamDocumentFile) {
    settleUnread(in: file)
    let left = edits.filter { id, edit in
      if edit.unread != nil { return true }
      let isSaved =
        edit.form == nil
        ? file[id] == nil : file[id] != nil && (try? edit.form?.document()) == file[id]
      return !isSaved
    }
    guard left.count < edits.count else { return }
    edits = left
    added.removeAll { left[$0] == nil }
  }

  /// Returns these changes together with those that were staged after these were copied.
  ///
  /// - Parameters:
  ///   - old: The changes from which these were made.
  ///   - new: The changes that were staged since.
  ///   - file: The current file.
  func withChanges(
    from old: StreamEdits, to new: StreamEdits, in file: StreamDocumentFile
  ) -> StreamEdits {
    guard new != old else { return self }
    var all = self
    for (id, edit) in new.edits where old.edits[id] != edit {
      all.edits[id] = edit
      if edit.unread == nil { all.decide(id, .mine, in: file) }
    }
    for id in old.edits.keys where new.edits[id] == nil { all.discard(id) }
    all.settleUnread(in: file)
    return all
  }

  /// Decides a conflict.
  ///
  /// - Returns: The id of the document that now has the user's version; nil if it is dropped.
  @discardableResult package mutating func decide(
    _ id: String, _ decision: Decision, in file: StreamDocumentFile
  ) -> String? {
    guard let edit = edits[id] else { return nil }
    switch decision {
    case .mine:
      edits[id]!.original = file[id]
      if file[id] == nil {
        if edit.form == nil { discard(id) } else if !added.contains(id) { added.append(id) }
      } else {
        added.removeAll { $0 == id }
      }
      return id
    case .theirs:
      discard(id)
      return nil
    case .both:
      discard(id)
      guard var form = edit.form else { return nil }
      form.id = freeID(like: id, in: file)
      form.name = "\(form.title) (mine)"
      edits[form.id] = Edit(form: form)
      added.append(form.id)
      return form.id
    }
  }

  /// Returns an id that neither the file nor a new document has.
  func freeID(like id: String, in file: StreamDocumentFile) -> String {
    var id = file.freeID(like: id)
    var number = 2
    while edits[id] != nil {
      id = file.freeID(like: "\(id)-\(number)")
      number += 1
    }
    return id
  }
}

extension StreamDocumentError {
  /// The reason, with the column of an expression.
  package var shortDescription: String {
    expressionColumn.map { "column \($0): \(reason)" } ?? reason
  }
}
