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
/// Two requests go out side by side, and what each brings is shown when it comes. What came last
/// stays, with its age, while it is asked for again and when that fails. One text says what is
/// wrong with either; it goes when the weather is asked for again.
///
/// **Freshness.** After ``start()`` it asks by itself: at once, when the weather has become
/// ``WeatherPacing/maximumAge`` old, and when the place has moved ``WeatherPacing/minimumDistance``
/// from the one last asked about. Nothing is asked for while an answer is under way; a place that
/// has moved on meanwhile comes after it. Where the service says when it wants to be asked again,
/// that is kept to.
@MainActor
public final class WeatherViewModel: ObservableObject {
  /// All that is shown.
  @Published public private(set) var state = WeatherState()

  private let service: OpenWeather
  private let now: () -> MonotonicInstant
  private let wait: (Duration) -> AnyPublisher<Void, Never>
  private let currentLoad: ResourceViewModel<CurrentWeather>
  private let forecastLoad: ResourceViewModel<WeatherForecast>
  /// The place that the requests under way are about.
  private let asked: Asked
  private var schedule: WeatherSchedule
  /// Whether it asks by itself.
  private var isStarted = false
  private var timer: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []

  /// A place that requests are made of as they are sent.
  private final class Asked {
    var place: Coordinate?
  }

  /// Makes a model of one place, which asks for nothing yet.
  ///
  /// - Parameters:
  ///   - service: Whom to ask.
  ///   - place: Where; nil for a service that needs no place.
  ///   - pacing: How often it asks by itself.
  ///   - scheduler: Where answers are delivered, and whose clock counts. It has to run its work on
  ///     the main thread.
  public convenience init(
    service: OpenWeather, place: Coordinate? = nil, pacing: WeatherPacing = WeatherPacing(),
    scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main
  ) {
    self.init(
      service: service, places: place.publisher, pacing: pacing, scheduler: scheduler)
  }

  /// Makes a model that follows a place, and asks for nothing yet.
  ///
  ///     WeatherViewModel(
  ///       service: service, places: location.$currentLocation.compactMap { $0?.coordinate })
  ///
  /// - Parameters:
  ///   - service: Whom to ask.
  ///   - places: Where, as it changes; how often it does makes no difference. What is no place on
  ///     Earth is left out.
  ///   - pacing: How often it asks by itself.
  ///   - scheduler: Where answers are delivered, and whose clock counts. It has to run its work on
  ///     the main thread, and the places have to come on it.
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

  // MARK: What is shown

  /// The weather now; nil before the first answer.
  public var current: CurrentWeather? { state.current }
  /// The rows of the forecast; none before the first answer.
  public var forecast: [WeatherConditions] { state.forecast?.rows ?? [] }
  /// What is wrong with the one request or the other, and how to fix it; nil when nothing is.
  public var errorMessage: String? { state.errorMessage }
  /// Whether nothing can be asked for until a place is known.
  public var needsPlace: Bool { service.needsPlace }

  // MARK: What the user does

  /// Asks from now on, at once and then by itself.
  public func start() {
    isStarted = true
    askIfDue()
  }

  /// Asks now, unless it is asking already or knows no place.
  public func refresh() {
    guard !state.isLoading, canAsk else { return }
    ask()
  }

  /// Ends the requests that are under way. What was there stays, and nothing is wrong.
  public func cancel() {
    guard state.isLoading else { return }
    currentLoad.cancel()
    forecastLoad.cancel()
  }

  // MARK: Asking

  private var canAsk: Bool { state.place != nil || !service.needsPlace }

  private func moved(to place: Coordinate) {
    if state.place != place { state.place = place }
    askIfDue()
  }

  /// Asks if it is time, else when it will be.
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

  /// Takes in what has become of the requests, and when both are over says when the next are due.
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
