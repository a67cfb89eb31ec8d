import ReactiveExtras

extension StreamDocumentFile {
  /// Reads any bytes as a file of documents, writes the readable ones and reads them again, and
  /// runs each of its documents on virtual time.
  ///
  /// For fuzzing: with any bytes, this returns, and soon. Documents with too much work are not run.
  public static func fuzz(_ bytes: some Sequence<UInt8>) {
    guard let file = try? StreamDocumentFile(bytes: Array(bytes), named: "fuzz") else { return }
    let written = file.bytes
    guard let again = try? StreamDocumentFile(bytes: written, named: "fuzz") else {
      preconditionFailure("what is written cannot be read")
    }
    precondition(again.bytes == written, "what is written is not what is read again")
    precondition(again.documents == file.documents, "what is written is something else")
    for error in file.errors { precondition(!error.description.isEmpty) }
    file.library.fuzz()
  }
}

extension StreamLibrary {
  fileprivate func fuzz() {
    for (id, extent) in extents.sorted(by: { $0.key < $1.key }) where extent.work <= 2_000 {
      let time = VirtualTimeScheduler()
      let budget = StreamBudget(bytes: 8 << 20, steps: 1_000_000)
      guard let stream = try? publisher(of: id, on: time, budget: budget) else { continue }
      var (values, isFinished) = (0, false)
      let subscription = stream.sink { _ in
        isFinished = true
      } receiveValue: { _ in
        values += 1
      }
      time.run()
      precondition(isFinished, "a stream has not ended")
      precondition(values <= extent.values, "a stream has sent more values than it may")
      precondition(budget.keptBytes <= budget.bytes, "a stream keeps more than it may")
      subscription.cancel()
      runRows(of: id)
    }
  }

  private func runRows(of id: String) {
    let time = VirtualTimeScheduler()
    let budget = StreamBudget(bytes: 8 << 20, steps: 1_000_000)
    let subscriptions = (try? rows(of: id, on: time, budget: budget))?.map { row in
      row.publisher.sink { _ in }
    }
    time.run()
    withExtendedLifetime(subscriptions) {}
  }
}
