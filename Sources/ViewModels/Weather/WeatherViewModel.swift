import Positioning
import Reactive
import ReactiveExtras

/// The weather at a place now and in the next days, which is kept fresh as time passes and the
/// place moves.
///
///     let model = WeatherViewModel(service: service, place: london)
///     model.refresh()
///     model.current?.conditions.temperatureText  // "12°", once the answer is there
///
/// Two requests go out side by side, and what each brings is shown when it comes. What came last
/// stays, with its age, while it is asked for again and when that fails. One text says what is wrong
/// with either; it goes when the weather is asked for again.
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
  private let deliver: Delivery
  private let currentLoad = WeatherLoad<CurrentWeather>()
  private let forecastLoad = WeatherLoad<WeatherForecast>()
  private var schedule: WeatherSchedule
  /// Whether it asks by itself.
  private var isStarted = false
  private var timer: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []

  private struct Delivery {
    let current: (AnyPublisher<CurrentWeather, WeatherError>) -> AnyPublisher<
      CurrentWeather, WeatherError
    >
    let forecast: (AnyPublisher<WeatherForecast, WeatherError>) -> AnyPublisher<
      WeatherForecast, WeatherError
    >
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
    deliver = Delivery(
      current: { $0.receive(on: scheduler).eraseToAnyPublisher() },
      forecast: { $0.receive(on: scheduler).eraseToAnyPublisher() })
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
    show()
    askIfDue()
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
    let (place, now) = (state.place, now)
    schedule.requested(place, at: now())
    state.loadingSince = now()
    let current = deliver.current(service.current(at: place))
    let forecast = deliver.forecast(service.forecast(at: place))
    currentLoad.load(current, now: now) { [weak self] in self?.answered() }
    forecastLoad.load(forecast, now: now) { [weak self] in self?.answered() }
    show()
  }

  private func answered() {
    show()
    guard !state.isLoading else { return }
    for error in errors { schedule.refused(error, at: now()) }
    askIfDue()
  }

  private var errors: [WeatherError] {
    [currentLoad.error, forecastLoad.error].compactMap { $0 }
  }

  private func show() {
    var shown = state
    shown.current = currentLoad.value
    shown.forecast = forecastLoad.value
    shown.updated = [currentLoad.updated, forecastLoad.updated].compactMap { $0 }.min()
    shown.errorMessage = WeatherError.text(errors)
    if !currentLoad.isLoading, !forecastLoad.isLoading { shown.loadingSince = nil }
    if shown != state { state = shown }
  }
}
