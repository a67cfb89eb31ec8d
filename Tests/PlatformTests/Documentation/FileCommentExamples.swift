import Platform
import TestSupport
import Testing

@Suite("Examples in comments: files")
struct FileCommentExamples {
  private let folder = ScratchFolder()

  @Test("a file that is there when it is whole")
  func replacement() throws {
    let (path, bytes) = (folder.file("drive.gpx"), Array("<gpx/>".utf8))
    let file = try FileReplacement(path: path)
    try file.write(bytes)
    try file.commit()
    #expect(folder.read("drive.gpx") == "<gpx/>")
  }
}
