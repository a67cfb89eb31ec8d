import Dispatch
import Reactive

extension StreamStore {
  /// What loading the file gave.
  public typealias Update = Result<Snapshot, StreamStoreError>

  /// Makes a publisher of the file as it is, and as it is after each change.
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

  /// Makes a publisher of a document's values that follows the file: when the document changes, or
  /// one that it refers to, the new one runs from its beginning instead of the old.
  ///
  ///     let client = StreamStore(path: shared).publisher(of: "prices", problem: { show($0) })
  ///       .sink { draw($0) }
  ///
  /// A version that cannot be read or run is a problem, and leaves the old one running. The stream
  /// never finishes, because the file may change after the document's last value.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - scheduler: Whose clock counts, and where the file is read.
  ///   - report: Hears of each value that is left out because nothing could be made of it.
  ///   - problem: Hears why the file or the document cannot be used.
  public func publisher<Context: Scheduler>(
    of id: String, on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in },
    problem: @escaping (any Error) -> Void = { _ in }
  ) -> AnyPublisher<StreamValue, Never> {
    updates(on: scheduler)
      .compactMap { update -> Running? in
        do {
          let file = try update.get().file
          return Running(
            documents: file.excerpt(of: [id]).documents,
            publisher: try file.library.publisher(of: id, on: scheduler, report: report))
        } catch {
          problem(error)
          return nil
        }
      }
      .removeDuplicates { $0.documents == $1.documents }
      .map(\.publisher)
      .switchToLatest()
      .eraseToAnyPublisher()
  }

  private struct Running {
    /// The document and all that it refers to.
    let documents: [StreamDocument]
    let publisher: AnyPublisher<StreamValue, Never>
  }
}
