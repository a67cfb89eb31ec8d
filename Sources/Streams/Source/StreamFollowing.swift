import Dispatch
import Expressions
import Reactive

extension StreamSource {
  /// The running document, with all that it refers to, and its values.
  private typealias Running = (
    documents: [StreamDocument], publisher: AnyPublisher<StreamValue, Never>
  )

  /// Makes a publisher of a document's values that follows the source: when the document or one
  /// that it refers to changes, the new version replaces the old and runs from its beginning.
  ///
  /// A version that cannot be read or run is a problem, and the old one keeps running. The stream
  /// never finishes, because the source may change after the document's last value.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - scheduler: The scheduler that measures time and reads the source.
  ///   - report: Receives a failure for each value that an operator could not process.
  ///   - problem: Receives the reason why the source or the document cannot be used.
  public func publisher<Context: Scheduler>(
    of id: String, on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in },
    problem: @escaping (any Error) -> Void = { _ in }
  ) -> AnyPublisher<StreamValue, Never> {
    updates(on: scheduler)
      .compactMap { contents -> Running? in
        do {
          let file = try contents.file(with: id, address.description)
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

  /// Makes a publisher of a document's values over inputs that follows the source: when the
  /// document or one that it refers to changes, the next input values go through the new logic. No
  /// value is lost or sent twice.
  ///
  ///     let tens = source.publisher(of: "tens", inputs: ["prices": prices]).sink { print($0) }
  ///
  /// Unchanged parts continue with their state: the operators of a chain before the first
  /// difference, as long as their source is unchanged, and other documents that it refers to.
  /// Changed parts and everything downstream begin again: `scan` with its initial value,
  /// `dropFirst` and `prefix` with their count, and values kept by `delay`, `collect`, `zip` and
  /// the like are lost. New names change nothing.
  ///
  /// An input is subscribed to when the first logic that needs it runs, and stays subscribed until
  /// the end. Values that the logic does not use are dropped; an input that ends has also ended for
  /// later logic. A version that cannot be read or run, for example because it needs another input,
  /// is a problem, and the old logic keeps running. The stream never finishes.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - inputs: The publishers of the inputs, by their ids.
  ///   - scheduler: The scheduler that measures time and reads the source.
  ///   - report: Receives a failure for each dropped value: one that an operator could not process,
  ///     or of another type than its input's.
  ///   - problem: Receives the reason why the source or the document cannot be used.
  public func publisher<Context: Scheduler>(
    of id: String, inputs: [String: any Publisher<StreamValue, Never>],
    on scheduler: Context = DispatchQueue.main,
    report: @escaping (StreamFailure) -> Void = { _ in },
    problem: @escaping (any Error) -> Void = { _ in }
  ) -> AnyPublisher<StreamValue, Never> {
    let (updates, name) = (updates(on: scheduler), address.description)
    return LiveRun.publisher(inputs, scheduler, nil, report) { run in
      run.follow(updates, id, name, problem: problem)
    }
  }
}

extension LiveRun {
  /// Switches to a document in changing contents, as long as this runs.
  ///
  /// - Parameters:
  ///   - updates: The contents.
  ///   - id: The document's id.
  ///   - name: The name of the source, for problems.
  ///   - problem: Receives the reason why contents cannot be used.
  func follow(
    _ updates: AnyPublisher<StreamContents, Never>, _ id: String, _ name: String,
    problem: @escaping (any Error) -> Void
  ) {
    var versions = StreamVersions()
    companion = updates.sink { [weak self] contents in
      let file: StreamDocumentFile
      do throws(StreamStoreError) { file = try contents.file(with: id, name) } catch {
        return problem(error)
      }
      let library = file.library
      let numbers = versions.numbers(of: library)
      versions.keep(Set(numbers.values))
      self?.perform { run in
        do throws(StreamDocumentError) { try run.adopt(id, of: library, numbers) } catch {
          problem(error)
        }
      }
    }
  }
}

extension StreamContents {
  /// Returns the first file that has a document.
  ///
  /// - Parameter name: The name of the source, for the error.
  fileprivate func file(
    with id: String, _ name: String
  ) throws(StreamStoreError) -> StreamDocumentFile {
    if let file = files.first(where: { $0[id] != nil }) { return file }
    throw problems.first ?? .broken(StreamDocumentError("there is no document “\(id)”", file: name))
  }
}
