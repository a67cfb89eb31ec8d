/// A place whose weather is shown: the search for it, its weather, and the trace that leads there.
@MainActor struct WeatherEntry {
  /// The place as it was typed.
  var name: String
  /// The search for the place; nil if it needs none.
  var search: PlaceSearchViewModel?
  /// Its weather.
  let model: WeatherViewModel
  /// The trace whose places are followed.
  var trace: ReplayViewModel?
  /// True if it is read from files, and does not grow old while it is shown.
  var isSaved = false

  /// Makes a place from a search.
  ///
  /// - Parameters:
  ///   - name: The place as it was typed.
  ///   - search: The search.
  ///   - service: The service to ask for its weather.
  ///   - scheduler: The scheduler of the model.
  init(
    _ name: String, search: PlaceSearchViewModel, service: some WeatherService,
    scheduler: some Scheduler<MonotonicInstant>
  ) {
    (self.name, self.search) = (name, search)
    model = WeatherViewModel(
      service: service,
      queries: search.places.map { place in
        // A name that is a coordinate is replaced by the service's.
        let isNamed = place.name != place.coordinate.text
        return WeatherQuery(
          place: place.coordinate, name: isNamed ? place.name : nil,
          region: isNamed ? place.regions.first : nil,
          country: isNamed ? place.countryCode ?? place.country : nil)
      },
      scheduler: scheduler)
  }

  /// Makes a known place.
  init(
    _ name: String, model: WeatherViewModel, trace: ReplayViewModel? = nil, isSaved: Bool = false
  ) { (self.name, self.model, self.trace, self.isSaved) = (name, model, trace, isSaved) }

  /// Searches for the place, and requests its weather from now on.
  func start() {
    search?.start()
    model.start()
    trace?.togglePause()
  }

  /// Cancels the search and the requests.
  func cancel() {
    search?.cancel()
    model.cancel()
  }

  /// Calls a closure on each visible change.
  func onChange(_ body: @escaping () -> Void) -> [AnyCancellable] {
    [model.objectWillChange.sink { body() }]
      + (search.map { [$0.objectWillChange.sink { body() }] } ?? [])
  }

  /// True while the place or its weather is being fetched.
  var isBusy: Bool {
    if case .searching = search?.state { return true }
    return model.state.isLoading
  }

  /// True if the user has cancelled the last search or request.
  var isCancelled: Bool {
    if case .cancelled = search?.state { return true }
    return model.state.isCancelled
  }

  /// The place, or what is known of it.
  var title: String { model.state.title ?? name }

  /// The places from which the user must choose.
  var choices: [NamedPlace]? {
    if case .ambiguous(let places) = search?.state { places } else { nil }
  }

  /// The reason why there is no weather, or no new weather.
  var errorMessage: String? {
    if case .failed(let error) = search?.state { return error.description }
    return model.errorMessage
  }
}
