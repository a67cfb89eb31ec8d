import Platform

/// How the tests start a program: the one place that calls `posix_spawn`.
enum SpawnedProgram {
  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: What it is given.
  ///   - variables: Its environment.
  ///   - leadsSession: Whether it leads a session of its own, with all signals as they usually are;
  ///     else only SIGPIPE is, which another test may have this program ignore at the moment.
  ///   - prepare: Says what its descriptors are.
  /// - Returns: The process, or an `errno` that says what went wrong.
  static func start(
    _ path: String, _ arguments: [String], environment variables: [String: String],
    leadsSession: Bool = false, _ prepare: (inout FileActions) -> Void
  ) -> Result<pid_t, SystemError> {
    var actions = FileActions()
    posix_spawn_file_actions_init(&actions.list)
    defer { posix_spawn_file_actions_destroy(&actions.list) }
    prepare(&actions)
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (defaults, blocked) = (sigset_t(), sigset_t())
    var flags = Int32(POSIX_SPAWN_SETSIGDEF)
    if leadsSession {
      sigfillset(&defaults)
      sigemptyset(&blocked)
      posix_spawnattr_setsigmask(&attributes, &blocked)
      flags |= Int32(POSIX_SPAWN_SETSIGMASK) | newSession
    } else {
      sigemptyset(&defaults)
      sigaddset(&defaults, SIGPIPE)
    }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions.list, &attributes, argv, envp)
    return code == 0 ? .success(process) : .failure(SystemError(code))
  }

  #if canImport(Glibc)
    /// `POSIX_SPAWN_SETSID`, which glibc's header hides from Swift.
    private static let newSession: Int32 = 0x80
  #else
    private static let newSession = Int32(POSIX_SPAWN_SETSID)
  #endif

  /// Waits for a program to end, and returns its status as `wait` gives it.
  static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// The descriptors of a program when it starts.
  struct FileActions {
    #if canImport(Darwin)
      fileprivate var list: posix_spawn_file_actions_t?
    #else
      fileprivate var list = posix_spawn_file_actions_t()
    #endif

    /// Opens a file as a descriptor.
    mutating func open(_ path: String, _ flags: Int32, mode: mode_t = 0, as descriptor: Int32) {
      posix_spawn_file_actions_addopen(&list, descriptor, path, flags, mode)
    }

    /// Makes a descriptor of this program one of that program's.
    mutating func take(_ own: Int32, as descriptor: Int32) {
      posix_spawn_file_actions_adddup2(&list, own, descriptor)
    }
  }
}
