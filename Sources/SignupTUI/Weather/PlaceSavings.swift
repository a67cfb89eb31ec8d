/// Saves each place as soon as it is known, because the user may still have to choose it.
@MainActor final class PlaceSavings {
  /// True if one could not be saved.
  private(set) var hasFailed = false
  private var cancellables: Set<AnyCancellable> = []

  /// The reason why nothing can be saved.
  static let noFolder = UsageError(
    "There is no folder for saved places: set XDG_CONFIG_HOME or HOME.")

  /// Saves the places that entries find.
  ///
  /// - Throws: `UsageError` if there is no folder for them, and the error of their file.
  init(_ entries: [WeatherEntry], in saved: SavedPlaces?) throws {
    guard let saved else { throw Self.noFolder }
    // A file that cannot be read is reported before anything is shown.
    _ = try saved.places()
    for search in entries.compactMap(\.search) {
      search.places.sink { [weak self] place in
        do { try saved.add([place]) } catch {
          self?.hasFailed = true
          OutputDescriptor.error.report("\(Program.name): \(error)")
        }
      }.store(in: &cancellables)
    }
  }
}
