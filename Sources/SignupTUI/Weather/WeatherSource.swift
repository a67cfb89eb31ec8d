/// The places of the weather and the source of its responses, as given on the command line.
struct WeatherSource: Equatable, Sendable {
  /// The places of the weather.
  enum Place: Equatable, Sendable {
    /// Places by name, as typed.
    case named([String])
    /// The saved places.
    case saved
    /// A fixed place.
    case fixed(Coordinate)
    /// The places along a trace, by its file.
    case trace(String)
    /// The place of two responses in files.
    case files(current: String, forecast: String)
  }

  /// A weather service.
  enum Provider: Equatable, Sendable {
    case openMeteo
    case openWeather
  }

  var place: Place
  /// The service; nil for OpenWeather if there is a key, otherwise Open-Meteo.
  var provider: Provider?
  /// The start of a URL before the services' own paths; nil for the public services.
  var baseURL: String?
  /// The file with the key; nil for the environment's, `-` for standard input.
  var keyFile: String?

  static let names = CommandSpec.Operand(
    placeholder: "PLACE", noun: "place", isOptional: true, repeats: true)
  static let place = Option.text(
    "--at", "COORDINATE",
    help: "show the weather at a coordinate: 51.5074,-0.1278")
  static let track = Option.file("--track", help: "play a GPS log and show the weather along it")
  static let files = Option.text(
    "--file", "CURRENT,FORECAST",
    help: "show two saved responses of OpenWeather"
  ).completed(from: .files)
  static let provider = Option<Provider>.choice(
    "--provider", "NAME", among: ["open-meteo": .openMeteo, "openweather": .openWeather],
    help: "use open-meteo, or openweather (default with a key)")
  static let keyFile = Option.file(
    "--key-file",
    help: "read OpenWeather's key from this file (default: $\(WeatherKeyInput.variable))")
  static let baseURL = Option.text(
    "--base-url", "URL",
    help: "use this server instead of the service's own")

  static let specs = [
    place.spec, track.spec, files.spec, provider.spec, keyFile.spec, baseURL.spec,
  ]
  static let serviceUsage: [CommandSpec.UsagePart] = [
    .optional(provider.spec), .optional(keyFile.spec), .optional(baseURL.spec),
  ]
  static let rules: [OptionRule] = [
    .apart([place.spec], [track.spec, files.spec], because: "each sets the place"),
    .apart([track.spec], [files.spec], because: "saved responses are for one place"),
    .apart(
      [files.spec], [provider.spec, keyFile.spec, baseURL.spec],
      because: "saved responses need no service"),
  ]
}

extension WeatherSource {
  /// The names of the places, as typed; none if they are given otherwise.
  var names: [String] { if case .named(let names) = place { names } else { [] } }

  init(_ arguments: Arguments) throws(UsageError) {
    let names = arguments.operands
    let others = [Self.place.spec, Self.track.spec, Self.files.spec]
    if let other = others.first(where: arguments.isOnCommandLine), let name = names.first {
      throw UsageError(
        "'\(name)' and \(other.name) cannot be combined: each names a place. Leave one "
          + "of them out.")
    }
    if !names.isEmpty {
      for name in names where PlaceName(name) == nil {
        throw UsageError("'\(name)' is not the name of a place; try weather London.")
      }
      place = .named(names)
    } else if let text = try arguments[Self.place] {
      place = .fixed(try Self.coordinate(text))
    } else if let path = try arguments[Self.track] {
      place = .trace(path)
    } else if let text = try arguments[Self.files] {
      let paths = text.parts(at: ",").map(String.init)
      guard paths.count == 2, !paths.contains("") else {
        throw UsageError(
          "--file takes two files separated by a comma, such as current.json,forecast.json, "
            + "not '\(text)'.")
      }
      place = .files(current: paths[0], forecast: paths[1])
    } else {
      place = .saved
    }
    provider = try arguments[Self.provider]
    keyFile = try arguments[Self.keyFile]
    if provider == .openMeteo, keyFile != nil, arguments.isOnCommandLine(Self.keyFile.spec) {
      throw UsageError(
        "--provider open-meteo and --key-file cannot be combined: Open-Meteo needs no key. Leave "
          + "one of them out.")
    }
    baseURL = try Self.baseURL(arguments)
  }

