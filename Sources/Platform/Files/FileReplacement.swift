/// A file that is written in pieces, and gets its name only once it is complete.
///
///     let file = try FileReplacement(path: path)
///     try file.write(bytes)
///     try file.commit()
///
/// Until then there is a private file in its folder, without a name if the system supports that. It
/// is removed if this value is dropped without a `commit`; if the program dies, the next
/// replacement of this file removes the rest (see `TemporaryFile`). The previous file is replaced
/// in one step; its owner, group, mode and extended attributes are taken over. Memory does not grow
/// with the file, unlike with ``AtomicFile``.
package struct FileReplacement: ~Copyable {
  private let path: String
  private let temporary: TemporaryFile
  private var isOpen: Bool

  /// Makes an empty file in the folder of the path.
  ///
  /// - Parameters:
  ///   - path: The path; a symbolic link is followed, and not replaced.
  ///   - mode: The permissions of a file that is created, before the process's mask.
  package init(path: String, mode: UInt32 = 0o666) throws(FileReplacementError) {
    (self.path, temporary) = try FileReplacement.prepare(path, mode)
    isOpen = true
  }

  deinit { if isOpen { temporary.remove() } }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(FileReplacementError) {
    guard FileOperations.live.writeWholly(temporary.file, bytes) == 0 else {
      throw FileReplacementError(path: path)
    }
  }

  /// Gives the file its name.
  package consuming func commit() throws(FileReplacementError) {
    guard FileOperations.live.synchronizeWholly(temporary.file) == 0, temporary.giveName(),
      rename(temporary.path, path) == 0
    else { throw FileReplacementError(path: path) }
    isOpen = false
    close(temporary.file)
    FilePath.synchronize(FilePath.folder(of: path))
  }

  /// Returns the path with symbolic links resolved, and the file that will be there.
  private static func prepare(
    _ given: String, _ mode: UInt32
  ) throws(FileReplacementError) -> (String, TemporaryFile) {
    do throws(FileFailure) {
      var file = try AtomicFile(path: given)
      file.creation = FileCreation(mode: mode & ~CreationMask.current)
      let old = try file.open(O_RDONLY)
      defer { if let old { close(old) } }
      if let old {
        _ = try file.checkedSize(of: old)
        guard access(file.path, W_OK) == 0 else { throw FileFailure(path: file.path) }
      }
      TemporaryFile.removeLeftovers(beside: file.path)
      let temporary = try TemporaryFile(beside: file.path)
      do throws(FileFailure) { try file.prepare(temporary, old) } catch {
        temporary.remove()
        throw error
      }
      return (file.path, temporary)
    } catch { throw FileReplacementError(path: given, reason: error.reason) }
  }
}

/// The reason why a file could not be replaced.
package struct FileReplacementError: Error, Equatable, CustomStringConvertible {
  /// The file.
  package let path: String
  /// The system's message.
  package let reason: String

  init(path: String, reason: String = SystemError().reason) {
    (self.path, self.reason) = (path, reason)
  }

  package var description: String {
    "\(path): cannot be written: \(reason). There is nothing new under this name; check the "
      + "folder, its permissions and the disk."
  }
}
