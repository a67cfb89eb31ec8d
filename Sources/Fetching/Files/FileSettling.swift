import Reactive

extension FileWatcher {
  /// Makes a publisher that sends when the file can be read as a whole after changes by programs
  /// that write into it, like `htpasswd`, instead of replacing it.
  ///
  /// Sends once the file has been unchanged for a twentieth of a second, and every two seconds
  /// while it keeps changing. A file that has become shorter may have been emptied to be filled
  /// again: it is ignored for another half a second, unless another file has replaced it.
  package func settledChanges<Context: Scheduler>(
    on scheduler: Context
  ) -> AnyPublisher<Void, Never> {
    Self.settled(changes(on: scheduler), on: scheduler) { FileLook(fingerprint) }
  }

  /// Makes a publisher that sends when a file has settled after changes.
  ///
  /// - Parameter look: Returns the file's current state; called at once, and after changes.
  package static func settled<Context: Scheduler>(
    _ changes: some Publisher<Void, Never>, on scheduler: Context, look: @escaping () -> FileLook
  ) -> AnyPublisher<Void, Never> {
    typealias Stride = Context.SchedulerTimeType.Stride
    let most = Stride.seconds(2)
    let changes = changes.share()
    let pauses = changes.debounce(for: .milliseconds(50), scheduler: scheduler)
    let late = changes.delay(for: most, scheduler: scheduler)
      .throttle(for: most, scheduler: scheduler, latest: true)
    let start = look()
    return pauses.merge(with: late)
      .map { look() }
      .scan((before: start, now: start)) { looks, now in (looks.now, now) }
      .map { looks -> AnyPublisher<Void, Never> in
        guard looks.now.isCut(from: looks.before) else { return Just(()).eraseToAnyPublisher() }
        return Just(()).delay(for: .milliseconds(500), scheduler: scheduler).eraseToAnyPublisher()
      }
      .switchToLatest()
      .eraseToAnyPublisher()
  }
}

/// The attributes of a file that can be read without opening it.
package struct FileLook: Equatable {
  /// The numbers of its device and inode, which differ for another file.
  package var identity: [Int]
  /// Its size in bytes.
  package var size: Int

  /// True if it is the same file, and has become shorter.
  package func isCut(from before: FileLook) -> Bool {
    identity == before.identity && size < before.size
  }
}

extension FileLook {
  /// Uses the beginning of a watcher's fingerprint, which is empty if there is no file.
  package init(_ fingerprint: [Int]) {
    self.init(identity: Array(fingerprint.prefix(2)), size: fingerprint.dropFirst(2).first ?? 0)
  }
}
