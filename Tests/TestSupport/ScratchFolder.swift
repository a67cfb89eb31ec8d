#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of a test's own, which goes with it and with everything in it.
///
/// It goes when nobody holds it any more, which for a local constant is after its last use: a test
/// that only needs a path keeps the folder in its suite.
package final class ScratchFolder: Sendable {
  package let path: String

  /// Makes an empty folder where the system keeps what is temporary.
  package init() {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/view-model-kit-test-XXXXXX".utf8CString)
    precondition(mkdtemp(&template) != nil, "A test needs a folder in \(parent).")
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit { remove() }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and returns its path.
  @discardableResult
  package func write(_ name: String, _ bytes: some Sequence<UInt8>) -> String {
    guard let stream = fopen(file(name), "w") else { return file(name) }
    let content = Array(bytes)
    fwrite(content, 1, content.count, stream)
    fclose(stream)
    return file(name)
  }

  /// The text of a file; nil when it is not there.
  package func read(_ name: String) -> String? {
    Disk.bytes(at: file(name)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names in the folder, sorted, without those of lock files, which stay behind.
  package var names: [String] {
    Disk.names(in: path).filter { !$0.hasSuffix(".lock") }.sorted()
  }

  /// Removes the folder and everything in it now.
  package func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      for name in Disk.names(in: path) { remove(path + "/" + name) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}
