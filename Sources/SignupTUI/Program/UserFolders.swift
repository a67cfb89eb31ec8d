/// The folders of the user, by the environment.
enum UserFolders {
  /// The variables with the paths of folders, except those that are not UTF-8: repaired, they would
  /// name other folders.
  static var environment: [String: String] {
    var environment: [String: String] = [:]
    for name in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "HOME"] {
      if let value = getenv(name) { environment[name] = String(validatingCString: value) }
    }
    return environment
  }

  /// The file of the saved places; nil if no variable gives its folder.
  static var places: String? {
    UserFolder.configuration(environment).map { "\($0)/\(Program.folder)/places.json" }
  }
}
