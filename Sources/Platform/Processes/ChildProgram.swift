/// How a program of the system's is started that reads one descriptor, writes another, and must not
/// touch the terminal.
package enum ChildProgram {
  /// Starts a program with all signals as they usually are and no other file open than those given:
  /// not even those that this program was started with.
  ///
  /// - Parameters:
  ///   - name: A path, or a name that `PATH` leads to.
  ///   - arguments: What follows the name.
  ///   - variables: What it gets of this program's environment, by name.
  ///   - input: The descriptor that becomes its standard input.
  ///   - output: The descriptor that becomes its standard output.
  ///   - complaints: The descriptor that becomes its standard error; nil to throw them away.
  ///   - leadsGroup: True if it leads a process group of its own, so that `kill(-process, …)` ends
  ///     the programs that it has started, too. Keys such as Ctrl-C then do not reach it.
  ///   - process: The process that was started.
  /// - Returns: 0, or an `errno` that says what went wrong.
  package static func start(
    _ name: String, _ arguments: [String], environment variables: [String], input: Int32,
    output: Int32, complaints: Int32? = nil, leadsGroup: Bool = false, _ process: inout pid_t
  ) -> Int32 {
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
    #if canImport(Darwin)
      var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    #endif
    if leadsGroup {
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= POSIX_SPAWN_SETPGROUP
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    if let complaints {
      posix_spawn_file_actions_adddup2(&actions, complaints, 2)
    } else {
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    }
    #if canImport(Glibc)
      _ = addCloseFrom(&actions, 3)
    #endif

    let environment = variables.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    let argv = ([name] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0) } + [nil]
    defer { for string in argv + envp { free(string) } }
    return posix_spawnp(&process, name, &actions, &attributes, argv, envp)
  }

  /// The names of all variables of this program's environment.
  package static var allVariables: [String] {
    var names: [String] = []
    var entry = environ
    while let text = entry.pointee {
      names.append(String(String(cString: text).prefix { $0 != "=" }))
      entry += 1
    }
    return names
  }
}

#if canImport(Glibc)
  // The C library has it since 2.34, but Swift's module of it leaves it out. Arguments of such
  // plain types are passed as in C.
  @_silgen_name("posix_spawn_file_actions_addclosefrom_np")
  private func addCloseFrom(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: CInt
  ) -> CInt
#endif
