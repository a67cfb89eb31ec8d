import Dispatch
import Reactive

extension StreamSource {
  /// Makes a publisher of a document's values that follows the place: when the document changes, or
  /// one that it refers to, the new one runs from its beginning instead of the old.
  ///
  /// A version that cannot be read or run is a problem, and leaves the old one running. The stream
  /// never finishes, because the place may change after the document's last value.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - scheduler: The scheduler that measures time and reads the place.
  ///   - report: Gets each value that is left out because an operator could not compute with it.
  ///   - problem: Gets the reason why the place or the document cannot be used.
  public func publisher<Context: Scheduler>(
    of id: String, on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in },
    problem: @escaping (any Error) -> Void = { _ in }
  ) -> AnyPublisher<StreamValue, Never> {
    updates(on: scheduler)
      .compactMap { contents -> Running? in
        guard let file = contents.files.first(where: { $0[id] != nil }) else {
          problem(
            contents.problems.first
              ?? .broken(
                StreamDocumentError("there is no document “\(id)”", file: address.description)))
          return nil
        }
        do {
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

extension StreamStore {
  /// Makes a publisher of a document's values that follows the file.
  ///
  ///     let client = StreamStore(path: shared).publisher(of: "prices", problem: { show($0) })
  ///       .sink { draw($0) }
  ///
  /// The same as ``StreamSource/publisher(of:on:report:problem:)`` of the file's path.
  public func publisher<Context: Scheduler>(
    of id: String, on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in },
    problem: @escaping (any Error) -> Void = { _ in }
  ) -> AnyPublisher<StreamValue, Never> {
    StreamSource(.local(path: path))
      .publisher(of: id, on: scheduler, report: report, problem: problem)
  }
}
