/// A field of every kind, in English and, by `LANG`, in German.
extension FormCommand.Demo {
  static var galleryForm: FormDeclaration { declared(PackageResources.gallery_json) }

  /// The fields of the gallery, of which one has options that take a while to load.
  ///
  /// - Parameters:
  ///   - form: The gallery in the user's language.
  ///   - files: Looks at files; nil if nothing is to be looked at.
  ///   - failsFirst: True if they are refused at first, so that a user can try again.
  ///   - clock: The scheduler on which they come.
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

/// Options that take a while, and fail the first time they are asked for if that is wanted.
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

/// The reason why the options did not come.
private struct GalleryOutage: Error, CustomStringConvertible {
  /// The language of the form; nil for English.
  let language: String?

  var description: String {
    language == "de"
      ? "keine Antwort, als wäre das Netz ausgefallen"
      : "no response, as if the network were down"
  }
}
