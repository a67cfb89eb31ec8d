import Fetching
import Reactive

/// A file of documents in a workspace: its contents, and its unsaved changes.
package struct StreamWorkspaceFile: Sendable {
  /// The file's path, or its URL without secrets.
  package let name: String
  /// The target for loading and saving; nil for a URL without a transport.
  let target: (any StreamTarget)?
  /// Its contents when it was last read without an error; nil before that.
  package internal(set) var snapshot: StreamStore.Snapshot?
  /// The reason why the file is currently unreadable; nil if it can be read.
  package internal(set) var loadProblem: StreamStoreError?
  /// The number of times that new contents have been read.
  package private(set) var version = 0
  /// The unsaved changes.
  package internal(set) var edits = StreamEdits()
  /// The documents whose unsaved changes already run.
  private(set) var tried: Set<String> = []
  /// The runnable part of the file; nil before it has been read.
  var content: StreamWorkspaceContent?
  /// The numbers of documents' contents.
  private let versions: Locked<StreamVersions>
  /// The ids of the bound inputs.
  private let bound: Set<String>

  /// True if it can be saved.
  package var isWritable: Bool { target != nil }
  /// True if the file does not exist yet and saving creates it.
  package var isNew: Bool { isWritable && snapshot.map { $0.bytes == nil } ?? false }
  /// The saved documents.
  package var saved: StreamDocumentFile { snapshot?.file ?? StreamDocumentFile(name: name) }
  /// The documents with the unsaved changes applied.
  package var draft: StreamDocumentFile { edits.draft(of: saved) }
  /// The documents that another program has changed, too.
  package var conflicts: [StreamEdits.Conflict] { edits.conflicts(with: saved) }

  init(
    _ path: String, of source: StreamSource, _ versions: Locked<StreamVersions>, bound: Set<String>
  ) {
    name = path
    let address =
      if case .local = source.address { StreamAddress.local(path: path) } else { source.address }
    target = try? address.target(source.transport)
    (self.versions, self.bound) = (versions, bound)
  }

  /// Adopts the result of loading the file.
  ///
  /// - Parameter prepared: The runnable part, if it is known already.
  /// - Returns: True if the documents have changed.
  mutating func adopt(_ update: StreamStore.Update, _ prepared: StreamWorkspaceContent?) -> Bool {
    do throws(StreamStoreError) {
      let new = try update.get()
      loadProblem = nil
      return adopt(new, prepared)
    } catch {
      loadProblem = error
      return false
    }
  }

  /// Adopts the current contents of the file.
  ///
  /// - Returns: True if the documents have changed.
  mutating func adopt(
    _ new: StreamStore.Snapshot, _ prepared: StreamWorkspaceContent? = nil
  ) -> Bool {
    // Equal bytes contain equal documents.
    if let snapshot, new.bytes == snapshot.bytes, new.bytes != nil || new == snapshot {
      self.snapshot = new
      return false
    }
    snapshot = new
    version += 1
    edits.dropWhatIsSaved(in: new.file)
    content = prepared ?? StreamWorkspaceContent(new.file, versions, bound: bound)
    if !tried.isEmpty { renewTrial() }
    return true
  }

  /// Runs the edited version of a document until it is saved or its change is dropped.
  mutating func tryOut(_ id: String) { tried.insert(id) }

  /// Makes the runnable part from the saved documents and the changes that already run.
  mutating func renewTrial() {
    tried = tried.filter { edits.contains($0) }
    var trial = saved
    for id in tried {
      if let document = try? edits.form(id)?.document() { trial.replace(document) }
    }
    content = StreamWorkspaceContent(trial, versions, bound: bound)
  }
}

/// A file or URL for loading and saving documents.
protocol StreamTarget: Sendable {
  /// True if access may take as long as a network request.
  var isRemote: Bool { get }
  func load() throws(StreamStoreError) -> StreamStore.Snapshot
  func save(_ file: StreamDocumentFile, over snapshot: StreamStore.Snapshot)
    throws(StreamStoreError) -> StreamStore.Snapshot
}

extension StreamStore: StreamTarget { var isRemote: Bool { false } }
extension StreamPublication: StreamTarget { var isRemote: Bool { true } }

extension StreamAddress {
  /// Returns the target of the address.
  ///
  /// - Parameter transport: The transport that fetches a URL.
  /// - Throws: `StreamStoreError.unreachable` for a URL without a transport.
  func target(_ transport: (any Transport)?) throws(StreamStoreError) -> any StreamTarget {
    switch self {
    case .local(let path): return StreamStore(path: path)
    case .web(let url):
      guard let transport else {
        throw .unreachable(.failed(HTTPRequest(url).address, reason: "URLs are not fetched here"))
      }
      return StreamPublication(url: url, transport: transport)
    }
  }
}
