#if URLSession
  import Combine
  import Foundation
  import TestSupport
  import Testing
  import ViewModels

  /// The articles on the weather: a service object that fetches two answers side by side with
  /// `URLSession`, decodes them, and publishes what a view shows.
  @Suite("Articles: the weather from two requests") @MainActor
  struct WeatherArticle {
    struct CurrentWeather: Decodable {
      let date: Date
      let description: String
      let icon: String
      let temperature: Double

      private enum Keys: String, CodingKey { case dt, weather, main }
      private enum MainKeys: String, CodingKey { case temp }
      private struct Weather: Decodable {
        let description: String
        let icon: String
      }

      init(from decoder: Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        date = Date(timeIntervalSince1970: try container.decode(Double.self, forKey: .dt))
        let weather = try container.decode([Weather].self, forKey: .weather)
        guard let first = weather.first else {
          throw DecodingError.dataCorruptedError(
            forKey: .weather, in: container, debugDescription: "no weather")
        }
        (description, icon) = (first.description, first.icon)
        temperature = try container.nestedContainer(keyedBy: MainKeys.self, forKey: .main)
          .decode(Double.self, forKey: .temp)
      }
    }

    struct Forecast: Decodable {
      let list: [CurrentWeather]
    }

    final class WeatherService: ObservableObject {
      @Published var errorMessage: String = ""
      @Published var current: CurrentWeather?
      @Published var forecast: [CurrentWeather] = []

      private let baseURL: String
      private var cancellableSet: Set<AnyCancellable> = []

      init(baseURL: String) { self.baseURL = baseURL }

      func load(latitude: Float, longitude: Float) {
        let query = "?lat=\(latitude)&lon=\(longitude)&units=metric"
        let currentURL = URL(string: baseURL + "/weather" + query)!
        let forecastURL = URL(string: baseURL + "/forecast" + query)!

        URLSession.shared
          .dataTaskPublisher(for: URLRequest(url: currentURL))
          .map(\.data)
          .decode(type: CurrentWeather.self, decoder: JSONDecoder())
          .receive(on: RunLoop.main)
          .sink(
            receiveCompletion: { completion in
              if case .failure(let error) = completion {
                self.errorMessage = error.localizedDescription
              }
            },
            receiveValue: {
              self.current = $0
            }
          )
          .store(in: &cancellableSet)

        URLSession.shared
          .dataTaskPublisher(for: URLRequest(url: forecastURL))
          .map(\.data)
          .decode(type: Forecast.self, decoder: JSONDecoder())
          .receive(on: RunLoop.main)
          .map(\.list)
          .catch { error -> Just<[CurrentWeather]> in
            self.errorMessage = error.localizedDescription
            return Just([])
          }
          .assign(to: \.forecast, on: self)
          .store(in: &cancellableSet)
      }
    }

    private nonisolated static let entry =
      #"{"dt":1600000000,"weather":[{"description":"light rain","icon":"10d"}],"main":{"temp":16.4}}"#

    @Test("two requests, decoded and delivered to the main run loop")
    func load() async throws {
      let server = LoopbackHTTPServer { request in
        .page(request.path == "/weather" ? Self.entry : "{\"list\":[\(Self.entry),\(Self.entry)]}")
      }
      let service = WeatherService(baseURL: server.url(""))
      service.load(latitude: 51.5074, longitude: -0.1278)
      let weather = try #require(await service.$current.value { $0 != nil } ?? nil)
      #expect(weather.description == "light rain")
      #expect(weather.temperature == 16.4)
      #expect(await service.$forecast.value { !$0.isEmpty }?.count == 2)
      #expect(service.errorMessage.isEmpty)
      #expect(server.requests.map(\.path).sorted() == ["/forecast", "/weather"])
    }

    @Test("an answer that is no weather becomes a message")
    func failure() async {
      let server = LoopbackHTTPServer { _ in .page("{}", status: 401) }
      let service = WeatherService(baseURL: server.url(""))
      service.load(latitude: 0, longitude: 0)
      #expect(await service.$errorMessage.value { !$0.isEmpty } != nil)
      #expect(service.current == nil)
    }
  }
#endif
