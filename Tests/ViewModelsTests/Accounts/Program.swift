#if os(Linux)
  import Glibc

  /// A program of the system that a test asks for its opinion.
  struct Program {
    let path: String

    /// Finds a program in the usual folders.
    init?(named name: String) {
      let folders = ["/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin"]
      guard let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 })
      else { return nil }
      path = folder + "/" + name
    }

    static func isFound(_ name: String) -> Bool { Program(named: name) != nil }

    /// Runs it without a shell and with its output thrown away; returns the exit status.
    func run(_ arguments: [String]) -> CInt {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
      var pointers = ([path] + arguments).map { strdup($0) } + [nil]
      defer { for pointer in pointers { free(pointer) } }
      var process = pid_t()
      guard posix_spawn(&process, path, &actions, nil, &pointers, environ) == 0 else { return -1 }
      var status: CInt = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
    }
  }
#endif
