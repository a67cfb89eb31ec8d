import Fetching
import Reactive
import ReactiveExtras
import TerminalKit
import TestSupport
import Testing
import ViewModels

@testable import SignupTUI
@testable import Streams

/// A lab of streams on virtual time, and its screen.
@MainActor
struct StreamsScreenLab {
  let clock = VirtualTimeScheduler()
  let folder = ScratchFolder()
  let changes = PassthroughSubject<Void, Never>()
  let store: StreamStore
  let model: StreamWorkspace
  let screen: StreamsScreen

  static let documents: [StreamDocument] =
    StreamDocument.defaults + [
      .chain(
        StreamChain(
          id: "odd", name: "Odd tens", source: "serial-a",
          operators: [.filter(expression: "%d % 2 == 1"), .map(expression: "%d * 10")])),
      .join(
        StreamJoin(
          id: "both", name: "Both", kind: .zip, sources: ["serial-a", "serial-b"])),
    ]

  /// - Parameter scheduler: The clock where it is not the virtual one itself.
  init(
    _ documents: [StreamDocument] = Self.documents, inputs: Set<String> = [],
    on scheduler: (VirtualTimeScheduler) -> any Scheduler<MonotonicInstant> = { $0 }
  ) throws {
    store = StreamStore(path: folder.file("streams.json"))
    try store.save(StreamDocumentFile(documents), over: .absent)
    var place = StreamSource(.local(path: store.path))
    place.name = "streams.json"
    nonisolated(unsafe) let changes = changes
    place.changes = { changes.eraseToAnyPublisher() }
    model = StreamWorkspace(
      source: place, isWatching: true, inputs: inputs, scheduler: scheduler(clock))
    screen = StreamsScreen(model: model)
  }

  func frame(_ width: Int = 80, _ height: Int = 16, symbols: Symbols = .unicode) -> Canvas {
    var canvas = Canvas(size: Size(width, height), symbols: symbols)
    screen.resized(to: canvas.size)
    screen.draw(on: &canvas)
    return canvas
  }

  func text(_ width: Int = 80, _ height: Int = 24) -> String {
    frame(width, height).lines.joined(separator: "\n")
  }

  func press(_ keys: KeyPress...) { for key in keys { screen.handle(.key(key)) } }

  func type(_ text: String) { for letter in text { press(KeyPress(.character(letter))) } }

  func key(_ id: String) -> StreamKey { StreamKey(file: store.path, id: id) }
}

extension StreamStore {
  var documentCount: Int { (try? load().file.documents.count) ?? 0 }
}
