import TestSupport
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program run without a terminal, to its end: what went in, what came out, how it ended.
struct PipedProgram {
  let output: String
  let errors: String
  let status: Int32

  /// Runs a program with a file as its standard input; what it writes goes to files, too, so that
  /// nothing can block.
  init(_ path: String, _ arguments: [String], input: String = "", in folder: ScratchFolder) {
    let standardInput = folder.write("stdin", input.utf8)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, standardInput, O_RDONLY, 0)
    for (descriptor, name) in [(Int32(1), "stdout"), (2, "stderr")] {
      posix_spawn_file_actions_addopen(
        &actions, descriptor, folder.file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let environment = ["LC_ALL=C.UTF-8", "HOME=/nonexistent"]
    let envp = environment.map { strdup($0) } + [nil]
    defer { for string in argv + envp { free(string) } }
    var process: pid_t = 0
    var waited: Int32 = -1
    if posix_spawn(&process, path, &actions, nil, argv, envp) == 0 {
      waitpid(process, &waited, 0)
    }
    output = folder.read("stdout") ?? ""
    errors = folder.read("stderr") ?? ""
    status = waited & 0x7F == 0 ? (waited >> 8) & 0xFF : -(waited & 0x7F)
  }
}
