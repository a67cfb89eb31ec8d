/// A field of every kind, in English and, by `LANG`, in German.
extension FormCommand.Demo {
  static var galleryForm: FormDeclaration { declared(PackageResources.gallery_json) }

  /// The fields of the gallery; the options of one of them are slow to load.
  ///
  /// - Parameters:
  ///   - form: The gallery in the user's language.
  ///   - files: Checks files; nil to skip the check.
  ///   - failsFirst: True if the first request for the options fails, so that a user can try again.
  ///   - clock: The scheduler on which they arrive.
  @MainActor static func galleryFields<Clock: Scheduler>(
    of form: FormDeclaration, files: FileLookup?, failsFirst: Bool, on clock: Clock
  ) -> [FormField<FormRecord>] {
    let outage = failsFirst ? GalleryOutage(language: form.language) : nil
    let airports = GalleryAirports(outage, clock: clock)
    return form.formFields(files: files).map { field in
      field.name == "airport" ? field.loading(from: { airports.load() }) : field
    }
  }
}

/// Options that are slow to load, and whose first request fails if requested.
@MainActor private final class GalleryAirports<Clock: Scheduler> {
  private var outage: GalleryOutage?
  private let clock: Clock

  init(_ outage: GalleryOutage?, clock: Clock) { (self.outage, self.clock) = (outage, clock) }

  func load() -> AnyPublisher<[FieldOption], any Error> {
    let outage = outage
    self.outage = nil
    let names = ["Berlin", "Brussels", "Lisbon", "Madrid", "Paris", "Prague", "Rome", "Vienna"]
    return Just(names.map { FieldOption(name: $0.lowercased(), label: $0) })
      .delay(for: .milliseconds(800), scheduler: clock)
      .tryMap { options in
        if let outage { throw outage }
        return options
      }
      .eraseToAnyPublisher()
  }
}

/// The reason why the options did not arrive.
private struct GalleryOutage: Error, CustomStringConvertible {
  /// The language of the form; nil for English.
  let language: String?

  var description: String {
    language == "de"
      ? "keine Antwort, als wäre das Netz ausgefallen"
      : "no response, as if the network were down"
  }
}
