import Reactive
import ReactiveExtras
import Testing

@testable import Fetching

/// A file that changes on virtual time, and the times at which it was read.
private final class Settling {
  let clock = VirtualTimeScheduler()
  private let changes = PassthroughSubject<Void, Never>()
  private var look = FileLook(identity: [1, 1], size: 100)
  private(set) var reads: [Int] = []
  private var cancellable: AnyCancellable?

  init() {
    let start = clock.now
    cancellable = FileWatcher.settled(changes, on: clock) { [unowned self] in look }
      .sink { [unowned self] in
        reads.append(start.distance(to: clock.now).nanoseconds / 1_000_000)
      }
  }

  /// Lets the file have a size, or another one have taken its place, and time pass.
  func change(size: Int, file: Int = 1, thenWait milliseconds: Int) {
    look = FileLook(identity: [1, file], size: size)
    changes.send()
    clock.advance(by: .milliseconds(milliseconds))
  }
}

@Suite("A file that other programs write into")
struct FileSettlingTests {
  @Test("is read when nobody has changed it for a twentieth of a second")
  func pause() {
    let file = Settling()
    file.change(size: 110, thenWait: 30)
    file.change(size: 120, thenWait: 200)
    #expect(file.reads == [80])
  }

  @Test("is not read where it was emptied to be filled again")
  func emptied() {
    let file = Settling()
    file.change(size: 0, thenWait: 300)
    file.change(size: 120, thenWait: 1_000)
    #expect(file.reads == [350])
  }

  @Test("is read half a second later where it stays shorter, and at once where it is another file")
  func shorter() {
    let file = Settling()
    file.change(size: 80, thenWait: 1_000)
    #expect(file.reads == [550])
    file.change(size: 60, file: 2, thenWait: 500)
    #expect(file.reads == [550, 1_050])
  }

  @Test("is read every two seconds while it is changed all the time")
  func restless() {
    let file = Settling()
    for number in 1...250 { file.change(size: 100 + number, thenWait: 20) }
    #expect(file.reads.count == 2)
  }
}
