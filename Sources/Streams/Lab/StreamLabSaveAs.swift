/// Saving under another name.
extension StreamLabViewModel {
  /// The outcome of saving under another name.
  public enum SaveAsOutcome: Hashable, Sendable {
    /// All documents are in the new file, the changed ones as they are edited; `isOpen` if the lab
    /// works with that file from now on. It goes on with a folder.
    case saved(isOpen: Bool)
    /// There is a file of streams of that name. Ask the user before it is replaced.
    case exists
    /// Nothing was saved, for this reason.
    case refused(String)
  }

  /// Saves all documents of a file, as they are edited, in another file. That is what the lab shows
  /// and saves then, unless its place is a folder: then its changes stay staged. The first file
  /// stays as it was saved.
  ///
  /// - Parameters:
  ///   - name: The file's name in ``files``.
  ///   - path: The path of the other file.
  ///   - isReplacing: True to replace the documents of a file that exists.
  public func saveAs(
    _ name: String, to path: String, replacing isReplacing: Bool = false
  ) -> SaveAsOutcome {
    guard let file = file(name), file.snapshot != nil else {
      return .refused("There is nothing to save.")
    }
    let problems = file.edits.problems(in: file.saved)
    if let problem = problems.first { return .refused(problem) }
    let store = StreamStore(path: path)
    do throws(StreamStoreError) {
      let old: StreamStore.Snapshot = try isReplacing ? store.load() : .absent
      try store.save(file.draft, over: old)
    } catch {
      switch error {
      case .conflict where !isReplacing: return .exists
      case .broken:
        return .refused("\(path) is there and holds something else; give another name.")
      default: return .refused(error.description)
      }
    }
    if case .local(let place) = place.address, place != name {
      return .saved(isOpen: false)
    }
    open(StreamSource(.local(path: path)))
    return .saved(isOpen: true)
  }
}
