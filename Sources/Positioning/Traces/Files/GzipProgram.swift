#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Unpacks gzip files with the system's own program, `gzip -dc`, so that nothing has to be linked.
enum GzipProgram {
  /// A temporary file with what the gzip file `source` holds.
  ///
  /// A file that is cut off or damaged gives what came before the damage; nothing at all is an
  /// error.
  ///
  /// - Parameters:
  ///   - path: The file's name, for errors.
  ///   - limit: The most bytes that the temporary file may have.
  static func unpack(
    _ source: Int32, _ path: String, limit: Int
  ) throws(TraceError) -> Int32 {
    guard let ends = PrivatePipe() else {
      throw .noTemporaryFile(path: path, reason: String(cString: strerror(errno)))
    }
    lseek(source, 0, SEEK_SET)
    let child = spawn(input: source, output: ends.input)
    close(ends.input)
    defer { close(ends.output) }
    guard let child else {
      throw .compressed(path: path, reason: "the program gzip was not found")
    }
    let result: Result<Int32, TraceError>
    do throws(TraceError) {
      result = .success(try TraceSource.temporaryCopy(of: ends.output, path, limit))
    } catch {
      result = .failure(error)
      // It would wait for ever to write on.
      kill(child, SIGKILL)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let copy = try result.get()
    var file = stat()
    guard fstat(copy, &file) == 0, file.st_size > 0 || status == 0 else {
      close(copy)
      throw .compressed(path: path, reason: "the file is damaged")
    }
    return copy
  }

  /// Starts the program with its complaints thrown away and all signals as they usually are.
  private static func spawn(input: Int32, output: Int32) -> pid_t? {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var allSignals = sigset_t()
    var noSignals = sigset_t()
    sigfillset(&allSignals)
    sigemptyset(&noSignals)
    posix_spawnattr_setsigdefault(&attributes, &allSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let path = getenv("PATH").map { "PATH=" + String(cString: $0) }
    let words = [strdup("gzip"), strdup("-dc"), nil]
    let variables = [path.flatMap { strdup($0) }, nil]
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    return posix_spawnp(&child, "gzip", &actions, &attributes, words, variables) == 0 ? child : nil
  }
}
