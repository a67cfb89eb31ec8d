import Reactive

/// A class of the main actor, one of whose closures runs on another thread: the mistake that the
/// article “Swift 6 and actors” warns of.
@MainActor
enum WrongThread {
  static func meet() async {
    let numbers = Handover(PassthroughSubject<[Int], Never>())
    let cancellable = numbers.value.map { $0.filter { $0 > 1 } }.sink { print($0) }
    await Task.detached { numbers.value.send([1, 2]) }.value
    cancellable.cancel()
  }
}
