#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program run without a terminal, to its end: what went in, what came out, how it ended.
///
///     let htpasswd = try #require(PipedProgram.path(named: "htpasswd"))
///     #expect(PipedProgram(htpasswd, ["-vb", file, "ann", "secret"]).status == 0)
package struct PipedProgram {
  /// What it wrote to standard output.
  package let output: String
  /// What it wrote to standard error.
  package let errors: String
  /// Its exit status, or a signal's number below zero.
  package let status: Int32

  /// Runs a program with a file as its standard input; what it writes goes to files, too, so that
  /// nothing can block.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: What it is given.
  ///   - input: What its standard input holds.
  ///   - variables: Its environment, beside a locale and a home folder.
  ///   - folder: Where these files are: `stdin`, `stdout` and `stderr`.
  package init(
    _ path: String, _ arguments: [String], input: String = "",
    environment variables: [String: String] = [:], in folder: ScratchFolder = ScratchFolder()
  ) {
    let standardInput = folder.write("stdin", input.utf8)
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, standardInput, O_RDONLY, 0)
    for (descriptor, name) in [(Int32(1), "stdout"), (2, "stderr")] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, folder.file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Another test may have this program ignore the signal at the moment.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let environment = ["LC_ALL": "C.UTF-8", "HOME": "/nonexistent"].merging(variables) { $1 }
    let envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    var process: pid_t = 0
    var waited: Int32 = -1
    if posix_spawn(&process, path, &actions, &attributes, argv, envp) == 0 {
      while waitpid(process, &waited, 0) < 0, errno == EINTR {}
    }
    output = folder.read("stdout") ?? ""
    errors = folder.read("stderr") ?? ""
    status = waited & 0x7F == 0 ? (waited >> 8) & 0xFF : -(waited & 0x7F)
  }

  /// The path of a program of the system, found in the usual folders; nil where there is none.
  package static func path(named name: String) -> String? {
    let folders = ["/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin"]
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
