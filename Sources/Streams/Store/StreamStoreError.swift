import Fetching

/// The reason why a file of documents cannot be loaded or saved; its description includes the
/// remedy.
public enum StreamStoreError: Error, Equatable, Sendable {
  /// The file is missing.
  case missing(path: String)
  /// The file cannot be read; `reason` is the system's message.
  case unreadable(path: String, reason: String)
  /// The file as a whole is not a file of documents.
  case broken(StreamDocumentError)
  /// The file could not be written, and is unchanged.
  case cannotWrite(path: String, reason: String)
  /// A server accepted the file, but stored something else, or nothing.
  case unkept(path: String, reason: String)
  /// Another program held the file's lock for ten seconds.
  case locked(path: String)
  /// Another program has written the file since it was loaded; nothing was saved.
  case conflict(path: String, mine: StreamDocumentFile, theirs: StreamDocumentFile)
  /// A URL did not respond.
  case unreachable(TransportError)
  /// A server responded without a file; `url` is the URL without secrets.
  case refused(url: String, status: Int)
}

extension StreamStoreError: CustomStringConvertible {
  /// One sentence with the file's name.
  public var description: String {
    switch self {
    case .missing(let path): "\(path): there is no such file; check the spelling and the folder"
    case .unreadable(let path, let reason): "\(path): cannot be read (\(reason))"
    case .broken(let error): error.description
    case .cannotWrite(let path, let reason):
      "\(path): cannot be written (\(reason)); the file is unchanged"
    case .unkept(let path, let reason):
      "\(path): was not saved (\(reason)); check what the server has, and export your changes"
    case .locked(let path):
      "\(path): another program has held its lock for ten seconds; nothing was saved"
    case .conflict(let path, let mine, let theirs):
      "\(path): another program has changed it, so nothing was saved; "
        + "\(StreamStoreError.difference(mine, theirs))"
    case .unreachable(let error): error.description
    case .refused(let url, let status):
      "\(url): the server returned status \(status) instead of a file; check the address"
    }
  }

  /// Returns the documents that differ between two versions of a file.
  private static func difference(_ mine: StreamDocumentFile, _ theirs: StreamDocumentFile) -> String
  {
    let ids = (mine.documents + theirs.documents).map(\.id)
    var seen: Set<String> = []
    let different = ids.filter { seen.insert($0).inserted && mine[$0] != theirs[$0] }
    return different.isEmpty
      ? "no readable document differs"
      : "these documents differ: \(different.map { "“\($0)”" }.listed)"
  }
}
