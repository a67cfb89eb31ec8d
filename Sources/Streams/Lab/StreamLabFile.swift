import Reactive

/// A file of documents as a lab knows it: what it holds, and what is to become of it.
public struct StreamLabFile {
  /// Where it is loaded from and saved to.
  public let store: StreamStore
  /// Whether it can be saved.
  public internal(set) var isWritable: Bool
  /// What it was when it was last read without an error; nil before that.
  public internal(set) var snapshot: StreamStore.Snapshot?
  /// Why it cannot be read as it is now; nil if it can.
  public internal(set) var loadProblem: StreamStoreError?
  /// What has been changed and not saved.
  public internal(set) var edits = StreamEdits()
  /// What is to be run of it; nil before it was read.
  var content: StreamLabContent?
  /// What documents are, in numbers.
  private let versions: Locked<StreamVersions>

  /// The file's name.
  public var name: String { store.path }
  /// The documents as they are saved.
  public var saved: StreamDocumentFile { snapshot?.file ?? StreamDocumentFile(name: name) }
  /// The documents with the changes in them.
  public var draft: StreamDocumentFile { edits.draft(of: saved) }
  /// The documents that somebody else has changed, too.
  public var conflicts: [StreamEdits.Conflict] { edits.conflicts(with: saved) }

  init(_ content: StreamPlace.Content, _ versions: Locked<StreamVersions>) {
    (store, isWritable, self.versions) = (content.store, content.isWritable, versions)
  }

  /// Takes in what loading it gave.
  ///
  /// - Parameter prepared: What is to be run of it, if that is known already.
  /// - Returns: Whether the documents are others than before.
  mutating func adopt(_ content: StreamPlace.Content, _ prepared: StreamLabContent? = nil) -> Bool {
    isWritable = content.isWritable
    do throws(StreamStoreError) {
      let new = try content.update.get()
      loadProblem = nil
      return adopt(new, prepared)
    } catch {
      loadProblem = error
      return false
    }
  }

  /// Takes in what the file is now.
  ///
  /// - Returns: Whether the documents are others than before.
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
