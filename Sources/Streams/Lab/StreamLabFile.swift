import Reactive

/// A file of documents in a lab: its contents, and its unsaved changes.
public struct StreamLabFile: Sendable {
  /// The store that it is loaded from and saved to.
  public let store: StreamStore
  /// True if it can be saved.
  public let isWritable: Bool
  /// Its contents when it was last read without an error; nil before that.
  public internal(set) var snapshot: StreamStore.Snapshot?
  /// The reason why it cannot be read now; nil if it can.
  public internal(set) var loadProblem: StreamStoreError?
  /// The unsaved changes.
  public internal(set) var edits = StreamEdits()
  /// The documents whose unsaved changes run already.
  private(set) var tried: Set<String> = []
  /// The part of it to run; nil before it was read.
  var content: StreamLabContent?
  /// The numbers of documents' contents.
  private let versions: Locked<StreamVersions>
  /// The ids of the inputs that are bound.
  private let bound: Set<String>

  /// The file's name.
  public var name: String { store.path }
  /// The documents as they are saved.
  public var saved: StreamDocumentFile { snapshot?.file ?? StreamDocumentFile(name: name) }
  /// The documents with the changes in them.
  public var draft: StreamDocumentFile { edits.draft(of: saved) }
  /// The documents that another program has changed, too.
  public var conflicts: [StreamEdits.Conflict] { edits.conflicts(with: saved) }

  init(
    _ path: String, of place: StreamSource, _ versions: Locked<StreamVersions>, bound: Set<String>
  ) {
    (store, isWritable) = (StreamStore(path: path), place.isWritable)
    (self.versions, self.bound) = (versions, bound)
  }

  /// Takes in the result of loading it.
  ///
  /// - Parameter prepared: The part of it to run, if that is known already.
  /// - Returns: True if the documents have changed.
  mutating func adopt(_ update: StreamStore.Update, _ prepared: StreamLabContent?) -> Bool {
    do throws(StreamStoreError) {
      let new = try update.get()
      loadProblem = nil
      return adopt(new, prepared)
    } catch {
      loadProblem = error
      return false
    }
  }

  /// Takes in the present contents of the file.
  ///
  /// - Returns: True if the documents have changed.
  mutating func adopt(
    _ new: StreamStore.Snapshot, _ prepared: StreamLabContent? = nil
  ) -> Bool {
    // The same bytes are the same documents.
    if let snapshot, new.bytes == snapshot.bytes, new.bytes != nil || new == snapshot {
      return false
    }
    snapshot = new
    edits.dropWhatIsSaved(in: new.file)
    content = prepared ?? StreamLabContent(new.file, versions, bound: bound)
    if !tried.isEmpty { renewTrial() }
    return true
  }

  /// Lets a document run as it is edited, until it is saved or its change is dropped.
  mutating func tryOut(_ id: String) { tried.insert(id) }

  /// Makes the part to run of what is saved and of the changes that run already.
  mutating func renewTrial() {
    tried = tried.filter { edits.contains($0) }
    var trial = saved
    for id in tried {
      if let document = try? edits.form(id)?.document() { trial.replace(document) }
    }
    content = StreamLabContent(trial, versions, bound: bound)
  }
}
