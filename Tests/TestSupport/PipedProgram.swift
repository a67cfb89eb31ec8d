import Platform

/// A program run without a terminal, to its end: what went in, what came out, how it ended.
///
///     let htpasswd = try #require(PipedProgram.path(named: "htpasswd"))
///     #expect(PipedProgram(htpasswd, ["-vb", file, "ann", "secret"]).status == 0)
package struct PipedProgram {
  /// The text that it wrote to standard output.
  package let output: String
  /// The text that it wrote to standard error.
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
    let environment = ["LC_ALL": "C.UTF-8", "HOME": "/nonexistent"].merging(variables) { $1 }
    let process = SpawnedProgram.start(path, arguments, environment: environment) { actions in
      actions.open(standardInput, O_RDONLY, as: 0)
      for (descriptor, name) in [(Int32(1), "stdout"), (2, "stderr")] {
        actions.open(
          folder.file(name), O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600, as: descriptor)
      }
    }
    let waited = (try? process.get()).map { SpawnedProgram.wait(for: $0) } ?? -1
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
