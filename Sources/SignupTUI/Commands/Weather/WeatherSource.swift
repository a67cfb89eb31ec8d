import CommandLineKit
import Fetching
import Positioning
import Reactive
import ReactiveExtras
import ViewModels

/// The place of the weather and the source of its answers, as the command line gives them.
struct WeatherSource: Equatable, Sendable {
  /// The place of the weather.
  enum Place: Equatable, Sendable {
    /// A fixed place.
    case fixed(Coordinate)
    /// The places along a trace, by its file.
    case trace(String)
    /// The place of two answers in files.
    case saved(current: String, forecast: String)

    /// True if it is read from files.
    var isSaved: Bool { if case .saved = self { true } else { false } }
  }

  var place: Place
  /// The part of a URL before the service's own paths.
  var baseURL = OpenWeather.usualBaseURL
  /// The file with the key; nil for the environment's, `-` for standard input.
  var keyFile: String?

  static let place = Option.text(
    "--at", "LAT,LON",
    help: "degrees north and degrees east, below zero for south and west: London is "
      + "--at 51.5074,-0.1278")
  static let track = Option.file(
    "--track", help: "play a trace, and follow its places")
  static let files = Option.text(
    "--file", "CURRENT,FORECAST", help: "show two answers that were saved before, and fetch nothing"
  ).completed(from: .files)
  static let keyFile = Option.file(
    "--key-file",
    help: "read the key from a file's first line, or with - from standard input (default: the "
      + "variable \(WeatherKeyInput.variable))")
  static let baseURL = Option.text(
    "--base-url", "URL", help: "where the service is (default: \(OpenWeather.usualBaseURL))")

  static let specs = [place.spec, track.spec, files.spec, keyFile.spec, baseURL.spec]
  static let serviceUsage: [CommandSpec.UsagePart] = [
    .optional(keyFile.spec), .optional(baseURL.spec),
  ]
  static let rules: [OptionRule] = [
    .oneOf([place.spec, track.spec, files.spec], because: "whose weather is it?"),
    .apart([place.spec], [track.spec, files.spec], because: "there is one weather at a time"),
    .apart([track.spec], [files.spec], because: "saved answers are those of one place"),
    .apart(
      [files.spec], [keyFile.spec, baseURL.spec], because: "nothing is fetched where files are"),
  ]
}

extension WeatherSource {
  init(_ arguments: Arguments) throws(UsageError) {
    if let text = try arguments[Self.place] {
      place = .fixed(try Self.coordinate(text))
    } else if let path = try arguments[Self.track] {
      place = .trace(path)
    } else {
      // The rules guarantee that there is one of the three.
      let text = try arguments[Self.files] ?? ""
      let paths = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard paths.count == 2, !paths.contains("") else {
        throw UsageError(
          "--file takes two files with a comma between them, current.json,forecast.json, "
            + "not '\(text)'.")
      }
      place = .saved(current: paths[0], forecast: paths[1])
    }
    keyFile = try arguments[Self.keyFile]
    guard let base = try arguments[Self.baseURL] else { return }
    let request = HTTPRequest(base)
    do { try request.validate() } catch {
      throw UsageError("--base-url: \(error)")
    }
    guard request.place == base else {
      throw UsageError(
        "--base-url takes a URL without a user, a query or a fragment: \(request.place)")
    }
    baseURL = base
  }

  /// Reads `51.5074,-0.1278`.
  private static func coordinate(_ text: String) throws(UsageError) -> Coordinate {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      // Swift reads `inf`, `nan` and hexadecimal numbers, too.
      part.allSatisfy { $0.isASCII && ($0.isNumber || "+-.".contains($0)) } ? Double(part) : nil
    }
    guard numbers.count == 2, parts.count == 2 else {
      throw UsageError(
        "--at takes degrees north and degrees east with a comma between them, 51.5074,-0.1278, "
          + "not '\(text)'.")
    }
    let coordinate = Coordinate(latitude: numbers[0], longitude: numbers[1])
    guard abs(coordinate.latitude) <= 90 else {
      throw UsageError("--at takes a latitude from -90 to 90, not \(parts[0]).")
    }
    guard coordinate.isValid else {
      throw UsageError("--at takes a longitude from -180 to 180, not \(parts[1]).")
    }
    return coordinate
  }

  /// Makes a model that has sent no request yet, and the player of a trace, which is paused.
  ///
  /// - Throws: `UsageError` if there is no key, and the error of the trace.
  @MainActor func model(
    on scheduler: some Scheduler<MonotonicInstant>
  ) throws -> (WeatherViewModel, ReplayViewModel?) {
    switch place {
    case .saved(let current, let forecast):
      let service = OpenWeather(current: current, forecast: forecast)
      return (WeatherViewModel(service: service, scheduler: scheduler), nil)
    case .fixed(let coordinate):
      return (
        WeatherViewModel(service: try service, place: coordinate, scheduler: scheduler), nil
      )
    case .trace(let path):
      let service = try service
      let provider = TraceLocationProvider(
        file: try TraceFile(path: path), scheduler: scheduler)
      let trace = ReplayViewModel(provider: provider, scheduler: scheduler)
      let places = trace.location.$currentLocation.compactMap { $0?.coordinate }
      return (
        WeatherViewModel(service: service, places: places, scheduler: scheduler), trace
      )
    }
  }

  private var service: OpenWeather {
    get throws {
      OpenWeather(
        baseURL: baseURL, key: try WeatherKeyInput.key(file: keyFile),
        transport: CurlTransport(userAgent: Program.name))
    }
  }
}
