/// The account file before a command changes it, for the report after an account was added.
struct AccountFile {
  /// The path of the file.
  let path: String
  private let isPathGiven: Bool
  private let creation: CreationOptions
  /// The status of the file before the change; nil if there was none.
  private let before: stat?
  private let missingFolders: [String]

  /// Examines the file before a change.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - isPathGiven: True if the user gave the path; new folders of the default path are not
  ///     mentioned in the report.
  ///   - creation: The attributes of a new file.
  init(path: String, isPathGiven: Bool = true, creation: CreationOptions = CreationOptions()) {
    (self.path, self.isPathGiven, self.creation) = (path, isPathGiven, creation)
    before = AccountFile.status(of: path)
    missingFolders = before == nil ? FilePath.missingFolders(of: path) : []
  }

  /// The absolute path, once the file exists.
  var fullPath: String {
    guard !FilePath.isAbsolute(path), let folder = Self.resolved(FilePath.folder(of: path)) else {
      return path
    }
    let name = FilePath.name(of: path)
    return folder == "/" ? "/\(name)" : "\(folder)/\(name)"
  }

  /// The sentence if this program has made the file: that it is new, and who can read it.
  var sentenceAfterMaking: String? {
    guard let now = AccountFile.status(of: path) else { return nil }
    let folders = isPathGiven ? missingFolders : []
    let new =
      folders.isEmpty
      ? "The file is new"
      : "The file is new, and so \(folders.count == 1 ? "is its folder" : "are its folders") "
        + folders.listed
    return "\(new); \(Self.readers(of: now))."
  }

  /// The notes on the file for servers and their administrators, after adding an account.
  ///
  /// - Parameter isMaker: True if this program has made the file.
  func needs(afterMaking isMaker: Bool) -> [String] {
    guard let now = AccountFile.status(of: path) else { return [] }
    guard let before else { return isMaker ? openingAdvice(now) : [] }
    var sentences: [String] = []
    // A file that was written in place keeps its links.
    if before.st_nlink > 1, before.st_ino != now.st_ino {
      sentences.append(
        "The file had \(before.st_nlink) hard links; only this one has the new "
          + "accounts.")
    }
    if before.st_uid != now.st_uid {
      sentences.append(
        "\(path) now belongs to \(SystemNames.nameOfUser(now.st_uid)) instead of "
          + "\(SystemNames.nameOfUser(before.st_uid)), because only root can keep its owner; its "
          + "group and mode have not changed.")
    }
    if let mode = creation.mode, mode != UInt32(now.st_mode & 0o777) {
      sentences.append("\(path) already existed and keeps its mode \(Self.octal(now)).")
    }
    if let group = creation.group, group != now.st_gid {
      let name = SystemNames.nameOfGroup(now.st_gid)
      sentences.append("\(path) already existed and keeps its group \(name).")
    }
    return sentences
  }

  /// Returns the users who can read a file.
  private static func readers(of status: stat) -> String {
    if status.st_mode & 0o004 != 0 { return "everyone can read it" }
    let name = SystemNames.nameOfUser(status.st_uid)
    let owner = name == String(status.st_uid) ? "user \(name)" : name
    guard status.st_mode & 0o040 != 0 else { return "only \(owner) can read it" }
    return "\(owner) and the group \(SystemNames.nameOfGroup(status.st_gid)) can read it"
  }

  /// Returns the steps that let a server read a new file that it cannot read yet.
  private func openingAdvice(_ now: stat) -> [String] {
    let group = Self.serverGroups.first { SystemNames.localGroup(named: $0) != nil } ?? "GROUP"
    let closed = closedFolders(for: now)
    let made = missingFolders.compactMap(Self.resolved)
    let owner = SystemNames.nameOfUser(now.st_uid)
    let giving = "sudo install -d -o \(owner.shellWord) -g \(group) -m 2750"
    if let other = closed.first(where: { !made.contains($0) }) {
      let advice =
        geteuid() == 0
        ? "with --group \(group)."
        : "created with: \(giving) FOLDER. Sign up there with --mode 640."
      return [
        "A web server has no access to \(other). To let one read the accounts, keep them in an "
          + "open folder, \(advice)"
      ]
    }
    guard now.st_mode & 0o044 == 0 else { return [] }
    let name = path.shellWord
    var steps = closed.map { "chmod 711 \($0.shellWord)" }
    if geteuid() == 0 {
      steps += ["chgrp \(group) \(name)"]
    } else {
      // Only root and members can give files to a group. In a setgid folder, later versions of the
      // file have the group, too.
      let folder = Self.resolved(FilePath.folder(of: path)) ?? ""
      if made.contains(folder) {
        steps.removeAll { $0 == "chmod 711 \(folder.shellWord)" }
        steps += ["\(giving) \(folder.shellWord)", "sudo chgrp \(group) \(name)"]
      } else {
        steps += stepsIntoFolderOfItsOwn(giving) + ["sudo chgrp \(group) \(name)"]
      }
    }
    steps += ["chmod 640 \(name)"]
    return ["To let a web server read it: " + steps.joined(separator: " && ")]
  }

  /// Returns the steps that move the file into a new folder without losing its path: a folder with
  /// other contents must not be given to a server's group.
  private func stepsIntoFolderOfItsOwn(_ giving: String) -> [String] {
    let isLink = Self.status(of: path, followsLinks: false).map { $0.st_mode & S_IFMT } == S_IFLNK
    let file = isLink ? Self.resolved(path) ?? path : path
    let name = FilePath.name(of: file)
    var (folder, number) = (".d", 1)
    while Self.status(of: file + folder, followsLinks: false) != nil {
      number += 1
      folder = ".d\(number)"
    }
    let (old, new) = (file.shellWord, (file + folder).shellWord)
    return [
      "\(giving) \(new)", "mv \(old) \(new)/",
      "ln -s \((name + folder + "/" + name).shellWord) \(old)",
    ]
  }

  /// The groups that web servers run in on the common systems.
  private static let serverGroups = ["www-data", "nginx", "apache", "http", "www", "_www"]

  /// Returns the folders of the path that neither all users nor, if it may read the file, its group
  /// may enter; from the top down.
  private func closedFolders(for file: stat) -> [String] {
    var closed: [String] = []
    guard var folder = Self.resolved(FilePath.folder(of: path)) else { return [] }
    while true {
      if let status = Self.status(of: folder), status.st_mode & 0o001 == 0 {
        let isOpenToGroup =
          file.st_mode & 0o040 != 0 && status.st_gid == file.st_gid && status.st_mode & 0o010 != 0
        if !isOpenToGroup { closed.insert(folder, at: 0) }
      }
      let next = FilePath.folder(of: folder)
      if next == folder { return closed }
      folder = next
    }
  }

  /// Returns the absolute path of an existing file, without links.
  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func status(of path: String, followsLinks: Bool = true) -> stat? {
    var status = stat()
    let code = followsLinks ? stat(path, &status) : lstat(path, &status)
    return code == 0 ? status : nil
  }

  private static func octal(_ status: stat) -> String {
    String(UInt32(status.st_mode & 0o777), radix: 8)
  }
}
