/// The folders of a user's files, by the XDG base directory specification.
///
/// Each folder is named by its variable, or is one below `$HOME`; nil if neither variable names a
/// folder. An empty or relative value counts as not set.
package enum UserFolder {
  /// The folder of a user's data: `$XDG_DATA_HOME`, or `$HOME/.local/share`.
  package static func data(_ environment: [String: String]) -> String? {
    folder("XDG_DATA_HOME", orHome: ".local/share", environment)
  }

  /// The folder of a user's settings: `$XDG_CONFIG_HOME`, or `$HOME/.config`.
  package static func configuration(_ environment: [String: String]) -> String? {
    folder("XDG_CONFIG_HOME", orHome: ".config", environment)
  }

  /// The folder of files that can be made again: `$XDG_CACHE_HOME`, or `$HOME/.cache`.
  package static func cache(_ environment: [String: String]) -> String? {
    folder("XDG_CACHE_HOME", orHome: ".cache", environment)
  }

  private static func folder(
    _ variable: String, orHome name: String, _ environment: [String: String]
  ) -> String? {
    if let folder = environment[variable], FilePath.isAbsolute(folder) { return folder }
    guard let home = environment["HOME"], FilePath.isAbsolute(home) else { return nil }
    return "\(home)/\(name)"
  }
}
