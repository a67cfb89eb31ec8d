#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@testable import Platform
import Dispatch
import Reactive
import TestSupport
import Testing

@Suite("A file that is replaced when it is whole")
struct FileReplacementTests {
  let folder = ScratchFolder()

  @Test("it has its name only after the end, and nothing is beside it then")
  func commit() throws {
    let path = folder.file("trace.gpx")
    let file = try FileReplacement(path: path)
    try file.write(Array("half ".utf8))
    #expect(folder.read("trace.gpx") == nil)
    try file.write(Array("whole".utf8))
    try file.commit()
    #expect(folder.read("trace.gpx") == "half whole")
    #expect(FilePath.names(in: folder.path)?.filter { $0.hasPrefix("trace") } == ["trace.gpx"])
  }

  @Test("until its end nothing of it is in the folder, so that a kill leaves nothing")
  func unnamed() throws {
    let file = try FileReplacement(path: folder.file("trace.gpx"))
    try file.write(Array("half ".utf8))
    #if os(Linux)
      #expect(FilePath.names(in: folder.path)?.filter { $0.hasPrefix("trace") } == [])
    #endif
    try file.commit()
  }

  @Test("the process's mask stays as it is, whatever other threads make meanwhile")
  func mask() throws {
    let isOver = Locked(false)
    let modes = Locked<Set<mode_t>>([])
    let path = folder.file("other")
    let isDone = DispatchSemaphore(value: 0)
    Threads.start {
      while !isOver.withLock({ $0 }) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        var status = stat()
        fstat(file, &status)
        close(file)
        unlink(path)
        _ = modes.withLock { $0.insert(status.st_mode & 0o777) }
      }
      isDone.signal()
    }
    for _ in 0..<1500 { _ = try FileReplacement(path: folder.file("trace.gpx")) }
    isOver.withLock { $0 = true }
    isDone.wait()
    #expect(modes.withLock { $0 } == [0o666 & ~mode_t(CreationMask.current)])
  }

  #if os(Linux)
    @Test(
      "the mask is read as the kernel lists it",
      arguments: [
        ("Name:\tx\nUmask:\t0022\nState:\tR\n", 0o22), ("Umask:\t0077", 0o77), ("Name:\tx\n", nil),
        ("Umask:\t\n", nil),
      ] as [(String, UInt32?)])
    func listedMask(status: String, mask: UInt32?) {
      #expect(CreationMask.mask(in: Array(status.utf8)) == mask)
    }
  #endif

  @Test("let go without an end it changes nothing, and leaves nothing behind")
  func letGo() throws {
    let path = folder.write("trace.gpx", "old".utf8)
    do {
      let file = try FileReplacement(path: path)
      try file.write(Array("new".utf8))
    }
    #expect(folder.read("trace.gpx") == "old")
    #expect(FilePath.names(in: folder.path)?.filter { $0.hasPrefix("trace") } == ["trace.gpx"])
  }

  @Test("a link is followed, and its file replaced")
  func link() throws {
    let path = folder.write("trace.gpx", "old".utf8)
    #expect(symlink(path, folder.file("link")) == 0)
    let file = try FileReplacement(path: folder.file("link"))
    try file.write(Array("new".utf8))
    try file.commit()
    #expect(folder.read("trace.gpx") == "new" && folder.read("link") == "new")
  }

  @Test("a folder, and a file in none, are refused with a sentence")
  func refused() {
    for path in [folder.path, folder.file("missing/trace.gpx")] {
      let error = #expect(throws: FileReplacementError.self) {
        _ = try FileReplacement(path: path)
      }
      #expect(error?.description.hasPrefix("\(path): cannot be written: ") == true)
    }
  }
}
