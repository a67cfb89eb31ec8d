/// Starts programs with `posix_spawn`.
enum ChildProgram {
  /// Starts a program in its own session, with default signal actions and only the given files
  /// open: not even those that this program has inherited.
  ///
  /// - Parameters:
  ///   - arguments: A path, or a name in `PATH`, and the arguments.
  ///   - variables: The names of the environment variables that it inherits; nil for all.
  ///   - process: The process that was started.
  /// - Returns: 0, or an `errno` if it was not started.
  static func start(
    _ arguments: [String], environment variables: [String]?, input: CInt, output: CInt,
    errorOutput: CInt, _ process: inout pid_t
  ) -> CInt {
    // The C library would stop at a NUL.
    guard !arguments.contains(where: { $0.utf8.contains(0) }) else { return EINVAL }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
      var actions: posix_spawn_file_actions_t?
      let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var attributes = posix_spawnattr_t()
      var actions = posix_spawn_file_actions_t()
      let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var allSignals = sigset_t()
    var noSignals = sigset_t()
    sigfillset(&allSignals)
    sigemptyset(&noSignals)
    posix_spawnattr_setsigdefault(&attributes, &allSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(flags | ownSession))

    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (file, number) in [(input, 0), (output, 1), (errorOutput, 2)] as [(CInt, CInt)] {
      posix_spawn_file_actions_adddup2(&actions, file, number)
    }
    #if canImport(Glibc)
      _ = addCloseFrom(&actions, 3)
    #endif

    let argv = arguments.map { strdup($0) } + [nil]
    let envp = (variables ?? []).compactMap { name in
      getenv(name).map { strdup("\(name)=\(String(cString: $0))") }
    }
    defer { for string in argv + envp { free(string) } }
    return variables == nil
      ? posix_spawnp(&process, arguments[0], &actions, &attributes, argv, environ)
      : posix_spawnp(&process, arguments[0], &actions, &attributes, argv, envp + [nil])
  }

  /// `POSIX_SPAWN_SETSID`.
  private static let ownSession: CInt = {
    #if canImport(Darwin)
      0x400
    #else
      0x80
    #endif
  }()
}

#if canImport(Glibc)
  // The C library has it since 2.34, but Swift's module omits it. Arguments of such plain types are
  // passed as in C.
  @_silgen_name("posix_spawn_file_actions_addclosefrom_np") private func addCloseFrom(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: CInt
  ) -> CInt
#endif
