import Dispatch
import Reactive

extension StreamStore {
  /// The result of loading the file.
  public typealias Update = Result<Snapshot, StreamStoreError>

  /// Makes a publisher of the file's contents, now and after each change.
  ///
  /// Reads on the scheduler. Sends nothing for a change that leaves the bytes as they were.
  public func updates<Context: Scheduler>(
    on scheduler: Context = DispatchQueue.main
  ) -> AnyPublisher<Update, Never> {
    // The watch begins before the first look, so that no change falls between.
    FileWatcher(path: path).changes(on: scheduler).merge(with: Just(()))
      .map { () -> Update in
        Result { () throws(StreamStoreError) in try load() }
      }
      .removeDuplicates()
      .eraseToAnyPublisher()
  }
}
