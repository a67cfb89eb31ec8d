/// Where programs keep what belongs to a user, by the XDG base directory specification.
package enum UserFolder {
  /// The folder of a user's data: `$XDG_DATA_HOME`, or `$HOME/.local/share`; nil where neither
  /// variable names a folder. One that is empty or relative counts as not set.
  package static func data(_ environment: [String: String]) -> String? {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.local/share"
  }

  /// The folder of what can be made again: `$XDG_CACHE_HOME`, or `$HOME/.cache`; nil where neither
  /// variable names a folder. One that is empty or relative counts as not set.
  package static func cache(_ environment: [String: String]) -> String? {
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") { return cache }
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    return home + "/.cache"
  }
}
