import Combine
import Foundation
import Positioning
import ReactiveExtras
import Testing
import ViewModels

/// The articles on positions: a manager with two publishers, and a view model whose view shows
/// latitude and longitude as texts.
@Suite("Articles: a position on the screen") @MainActor
struct LocationArticle {
  struct Place: Equatable {
    let latitude: Double
    let longitude: Double
  }

  enum Status { case notDetermined, authorizedWhenInUse }

  final class LocationManager {
    let status = PassthroughSubject<Status, Error>()
    let location = PassthroughSubject<Place, Never>()
    private(set) var isUpdating = false

    func start() { isUpdating = true }
  }

  final class PlaceViewModel: ObservableObject {
    @Published var currentLocation: Place?
    @Published var statusDescription = "unknown"
    @Published var errorMessage: String?
    @Published var isStartable = true

    private let manager: LocationManager
    private var cancellables = Set<AnyCancellable>()

    init(manager: LocationManager) {
      self.manager = manager
      manager.status
        .debounce(for: 0.01, scheduler: RunLoop.main)
        .removeDuplicates()
        .sink(
          receiveCompletion: { [weak self] completion in
            if case .failure(let error) = completion {
              self?.errorMessage = "\(error)"
            }
          },
          receiveValue: { [weak self] status in
            self?.statusDescription = "\(status)"
          }
        )
        .store(in: &cancellables)
      manager.location
        .debounce(for: 0.01, scheduler: RunLoop.main)
        .removeDuplicates(by: { abs($0.latitude - $1.latitude) < 0.00001 })
        .map(Optional.init)
        .assign(to: &$currentLocation)
    }

    var latitude: String { format(currentLocation?.latitude) }
    var longitude: String { format(currentLocation?.longitude) }

    private func format(_ value: Double?) -> String {
      value.map { String(format: "%.4f", $0) } ?? "-"
    }

    func startUpdating() {
      manager.start()
      isStartable = false
    }
  }

  @Test("the article's own view model shows what the manager sends")
  func own() async {
    let manager = LocationManager()
    let model = PlaceViewModel(manager: manager)
    #expect(model.latitude == "-")
    model.startUpdating()
    #expect(manager.isUpdating && !model.isStartable)
    manager.status.send(.authorizedWhenInUse)
    manager.location.send(Place(latitude: 51.5074, longitude: -0.1278))
    _ = await model.$currentLocation.value { $0 != nil }
    #expect((model.latitude, model.longitude) == ("51.5074", "-0.1278"))
    _ = await model.$statusDescription.value { $0 != "unknown" }
    #expect(model.statusDescription == "authorizedWhenInUse")
  }

  @Test("a view of the article's shows this package's view model")
  func ours() {
    let clock = VirtualTimeScheduler()
    let provider = SimulatedLocationProvider(
      seed: 1, start: Timestamp(year: 2024, month: 5, day: 1)!, scheduler: clock)
    let model = LocationViewModel(provider: provider, scheduler: clock)
    func body() -> String { "Latitude: \(model.latitude) Longitude: \(model.longitude)" }
    #expect(body() == "Latitude: - Longitude: -")
    #expect(model.isStartable)
    model.startUpdating()
    #expect(!model.isStartable)
    clock.advance(by: .seconds(5))
    #expect(model.latitude == model.latitudeText && model.latitude != "-")
    #expect(model.longitude == model.longitudeText && model.longitude != "-")
  }
}

/// The names that the article gives what this package calls otherwise.
extension LocationViewModel {
  fileprivate var latitude: String { latitudeText }
  fileprivate var longitude: String { longitudeText }
  fileprivate func startUpdating() { start() }
}
