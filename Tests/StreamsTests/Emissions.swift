import Reactive
import ReactiveExtras

@testable import Streams

extension VirtualTimeScheduler {
  /// Everything that a publisher sends until no work is left, each with its second: `2.5 s: 3`.
  func emissions<Value>(of publisher: some Publisher<Value, Never>) -> [String] {
    let start = now
    var log: [String] = []
    func note(_ event: String) {
      let seconds = Double(start.distance(to: self.now).nanoseconds) / 1e9
      log.append("\(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)") s: \(event)")
    }
    let cancellable = publisher.sink(
      receiveCompletion: { _ in note("finished") }, receiveValue: { note("\($0)") })
    run()
    cancellable.cancel()
    return log
  }
}

extension Publisher where Failure == Never {
  /// The values that are sent at once.
  var valuesAtOnce: [Output] {
    var values: [Output] = []
    _ = sink { values.append($0) }
    return values
  }
}

/// A file of documents, given as JSON.
func streamFile(_ json: String, named name: String? = nil) throws -> StreamDocumentFile {
  try StreamDocumentFile(bytes: Array(json.utf8), named: name)
}

extension StreamDocumentError {
  /// The sentence without the line and column of the key.
  var sentence: String {
    var error = self
    error.position = nil
    return error.description
  }
}

extension StreamLibrary {
  /// The publishers that show how a document's values are made, the last of them its own.
  func rows(
    of id: String, on scheduler: VirtualTimeScheduler, budget: StreamBudget = StreamBudget(),
    report: @escaping (StreamFailure) -> Void = { _ in }
  ) throws -> [StreamRow] {
    let environment = StreamEnvironment(scheduler, report: report)
    return try rowParts(of: id).map { row($0, environment, budget) }
  }
}
