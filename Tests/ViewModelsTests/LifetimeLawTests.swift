import Fetching
import Positioning
import Reactive
import ReactiveExtras
import Streams
import TestSupport
import Testing
import ViewModels

/// A law for every view model there is: who lets go of it is rid of it, and of the view models that
/// it is made of, whatever it is waiting for.
@Suite("A view model, whichever it is") @MainActor
struct LifetimeLawTests {
  @Test("goes away with its last reference, with all that is outstanding", arguments: Subject.all)
  fileprivate func law(subject: Subject) throws {
    let world = World()
    defer { world.trace.remove() }
    var observed: [Weak] = []
    do {
      let model = try subject.make(world)
      observed = Weak.parts(of: model)
    }
    #expect(!observed.isEmpty)
    for part in observed { #expect(part.object == nil, "\(part.name) is still there.") }
    // Nothing that comes later finds it, or brings it back.
    world.clock.advance(by: .seconds(60))
    world.background.advance(by: .seconds(60))
    for part in observed { #expect(part.object == nil) }
  }

  @Test("is found by this test if it is held, with its parts, so that the law can fail")
  fileprivate func canFail() throws {
    let world = World()
    defer { world.trace.remove() }
    let model = try Subject.track.make(world)
    let observed = Weak.parts(of: model)
    #expect(observed.count == 2 && observed.allSatisfy { $0.object != nil })
    withExtendedLifetime(model) {}
  }
}

/// What is observed and not held.
@MainActor private struct Weak {
  weak var object: AnyObject?
  let name: String

  /// A view model, and the view models among its properties.
  static func parts(of model: any ObservableObject) -> [Weak] {
    [Weak(object: model, name: "\(type(of: model))")]
      + Mirror(reflecting: model).children.compactMap { child in
        (child.value as? any ObservableObject).map { part in
          Weak(object: part, name: "\(type(of: model)).\(child.label ?? "")")
        }
      }
  }
}

/// What view models are made with: it outlives them.
@MainActor private final class World {
  let clock = VirtualTimeScheduler()
  let background = VirtualTimeScheduler()
  let store = InMemoryAccountStore()
  let oracle = Oracle()
  let server = Server<Profile>()
  let provider = ScriptedProvider()
  let trace = TemporaryTrace(SampleLog.even(10).bytes)
  let contacts = ContactSource(1, 2)
  let folder = ScratchFolder()
  let never = PassthroughSubject<Int, TestError>()
}

/// A view model in the middle of something.
private struct Subject: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @MainActor @Sendable (World) throws -> any ObservableObject

  init(
    _ name: String, _ make: @escaping @MainActor @Sendable (World) throws -> any ObservableObject
  ) {
    testDescription = name
    self.make = make
  }

  static let track = Subject("a track that is recorded") { world in
    let model = TrackViewModel(provider: world.provider, scheduler: world.clock)
    model.location.start()
    world.provider.tell(north: 1)
    return model
  }

  static let all = [
    Subject("a sign-up that asks for a name and is submitted") { world in
      let model = SignupViewModel(
        store: world.store, scheduler: world.clock, background: world.background)
      model.username = "annika"
      model.password = "Correct-horse-7"
      model.confirmPassword = "Correct-horse-7"
      world.clock.advance(by: .milliseconds(300))
      model.submit()
      return model
    },
    Subject("a sign-up with a message on its way") { world in
      let model = SignupViewModel(scheduler: world.clock, background: world.background)
      model.username = "a"
      return model
    },
    Subject("a form whose question is asked and whose submission waits") { world in
      let form = FormViewModel(
        Profile(),
        fields: [.text("name", \.name, .required).check(world.oracle.rule(), of: \.name)],
        scheduler: world.clock, submission: world.server.submission)
      form[\.name] = "anna"
      world.clock.advance(by: .milliseconds(300))
      form.submit()
      return form
    },
    Subject("a form that has been sent") { world in
      let form = FormViewModel(
        Profile(), fields: [.text("name", \.name)], scheduler: world.clock,
        submission: world.server.submission)
      form[\.name] = "anna"
      form.submit()
      return form
    },
    Subject("users who are being fetched") { world in
      let directory = UserDirectory { _ in
        Empty(completeImmediately: false).eraseToAnyPublisher()
      } fetch: { _ in
        Empty(completeImmediately: false).eraseToAnyPublisher()
      }
      let model = UsersViewModel(directory: directory, scheduler: world.clock)
      model.username = "ann"
      model.password = "secret"
      model.signIn()
      return model
    },
    Subject("what a service shows to those who sign in, being fetched") { world in
      let transport = ScriptedTransport(publisher: { _ in
        Empty(completeImmediately: false).eraseToAnyPublisher()
      })
      let resource = SignedInResource(
        HTTPRequest("https://example.org/users"),
        signIn: TokenSignIn(url: "https://example.org/login"), over: transport,
        background: world.background
      ) { $0.text }
      let model = SignInViewModel(resource, scheduler: world.clock)
      model.username = "ann"
      model.password = "secret"
      model.signIn()
      return model
    },
    Subject("what a service answers with, being read from the disk") { world in
      let resource = RemoteResource(
        HTTPRequest("https://example.org/users"), over: FileTransport([:]),
        cache: ResponseCache(folder: "/nonexistent"), background: world.background
      ) { $0.text }
      let model = ResourceViewModel(resource, scheduler: world.clock)
      model.load()
      return model
    },
    Subject("a resource that is loaded") { world in
      let never = world.never
      let model = ResourceViewModel<Int>(scheduler: world.clock) { never }
      model.load()
      return model
    },
    Subject("weather that is loaded") { world in
      let model = WeatherViewModel(
        service: OpenWeather(
          baseURL: "http://w", key: WeatherKey("k")!,
          transport: ScriptedTransport(publisher: { _ in
            Empty(completeImmediately: false).eraseToAnyPublisher()
          })),
        place: Coordinate(latitude: 51.5, longitude: -0.1), scheduler: world.clock)
      model.start()
      return model
    },
    Subject("a location that is followed") { world in
      let model = LocationViewModel(provider: world.provider, scheduler: world.clock)
      model.start()
      world.provider.tell(north: 1)
      world.provider.tell(north: 5)
      return model
    },
    track,
    Subject("a trace that is replayed") { world in
      let provider = TraceLocationProvider(
        file: try TraceFile(path: world.trace.path), scheduler: world.clock)
      let model = ReplayViewModel(provider: provider, scheduler: world.clock)
      model.togglePause()
      world.clock.advance(by: .seconds(2.5))
      return model
    },
    Subject("a list that is fetched") { world in
      ListViewModel(world.contacts.source, scheduler: world.clock, background: world.background)
    },
    Subject("a row of a list") { _ in RowViewModel(Contact(1)) },
    Subject("a list of pages with a page on its way") { world in
      let model = PagedListViewModel(
        PagedSource<Contact> { _ in
          Empty<NumberedPage<[Contact]>, PageLoadError>(completeImmediately: false)
        }, scheduler: world.clock)
      model.load()
      return model
    },
    Subject("a laboratory of streams that run") { world in
      let model = StreamWorkspace(
        source: StreamSource(
          .local(path: world.folder.file("streams.json")), takesDefaults: true),
        scheduler: world.clock)
      world.clock.advance(by: .seconds(2))
      return model
    },
  ]
}
