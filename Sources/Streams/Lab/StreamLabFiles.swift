/// Reset, import and export.
extension StreamLabViewModel {
  /// Replaces a file by the default documents, and drops its staged changes. The old contents are
  /// kept beside it, in a file with `.old` behind its name, or `.old.2` and so on if such a file
  /// exists already. Ask the user first.
  ///
  /// - Returns: The outcome, in a sentence.
  public func reset(_ name: String) -> String {
    guard let index = files.firstIndex(where: { $0.name == name }) else { return "" }
    let store = files[index].store
    do throws(StreamStoreError) {
      let outcome = try store.reset()
      runSaved(try store.load(), index)
      switch outcome {
      case .unneeded: return "The defaults are there already."
      case .done(copy: nil): return "The defaults are back."
      case .done(let copy?): return "The defaults are back; what was there is kept in \(copy)."
      }
    } catch { return error.description }
  }

  /// Stages the documents of another file as new ones.
  ///
  /// - Returns: The outcome, in a sentence.
  public func importDocuments(from path: String, into name: String) -> String {
    guard let file = file(name) else { return "There is no file to import into." }
    do throws(StreamStoreError) {
      let other = try StreamStore(path: path).load().file
      let draft = file.draft
      var (new, same, clashes) = ([StreamDocument](), 0, [String]())
      for document in other.documents {
        if let own = draft[document.id] {
          if own == document { same += 1 } else { clashes.append("“\(document.id)”") }
        } else {
          new.append(document)
        }
      }
      change(name) { entry in
        for document in new {
          var form = StreamForm(document)
          form.origin = nil
          entry.edits.stage(form, in: entry.saved)
        }
      }
      var parts =
        new.isEmpty
        ? ["Nothing new to import"]
        : ["\(new.count) of \(other.entries.count) imported, not saved yet"]
      if same > 0 { parts.append("\(same) \(same == 1 ? "was" : "were") here already") }
      if !clashes.isEmpty {
        let ids =
          clashes.count > 4 ? clashes.prefix(3) + ["\(clashes.count - 3) more"] : clashes[...]
        parts.append("\(Array(ids).listed) left out, because the same id means something else here")
      }
      let broken = other.entries.count - other.documents.count
      if broken > 0 { parts.append("\(broken) cannot be read") }
      return parts.joined(separator: "; ") + "."
    } catch { return error.description }
  }

  /// Writes documents in their edited form, and all that they refer to, into a new file.
  ///
  /// - Parameters:
  ///   - ids: The documents; nil for all.
  ///   - name: The file that contains them.
  ///   - path: The new file, which must not exist.
  /// - Returns: The outcome, in a sentence.
  public func exportDocuments(_ ids: [String]?, of name: String, to path: String) -> String {
    guard let draft = file(name)?.draft else { return "There is no file to export." }
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
