import Dispatch
import Reactive

extension StreamSource {
  /// The document that runs, with all that it refers to, and its values.
  private typealias Running = (
    documents: [StreamDocument], publisher: AnyPublisher<StreamValue, Never>
  )

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
          let publisher = try file.library.publisher(of: id, on: scheduler, report: report)
          return (file.excerpt(of: [id]).documents, publisher)
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
}
