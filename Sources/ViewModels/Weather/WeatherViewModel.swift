import Positioning
import Reactive
import ReactiveExtras

/// The weather at a place now and in the next days, which is kept fresh as time passes and the
/// place moves.
///
///     let model = WeatherViewModel(service: service, place: london, scheduler: scheduler)
///     model.refresh()
///     model.current?.conditions.temperatureText  // nil, until the answer is there
///
/// Two requests go out side by side, and each answer is shown when it comes. The last answer stays,
/// with its age, during a request and when that fails. One text holds the errors of both; it goes
/// when the weather is requested again.
///
/// **Freshness.** After ``start()`` it sends requests by itself: at once, when the weather has
/// become ``WeatherPacing/maximumAge`` old, and when the place has moved
/// ``WeatherPacing/minimumDistance`` from the last requested one. No request is sent while another
/// is under way; a place that has moved meanwhile follows it. If the service names a time for the
/// next request, that is respected.
@MainActor
public final class WeatherViewModel: ObservableObject {
  /// The state of the screen.
  @Published public private(set) var state = WeatherState()

  private let service: OpenWeather
  private let now: () -> MonotonicInstant
  private let wait: (Duration) -> AnyPublisher<Void, Never>
  private let currentLoad: ResourceViewModel<CurrentWeather>
  private let forecastLoad: ResourceViewModel<WeatherForecast>
  /// The place that the requests under way are about.
  private let asked: Asked
  private var schedule: WeatherSchedule
  /// True if it sends requests by itself.
  private var isStarted = false
  private var timer: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []

  /// A place that requests are made of as they are sent.
  private final class Asked {
    var place: Coordinate?
  }

  /// Makes a model of one place, which sends no request yet.
  ///
  /// - Parameters:
  ///   - service: The weather service.
  ///   - place: The place; nil for a service that needs none.
  ///   - pacing: The frequency of requests.
  ///   - scheduler: The scheduler that measures time and delivers answers. It has to run its work
  ///     on the main thread.
  public convenience init(
    service: OpenWeather, place: Coordinate? = nil, pacing: WeatherPacing = WeatherPacing(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.init(
      service: service, places: place.publisher, pacing: pacing, scheduler: scheduler)
  }

  /// Makes a model that follows a place, and sends no request yet.
  ///
  ///     WeatherViewModel(
  ///       service: service, places: location.$currentLocation.compactMap { $0?.coordinate })
  ///
  /// - Parameters:
  ///   - service: The weather service.
  ///   - places: The place as it changes, at any frequency. A coordinate that is not on Earth is
  ///     left out.
  ///   - pacing: The frequency of requests.
  ///   - scheduler: The scheduler that measures time and delivers answers. It has to run its work
  ///     on the main thread, and the places have to come on it.
  public init(
    service: OpenWeather, places: some Publisher<Coordinate, Never>,
    pacing: WeatherPacing = WeatherPacing(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.service = service
    schedule = WeatherSchedule(pacing)
    now = { scheduler.now }
    wait = { Just(()).delay(for: .init($0), scheduler: scheduler).eraseToAnyPublisher() }
    let asked = Asked()
    self.asked = asked
    currentLoad = ResourceViewModel(scheduler: scheduler) { service.current(at: asked.place) }
    forecastLoad = ResourceViewModel(scheduler: scheduler) { service.forecast(at: asked.place) }
    currentLoad.$state.combineLatest(forecastLoad.$state).dropFirst()
      .sink { [weak self] in self?.show($0, $1) }.store(in: &cancellables)
    places.filter(\.isValid).removeDuplicates()
      .sink { [weak self] in self?.moved(to: $0) }.store(in: &cancellables)
  }

  // MARK: The view

  /// The weather now; nil before the first answer.
  public var current: CurrentWeather? { state.current }
  /// The rows of the forecast; none before the first answer.
  public var forecast: [WeatherConditions] { state.forecast?.rows ?? [] }
  /// The errors of both requests, with their remedy; nil if there are none.
  public var errorMessage: String? { state.errorMessage }
  /// True if nothing can be requested until a place is known.
  public var needsPlace: Bool { service.needsPlace }

  // MARK: The user's actions

  /// Sends requests from now on, at once and then by itself.
  public func start() {
    isStarted = true
    askIfDue()
  }

  /// Sends a request now, unless one is under way or no place is known.
  public func refresh() {
    guard !state.isLoading, canAsk else { return }
    ask()
  }

  /// Ends the requests that are under way. The present weather stays, without an error.
  public func cancel() {
    guard state.isLoading else { return }
    currentLoad.cancel()
    forecastLoad.cancel()
  }

  // MARK: Requests

  private var canAsk: Bool { state.place != nil || !service.needsPlace }

  private func moved(to place: Coordinate) {
    if state.place != place { state.place = place }
    askIfDue()
  }

  /// Sends a request if it is due, else waits until then.
  private func askIfDue() {
    guard isStarted, canAsk, !state.isLoading else { return }
    let now = now()
    let due = schedule.due(at: state.place, now: now)
    guard due > now else { return ask() }
    timer = wait(.nanoseconds(now.distance(to: due).nanoseconds))
      .sink { [weak self] in self?.askIfDue() }
  }

  private func ask() {
    timer = nil
    let now = now()
    schedule.requested(state.place, at: now)
    asked.place = state.place
    state.loadingSince = now
    currentLoad.load()
    forecastLoad.load()
  }

  /// Takes in the results of the requests, and when both are over schedules the next ones.
  private func show(_ current: Resource<CurrentWeather>, _ forecast: Resource<WeatherForecast>) {
    let errors = [current.error, forecast.error].compactMap { $0 as? WeatherError }
    let isOver = !current.isLoading && !forecast.isLoading
    var shown = state
    (shown.current, shown.forecast) = (current.value, forecast.value)
    shown.updated = [current.lastUpdated, forecast.lastUpdated].compactMap { $0 }.min()
    shown.errorMessage = WeatherError.text(errors)
    if isOver { shown.loadingSince = nil }
    if shown != state { state = shown }
    guard isOver else { return }
    for error in errors { schedule.refused(error, at: now()) }
    // Not from here: a resource reports its new state before it has it.
    timer = wait(.zero).sink { [weak self] in self?.askIfDue() }
  }
}
