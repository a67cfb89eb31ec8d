import Dispatch
import Expressions
import Reactive

extension StreamSource {
  /// The document that runs, with all that it refers to, and its values.
  private typealias Running = (
    documents: [StreamDocument], publisher: AnyPublisher<StreamValue, Never>
  )

  /// Makes a publisher of a document's values that follows the source: when the document changes,
  /// or one that it refers to, the new one runs from its beginning instead of the old.
  ///
  /// A version that cannot be read or run is a problem, and leaves the old one running. The stream
  /// never finishes, because the source may change after the document's last value.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - scheduler: The scheduler that measures time and reads the source.
  ///   - report: Gets each value that is left out because an operator could not compute with it.
  ///   - problem: Gets the reason why the source or the document cannot be used.
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
  /// document changes, or one that it refers to, the inputs go through the new logic from the next
  /// value on, and none of their values is lost or sent twice.
  ///
  ///     let tens = source.publisher(of: "tens", inputs: ["prices": prices]).sink { print($0) }
  ///
  /// Unchanged parts go on with their state: of a chain, the operators before the first that
  /// differs, as long as what they take their values from is the same, and other documents that it
  /// refers to. What has changed begins again, with everything downstream: `scan` at its initial
  /// value, `dropFirst` and `prefix` with their count, and values that `delay`, `collect`, `zip`
  /// and the like have kept are gone. New names change nothing.
  ///
  /// An input is subscribed to when the first logic that needs it runs, and from then on until the
  /// end; what it sends while the logic does not use it is dropped, and if it ends, it has ended
  /// for later logic, too. A version that cannot be read or run, for example because it needs
  /// another input, is a problem, and leaves the old logic running. The stream never finishes.
  ///
  /// - Parameters:
  ///   - id: The document's id.
  ///   - inputs: The publishers of the inputs, by their ids.
  ///   - scheduler: The scheduler that measures time and reads the source.
  ///   - report: Gets each value that is left out: one that an operator could not compute with, and
  ///     one of another type than its input's.
  ///   - problem: Gets the reason why the source or the document cannot be used.
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
  /// Switches to a document of contents that change, as long as this runs.
  ///
  /// - Parameters:
  ///   - updates: The contents.
  ///   - id: The document's id.
  ///   - name: The name of the source, for problems.
  ///   - problem: Gets the reason why contents cannot be used.
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
