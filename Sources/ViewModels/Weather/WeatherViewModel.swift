import Positioning
import Reactive
import ReactiveExtras

/// The weather at a place now and in the next days, kept up to date as time passes and the place
/// moves; or the weather at the time when a place was passed.
///
///     let model = WeatherViewModel(service: service, place: london, scheduler: scheduler)
///     model.refresh()
///     model.current?.conditions.temperatureText  // nil, until the answer is there
///
/// Each part of a response is shown when it arrives. The last response stays, with its age, during
/// a request and after a failure. One text contains the errors of all requests; it disappears when
/// the weather is requested again.
///
/// **Freshness.** After ``start()`` it sends requests by itself: at once, when the weather has
/// become ``WeatherPacing/maximumAge`` old, and when the place has moved
/// ``WeatherPacing/minimumDistance`` from the last requested one. No request is sent while another
/// is running; if the place moves meanwhile, another request follows. If the service sets a time
/// for the next request, that is respected. A stored response is used only for the first request
/// about a place.
///
/// **Past days.** A service with past weather (``WeatherService/hasHistory``) answers a query with
/// a time, and then again only for another day or place; any other service returns the current
/// weather, and `isHistory` is false.
@MainActor public final class WeatherViewModel: ObservableObject {
  /// The state of the screen.
  @Published public private(set) var state = WeatherState()

