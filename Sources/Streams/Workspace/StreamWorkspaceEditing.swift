/// Editing: forms are staged, and saved at the user's request.
extension StreamWorkspace {
  /// The outcome of an attempt to save.
  package enum SaveOutcome: Hashable, Sendable {
    /// Nothing was changed.
    case nothing
    /// A number of documents were saved; `isMerged` if another program has saved others meanwhile,
    /// which were kept, too.
    case saved(count: Int, isMerged: Bool)
    /// Nothing was saved, for these reasons.
    case refused([String])
    /// Nothing was saved: another program has changed these documents, too.
    case conflicts([StreamEdits.Conflict])
  }

  /// The state of a document that may have been changed.
  package enum SaveState: String, Sendable {
    /// The document has no unsaved changes.
    case saved
    /// The document is changed.
    case changed
    /// The document is new, and has not been saved.
    case new
    /// The document will be removed.
    case removed
  }

  /// The file with a name.
  package func file(_ name: String) -> StreamWorkspaceFile? { files.first { $0.name == name } }

  /// True if there are unsaved changes.
  package var hasChanges: Bool { files.contains { !$0.edits.isEmpty } }
  /// The number of documents with unsaved changes.
  package var changeCount: Int { files.reduce(0) { $0 + $1.edits.count } }

  /// Returns the state of a document.
  package func saveState(of key: StreamKey) -> SaveState {
    guard let file = file(key.file), file.edits.contains(key.id) else { return .saved }
    if file.edits.removes(key.id) { return .removed }
    return file.edits.newForms.contains { $0.id == key.id } ? .new : .changed
  }

  /// Returns the form of a document, edited or as saved; nil if it will be removed.
  package func form(of key: StreamKey) -> StreamForm? {
    guard let file = file(key.file), !file.edits.removes(key.id) else { return nil }
    return file.edits.form(key.id) ?? file.saved[key.id].map(StreamForm.init)
  }

  /// Returns true if an unchanged form differs from the saved version of its document.
  package func isOutdated(_ form: StreamForm, in name: String) -> Bool {
    let file = file(name)
    return file?.edits.contains(form.id) != true && file?.saved[form.id] != form.origin
  }

  /// Returns the documents to choose from in a form of a file.
  package func options(in file: String) -> [StreamForm.Option] {
    (self.file(file)?.draft.documents ?? []).map {
      StreamForm.Option(value: $0.id, label: $0.title)
    }
  }

  /// Returns the results of an edited document for the first values.
  package func preview(of form: StreamForm, in file: String) -> StreamPreview {
    StreamPreview(of: form, in: self.file(file)?.draft ?? StreamDocumentFile())
  }

  // MARK: Staging

  /// Stages an edited document.
  package func stage(_ form: StreamForm, in file: String) {
    change(StreamKey(file: file, id: form.id), as: .form) { $0.edits.stage(form, in: $0.saved) }
  }

  /// Stages a new document in a file.
  package func makeNew(_ kind: StreamDocument.Kind, in file: String) -> StreamKey? {
    guard let draft = self.file(file)?.draft else { return nil }
    return add(StreamForm(new: kind, in: draft), to: file)
  }

  /// Stages a copy of a document.
  package func duplicate(_ key: StreamKey) -> StreamKey? {
    guard var form = form(of: key) else { return nil }
    form.name = "\(form.title) copy"
    form.origin = nil
    return add(form, to: key.file)
  }

  /// Stages a new document, with a free id.
  private func add(_ form: StreamForm, to name: String) -> StreamKey? {
    guard let file = file(name) else { return nil }
    var form = form
    form.id = file.edits.freeID(like: form.id, in: file.draft)
    let key = StreamKey(file: name, id: form.id)
    change(key, as: .other) { $0.edits.stage(form, in: $0.saved) }
    return key
  }

  /// Stages the removal of a document, unless others need it.
  package func remove(_ key: StreamKey) throws(StreamRefusal) {
    guard let file = file(key.file) else { return }
    let users = file.draft.documents.filter { document in
      document.id != key.id && document.references.contains { $0.id == key.id }
    }
    guard users.isEmpty else {
      let title = file.draft[key.id]?.title ?? key.id
      let names = users.prefix(3).map { "“\($0.title)”" } + (users.count > 3 ? ["others"] : [])
      throw StreamRefusal(
        "“\(title)” is needed by \(names.listed); change or remove "
          + (users.count == 1 ? "that first." : "those first."))
    }
    change(key, as: .other) { $0.edits.remove(key.id, in: $0.saved) }
  }

  /// Drops the staged changes of a document.
  package func discard(_ key: StreamKey) {
    guard file(key.file)?.edits.contains(key.id) == true else { return }
    change(key, as: .other) { $0.edits.discard(key.id) }
  }

  /// Drops all staged changes.
  package func discardAll() {
    for name in files.map(\.name) { change(name) { $0.edits = StreamEdits() } }
  }

  /// Changes a file; if that changes the running documents, everything runs again.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - nanoseconds: The time to run up to, if it is later than the current time.
  ///   - body: The change.
  func change(
    _ name: String, upTo nanoseconds: Int = 0, _ body: (inout StreamWorkspaceFile) -> Void
  ) {
    guard let index = files.firstIndex(where: { $0.name == name }) else { return }
    let before = files[index].content?.versions
    body(&files[index])
    guard !files[index].tried.isEmpty else { return objectWillChange.send() }
    files[index].renewTrial()
    if files[index].content?.versions == before {
      objectWillChange.send()
    } else {
      rerun(upTo: nanoseconds)
    }
  }

  /// Decides a conflict about a document that another program has changed, too.
  ///
  /// - Returns: The id of the document that now has the user's version; nil if it is dropped.
  @discardableResult package func decide(
    _ conflict: StreamEdits.Conflict, _ decision: StreamEdits.Decision, in file: String
  ) -> String? {
    var id: String?
    change(file) { id = $0.edits.decide(conflict.id, decision, in: $0.saved) }
    return id
  }
}
