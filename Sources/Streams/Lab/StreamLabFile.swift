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
  /// The part of it to run; nil before it was read.
  var content: StreamLabContent?
  /// The numbers of documents' contents.
  private let versions: Locked<StreamVersions>

  /// The file's name.
  public var name: String { store.path }
  /// The documents as they are saved.
  public var saved: StreamDocumentFile { snapshot?.file ?? StreamDocumentFile(name: name) }
  /// The documents with the changes in them.
  public var draft: StreamDocumentFile { edits.draft(of: saved) }
  /// The documents that another program has changed, too.
  public var conflicts: [StreamEdits.Conflict] { edits.conflicts(with: saved) }

  init(_ path: String, of place: StreamSource, _ versions: Locked<StreamVersions>) {
    (store, isWritable) = (StreamStore(path: path), place.isWritable)
    self.versions = versions
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
    content = prepared ?? StreamLabContent(new.file, versions)
    edits.dropWhatIsSaved(in: new.file)
    return true
  }
}
