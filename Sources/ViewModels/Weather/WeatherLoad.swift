import Reactive
import ReactiveExtras

@MainActor final class WeatherLoad<Value: Sendable> {
  private(set) var value: Value?
  private(set) var updated: MonotonicInstant?
  private(set) var error: WeatherError?
  var isLoading: Bool { flight != nil }
  private var flight: AnyCancellable?

  func load(
    _ request: AnyPublisher<Value, WeatherError>, now: @escaping () -> MonotonicInstant,
    changed: @escaping () -> Void
  ) {
    error = nil
    var isOver = false
    let flight = request.sink { [weak self] completion in
      isOver = true
      self?.flight = nil
      if case .failure(let failure) = completion { self?.error = failure }
      changed()
    } receiveValue: { [weak self] in
      (self?.value, self?.updated) = ($0, now())
    }
    if !isOver { self.flight = flight }
  }

  func cancel() { flight = nil }
}