  private let service: any WeatherService
  private let now: () -> MonotonicInstant
  private let wait: (Duration) -> AnyPublisher<Void, Never>
  private let updates: (WeatherQuery) -> AnyPublisher<WeatherUpdate, Never>
  private var schedule: WeatherSchedule
  /// The errors of the running requests, and the ages of their responses.
  private var errors: [WeatherError] = []
  private var dates: (current: MonotonicInstant?, forecast: MonotonicInstant?) = (nil, nil)
  /// True if it sends requests by itself.
  private var isStarted = false
  private var request: AnyCancellable?
  private var timer: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a model of one place without sending a request.
  ///
  /// - Parameters:
  ///   - service: The weather service.
  ///   - place: The place; nil for a service that needs none.
  ///   - pacing: The frequency of requests.
  ///   - scheduler: The scheduler that measures time and delivers responses. It has to run its work
  ///     on the main thread.
  public convenience init(
    service: some WeatherService, place: Coordinate? = nil, pacing: WeatherPacing = WeatherPacing(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) { self.init(service: service, places: place.publisher, pacing: pacing, scheduler: scheduler) }

  /// Makes a model that follows a place, without sending a request.
  ///
  ///     WeatherViewModel(
  ///       service: service, places: location.$currentLocation.compactMap { $0?.coordinate })
  ///
  /// - Parameters:
  ///   - service: The weather service.
  ///   - places: The place as it changes, at any frequency. Coordinates that are not on Earth are
  ///     ignored.
  ///   - pacing: The frequency of requests.
  ///   - scheduler: The scheduler that measures time and delivers responses. It must run its work
  ///     on the main thread, and the places must arrive on it.
  public convenience init(
    service: some WeatherService, places: some Publisher<Coordinate, Never>,
    pacing: WeatherPacing = WeatherPacing(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.init(
      service: service, queries: places.map { WeatherQuery(place: $0) }, pacing: pacing,
      scheduler: scheduler)
  }

  /// Makes a model that follows a place with its name, or with the time when it was passed, without
  /// sending a request.
  ///
  /// - Parameters:
  ///   - service: The weather service.
  ///   - queries: The queries as they change, at any frequency. Those with a coordinate that is not
  ///     on Earth are ignored.
  ///   - pacing: The frequency of requests.
  ///   - scheduler: The scheduler that measures time and delivers responses. It must run its work
  ///     on the main thread, and the queries must arrive on it.
  public init(
    service: some WeatherService, queries: some Publisher<WeatherQuery, Never>,
    pacing: WeatherPacing = WeatherPacing(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.service = service
    schedule = WeatherSchedule(pacing)
    now = { scheduler.now }
    wait = { Just(()).delay(for: .init($0), scheduler: scheduler).eraseToAnyPublisher() }
    updates = { service.updates(on: $0).receive(on: scheduler).eraseToAnyPublisher() }
    queries.filter { $0.place?.isValid != false }.removeDuplicates()
      .sink { [weak self] in self?.moved(to: $0) }.store(in: &cancellables)
  }

  // MARK: The view

  /// The weather now; nil before the first response.
  public var current: CurrentWeather? { state.current }
  /// The rows of the forecast; none before the first response.
  public var forecast: [WeatherConditions] { state.forecast?.rows ?? [] }
  /// The errors of all requests, with their remedy; nil if there are none.
  public var errorMessage: String? { state.errorMessage }
  /// True if nothing can be requested until a place is known.
  public var needsPlace: Bool { service.needsPlace }

  // MARK: The user's actions

  /// Sends requests from now on, at once and then by itself.
  public func start() {
    isStarted = true
    askIfDue()
  }

  /// Sends a request now, unless one is running or no place is known.
  public func refresh() {
    guard !state.isLoading, canAsk else { return }
    ask(isRefresh: true)
  }

  /// Ends the running requests. The current weather stays, without an error;
  /// ``WeatherState/isCancelled`` is true until the next request.
  public func cancel() {
    guard state.isLoading else { return }
    request = nil
    var ended = state
    (ended.loadingSince, ended.isCancelled) = (nil, true)
    state = ended
    askIfDue()
  }

  // MARK: Requests

  private var canAsk: Bool { state.place != nil || !service.needsPlace }

  private func moved(to query: WeatherQuery) {
    var query = query
    if !service.hasHistory { query.time = nil }
    guard state.query != query else { return }
    var moved = state
    moved.query = query
    if let time = query.time, let history = state.history, let weather = history.weather(at: time) {
      (moved.current, moved.forecast) = (weather, history.day(of: time))
    }
    state = moved
    askIfDue()
  }

  /// Sends a request if it is due, else waits until then.
  private func askIfDue() {
    guard isStarted, canAsk, !state.isLoading else { return }
    let now = now()
    timer = nil
    guard let due = schedule.due(state.query, knowing: state.history, now: now) else { return }
    guard due > now else { return ask() }
    timer = wait(.nanoseconds(now.distance(to: due).nanoseconds))
      .sink { [weak self] in self?.askIfDue() }
  }

  private func ask(isRefresh: Bool = false) {
    timer = nil
    errors = []
    var query = state.query ?? WeatherQuery()
    query.isRefresh = isRefresh || schedule.isRepeated(query)
    let now = now()
    schedule.requested(query, at: now)
    var asked = state
    (asked.loadingSince, asked.errorMessage, asked.isCancelled) = (now, nil, false)
    state = asked
    request = updates(query).sink { [weak self] _ in
      self?.finish()
    } receiveValue: { [weak self] in
      self?.take($0)
    }
  }

  /// Takes in a part of a response.
  private func take(_ update: WeatherUpdate) {
    let now = now()
    var shown = state
    switch update {
    case .current(let weather, let age):
      (shown.current, dates.current) = (weather, now - age)
      shown.history = nil
    case .forecast(let forecast, let age):
      (shown.forecast, dates.forecast) = (forecast, now - age)
      shown.history = nil
    case .history(let history):
      shown.history = history
      shown.forecast = state.query?.time.map(history.day)
      shown.current = state.query?.time.flatMap(history.weather)
      dates = (now, now)
    case .failure(let error):
      errors.append(error)
      shown.errorMessage = WeatherError.text(errors)
    }
    shown.updated = [dates.current, dates.forecast].compactMap { $0 }.min()
    if shown != state { state = shown }
  }

  /// Ends the requests, which are over, and schedules the next ones.
  private func finish() {
    request = nil
    let now = now()
    for error in errors { schedule.refused(error, at: now) }
    if errors.isEmpty, let updated = state.updated { schedule.answered(with: updated, at: now) }
    state.loadingSince = nil
    askIfDue()
  }
}
