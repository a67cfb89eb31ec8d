/// The files at paths, and the folders in between.
package enum FilePath {
  /// The folder of a file.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component of a path.
  package static func name(of path: String) -> String {
    path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
  }

  /// The path after symbolic links have been followed. The file need not exist.
  ///
  /// In a folder with the sticky bit, where every user may create files, a link is followed only if
  /// it belongs to this user or to the folder's owner, wherever it is in the path. The kernel also
  /// has this rule (`fs.protected_symlinks`), but not for links that it is not asked to follow.
  package static func resolvingLinks(_ path: String) throws(FileFailure) -> String {
    var links = 0
    return try resolvingLinks(path, &links)
  }

  private static func resolvingLinks(
    _ path: String, _ links: inout Int
  ) throws(FileFailure) -> String {
    var path = path
    while true {
      // The kernel could resolve these; they are resolved here to check whether that is allowed.
      for folder in folders(above: path) where isLink(folder) {
        _ = try resolvingLinks(folder, &links)
      }
      guard let target = try linkTarget(of: path) else { return path }
      links += 1
      guard links <= 40 else { throw FileFailure(path: path, code: ELOOP) }
      path = isAbsolute(target) ? target : folder(of: path) + "/" + target
    }
  }

  /// The folders in a path, from the top down.
  private static func folders(above path: String) -> [String] {
    path.utf8.indices.dropFirst().filter { path.utf8[$0] == slash }.map { String(path[..<$0]) }
  }

  /// Returns true if a path begins at the root.
  package static func isAbsolute(_ path: String) -> Bool { path.utf8.first == slash }

  /// Compared as a byte: a slash with a combining mark still separates names.
  private static let slash = UInt8(ascii: "/")

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The target of a symbolic link; nil for anything else.
  private static func linkTarget(of path: String) throws(FileFailure) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
    try refuseForeignLink(path, of: status.st_uid)
    guard let bytes = bareTarget(of: path) else { throw FileFailure(path: path) }
    guard let target = String(validating: bytes, as: UTF8.self) else {
      // In a readable form, it would be the path of another file.
      throw FileFailure(path: path, reason: "it links to a path that is not UTF-8")
    }
    return target
  }

  /// Refuses another user's link in a folder where every user may make one.
  private static func refuseForeignLink(_ link: String, of owner: uid_t) throws(FileFailure) {
    var around = stat()
    guard owner != geteuid(), stat(folder(of: link), &around) == 0,
      around.st_mode & (S_ISVTX | S_IWOTH) == S_ISVTX | S_IWOTH, around.st_uid != owner
    else { return }
    throw FileFailure(
      path: link,
      reason: "\(link) is another user's link in a folder that every user can write to, and "
        + "such a link is not followed")
  }

  /// An entry of a folder in a file's path: a symbolic link, the first missing name, or the file's
  /// own name. A user who changes one of these may have put another file at the end.
  package struct Entry: Hashable {
    package let folder: String
    package let name: String

    package init(folder: String, name: String) { (self.folder, self.name) = (folder, name) }

    /// The path of the entry.
    package var path: String {
      switch folder {
      case ".": name
      case "/": "/" + name
      default: folder + "/" + name
      }
    }
  }

  /// The entries that determine where a path leads; the last is the file's own, if it exists.
  package static func entries(to path: String) -> [Entry] {
    func names(_ path: String) -> [String] {
      path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }.reversed()
    }
    func root(_ path: String) -> String? { path.utf8.first == UInt8(ascii: "/") ? "/" : nil }
    var entries: [Entry] = []
    var folder = root(path) ?? "."
    var rest = names(path)
    var links = 0
    while let name = rest.popLast() {
      let entry = Entry(folder: folder, name: name)
      var status = stat()
      guard lstat(entry.path, &status) == 0 else { return entries + [entry] }
      if status.st_mode & S_IFMT == S_IFLNK, links < 40,
        let target = bareTarget(of: entry.path).flatMap({ String(validating: $0, as: UTF8.self) })
      {
        links += 1
        entries.append(entry)
        folder = root(target) ?? folder
        rest += names(target)
      } else if rest.isEmpty {
        entries.append(entry)
      } else {
        folder = entry.path
      }
    }
    return entries
  }

  /// The bytes of the path in a link.
  private static func bareTarget(of path: String) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      readlink(path, bytes.bindMemory(to: CChar.self).baseAddress!, bytes.count)
    }
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// The names in a folder; nil, with an `errno`, if it cannot be read.
  package static func names(in path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  // MARK: Folders

  /// The folder of a file, or its nearest existing parent.
  static func nearestFolder(of path: String) -> String {
    var folder = folder(of: path)
    while access(folder, F_OK) != 0, errno == ENOENT, folder != FilePath.folder(of: folder) {
      folder = FilePath.folder(of: folder)
    }
    return folder
  }

  /// The missing folders of a file, from the top down.
  package static func missingFolders(of path: String) -> [String] {
    var missing: [String] = []
    let existing = nearestFolder(of: path)
    var folder = folder(of: path)
    while folder != existing {
      // A double or trailing slash does not name a folder.
      if folder.utf8.last != slash { missing.insert(folder, at: 0) }
      folder = FilePath.folder(of: folder)
    }
    return missing
  }

  /// Makes a folder and its missing parents durably, from the top down.
  ///
  /// - Returns: The folders that were made.
  static func makeFolders(
    _ path: String, for creation: FileCreation
  ) throws(FileFailure) -> [String] {
    var made: [String] = []
    for folder in missingFolders(of: path + "/x") {
      guard mkdir(folder, 0o700) == 0 else {
        if errno == EEXIST { continue }
        let failure = FileFailure(path: folder)
        for folder in made.reversed() { rmdir(folder) }
        throw failure
      }
      made.append(folder)
      do throws(FileFailure) { try creation.apply(toFolder: folder) } catch {
        for folder in made.reversed() { rmdir(folder) }
        throw error
      }
      synchronize(self.folder(of: folder))
    }
    return made
  }

  /// Makes new names in a folder survive a power failure.
  ///
  /// If this fails, the write has not failed: the new file is in place and complete, and some file
  /// systems do not support this.
  static func synchronize(_ folder: String) {
    let file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = FileOperations.live.synchronizeWholly(file)
    close(file)
  }

  /// Refuses another user's file in a folder where only owners may replace their files.
  static func refuseForeignInSticky(_ file: CInt, path: String, folder: String) throws(FileFailure)
  {
    var (own, around) = (stat(), stat())
    guard geteuid() != 0, fstat(file, &own) == 0, stat(folder, &around) == 0,
      around.st_mode & S_ISVTX != 0, own.st_uid != geteuid(), around.st_uid != geteuid()
    else { return }
    throw FileFailure(path: path, reason: "it is another user's, in a folder with the sticky bit")
  }
}