  private static func baseURL(_ arguments: Arguments) throws(UsageError) -> String? {
    guard let base = try arguments[Self.baseURL] else { return nil }
    let request = HTTPRequest(base)
    do { try request.validate() } catch { throw UsageError("--base-url: \(error)") }
    guard !request.hasUser, !request.hasQuery else {
      throw UsageError(
        "--base-url takes a URL without a user, a query or a fragment: \(request.address)")
    }
    return base
  }

  /// Reads a coordinate in any format that screens use.
  private static func coordinate(_ text: String) throws(UsageError) -> Coordinate {
    do throws(CoordinateText.Problem) { return try CoordinateText.coordinate(text) } catch {
      switch error {
      case .notACoordinate:
        throw UsageError(
          "--at takes a place such as 51.5074,-0.1278, '51.5074 N 0.1278 W', '30U 699316 5710164' "
            + "or IO91wm, not '\(text)'.")
      case .latitude(let part):
        throw UsageError("--at takes a latitude from -90 to 90, not \(part).")
      case .longitude(let part):
        throw UsageError("--at takes a longitude from -180 to 180, not \(part).")
      }
    }
  }

  // MARK: Models

  /// Makes the models of the places, without sending a request; the player of a trace is paused.
  ///
  /// - Throws: `UsageError` if there is no key for a service that needs one, or no place; and the
  ///   error of the trace, or of the saved places.
  @MainActor func entries(
    on scheduler: some Scheduler<MonotonicInstant>, saved: SavedPlaces?
  ) throws -> [WeatherEntry] {
    if case .files(let current, let forecast) = place {
      let service = OpenWeather(current: current, forecast: forecast)
      return [
        WeatherEntry(
          "Weather", model: WeatherViewModel(service: service, scheduler: scheduler), isSaved: true)
      ]
    }
    let transport = transport
    let service = try service(transport)
    func entry(_ name: String, _ search: PlaceSearchViewModel) -> WeatherEntry {
      WeatherEntry(name, search: search, service: service, scheduler: scheduler)
    }
    switch place {
    case .files: return []
    case .fixed(let coordinate):
      let place = NamedPlace(name: coordinate.text, coordinate: coordinate)
      return [entry(place.name, PlaceSearchViewModel(found: place))]
    case .saved:
      let places = try saved?.places() ?? []
      guard !places.isEmpty else { throw Self.noPlace }
      return places.map { entry($0.name, PlaceSearchViewModel(found: $0)) }
    case .named(let names):
      let directory = PlaceDirectory(addresses: addresses, transport: transport)
      return try names.compactMap { text -> WeatherEntry? in
        guard let name = PlaceName(text) else { return nil }
        let known = try saved?.places(called: name) ?? []
        let search =
          known.count == 1
          ? PlaceSearchViewModel(found: known[0])
          : PlaceSearchViewModel(name, in: directory, scheduler: scheduler)
        return entry(text, search)
      }
    case .trace(let path):
      let provider = TraceLocationProvider(file: try TraceFile(path: path), scheduler: scheduler)
      let trace = ReplayViewModel(provider: provider, scheduler: scheduler)
      let queries = trace.location.$currentLocation.compactMap { location in
        location.map { WeatherQuery(place: $0.coordinate, time: $0.timestamp) }
      }
      let model = WeatherViewModel(service: service, queries: queries, scheduler: scheduler)
      return [WeatherEntry("Weather", model: model, trace: trace)]
    }
  }

  private static let noPlace = UsageError(
    "weather needs a place, such as weather London or --at 51.5074,-0.1278. --save shows it "
      + "by default.")

  private var addresses: OpenMeteo.Addresses { baseURL.map { .init(baseURL: $0) } ?? .init() }

  /// The service to ask.
  private func service(_ transport: any Transport) throws -> any WeatherService {
    // Even if it is not needed, it is removed from the environment.
    let key = try WeatherKeyInput.key(file: keyFile)
    switch provider ?? (key == nil ? .openMeteo : .openWeather) {
    case .openMeteo: return OpenMeteo(addresses: addresses, transport: transport)
    case .openWeather:
      guard let key else { throw WeatherKeyInput.missing }
      return OpenWeather(baseURL: baseURL, key: key, transport: transport)
    }
  }

  /// The system's curl, with the user's cache in front of it.
  private var transport: any Transport {
    let curl = CurlTransport(userAgent: Program.name)
    let cache = ResponseCache.usual(of: Program.folder, environment: UserFolders.environment)
    guard let cache else { return curl }
    return CachingTransport(curl, cache: cache, leavingOut: ["appid"])
  }
}
