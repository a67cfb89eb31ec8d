import Credentials
import Platform
import Streams
import TestSupport
import Testing

@testable import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(
  "A link in a folder where everybody may make one", .enabled(if: geteuid() == 0, "gives it away"))
struct ForeignLinkTests {
  let folder = ScratchFolder()
  var shared: String { folder.file("shared") }
  var victim: String { folder.file("home/victim") }
  static let other: uid_t = 65_534

  init() {
    mkdir(folder.file("home"), 0o700)
    mkdir(shared, 0o700)
    chmod(shared, 0o1777)
    Disk.write("mine\n", to: victim)
  }

  /// Makes a link in the shared folder, of another user, and returns its path.
  private func makeLink(_ name: String, to target: String, owner: uid_t = other) -> String {
    let link = shared + "/" + name
    #expect(symlink(target, link) == 0 && lchown(link, owner, owner) == 0)
    return link
  }

  private func reason(_ link: String) -> String {
    "\(link) is another user's link in a folder that every user can write to, and such a "
      + "link is not followed"
  }

  @Test("is not followed for an account file, an export, streams or a receiver's log")
  func refused() throws {
    let link = makeLink("x", to: victim)
    let store = HtpasswdAccountStore(path: link, hasher: .transparent)
    #expect(throws: AccountError.unreadable(path: link, reason: reason(link))) {
      try store.add("ann", password: "x")
    }
    let export = #expect(throws: FileReplacementError.self) { _ = try FileReplacement(path: link) }
    #expect(export?.description.hasPrefix("\(link): cannot be written: \(reason(link))") == true)
    #expect(throws: StreamStoreError.unreadable(path: link, reason: reason(link))) {
      try StreamStore(path: link).reset()
    }
    #expect(throws: StreamStoreError.unreadable(path: link, reason: reason(link))) {
      try StreamStore(path: link).load()
    }
    #expect(throws: ReceiverLogRefusal.notWritable(path: link, reason: reason(link))) {
      _ = try SystemLogFile(path: link)
    }
    #expect(Disk.text(at: victim) == "mine\n")
  }

  @Test("is not followed either where it stands in the midst of a path, or behind another link")
  func inside() throws {
    let link = makeLink("folder", to: folder.file("home"))
    symlink("shared/folder/victim", folder.file("second"))
    symlink("shared", folder.file("third"))
    for path in [link + "/victim", link + "//victim", folder.file("second")] {
      #expect(throws: FileFailure(path: link, reason: reason(link))) {
        try FilePath.resolvingLinks(path)
      }
    }
    #expect(throws: FileFailure.self) {
      try FilePath.resolvingLinks(folder.file("third/folder/victim"))
    }
  }

  @Test("is followed where it is this user's or the folder's owner's")
  func followed() throws {
    #expect(try FilePath.resolvingLinks(makeLink("own", to: victim, owner: 0)) == victim)
    chown(shared, Self.other, Self.other)
    #expect(try FilePath.resolvingLinks(makeLink("owners", to: victim)) == victim)
  }

  @Test("is followed where the folder is not sticky, or not everybody's")
  func otherFolders() throws {
    let link = makeLink("x", to: victim)
    for mode: mode_t in [0o777, 0o1775, 0o755] {
      chmod(shared, mode)
      #expect(try FilePath.resolvingLinks(link) == victim)
    }
  }
}
