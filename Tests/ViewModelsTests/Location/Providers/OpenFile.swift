#if os(Linux)
  import Glibc

  /// A file that this process has open somewhere, whose reading can be made to fail.
  struct OpenFile {
    let descriptor: Int32
    private let spare: Int32

    /// Finds the descriptor by which a file is open.
    init?(path: String) {
      let name = path.withCString { realpath($0, nil) }
      guard let name else { return nil }
      defer { free(name) }
      let wanted = String(cString: name)
      for candidate in Int32(3)..<1024 {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/fd/\(candidate)", &target, target.count)
        guard length > 0 else { continue }
        let bytes = target[..<length].map { UInt8(bitPattern: $0) }
        guard String(decoding: bytes, as: UTF8.self) == wanted else { continue }
        descriptor = candidate
        spare = dup(candidate)
        return
      }
      return nil
    }

    /// Puts a directory in the file's place, which cannot be read.
    func breakReading() {
      let directory = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      dup2(directory, descriptor)
      close(directory)
    }

    /// Puts the file back.
    func mend() {
      dup2(spare, descriptor)
      close(spare)
    }
  }
#endif
