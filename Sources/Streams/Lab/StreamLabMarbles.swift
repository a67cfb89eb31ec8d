/// Marbles of a source that are moved in time, and whose values are edited, in their rows.
///
/// Such a change is staged like any other, and saved like any other; but it runs at once, with
/// everything that takes its values: all rows are computed anew up to the present time.
extension StreamLabViewModel {
  /// The outcome of a change of a marble.
  public enum MarbleOutcome: Hashable, Sendable {
    /// The change is staged, and runs; with the number of the marble in its row by now.
    case changed(marble: Int)
    /// Nothing was changed, for this reason.
    case refused(String)
  }

  /// Moves a value of a source to another time; the others stay at theirs.
  ///
  /// - Parameters:
  ///   - marble: The number of the marble in its row since the beginning.
  ///   - lane: The row.
  ///   - nanoseconds: When it is to come, in nanoseconds from the beginning of the stream.
  public func moveMarble(
    _ marble: Int, of lane: StreamLane, to nanoseconds: Int
  ) -> MarbleOutcome {
    if let reason = refusal(of: marble, in: lane) { return .refused(reason) }
    return moveValue(marble, of: lane.stream, to: nanoseconds)
  }

  /// Moves a value of a source to another time, whether it has come yet or not.
  ///
  /// - Parameters:
  ///   - index: The place of the value in its source, from 0.
  ///   - key: The source.
  ///   - nanoseconds: When it is to come, in nanoseconds from the beginning of the stream.
  public func moveValue(_ index: Int, of key: StreamKey, to nanoseconds: Int) -> MarbleOutcome {
    changeValue(index, of: key) { form in form.moveItem(index, to: nanoseconds) ?? index }
  }

  /// Replaces a value of a source.
  ///
  /// - Parameters:
  ///   - marble: The number of the marble in its row since the beginning.
  ///   - lane: The row.
  ///   - text: The value as it is typed; see `StreamValue.init(editedText:)`.
  public func setMarble(_ marble: Int, of lane: StreamLane, to text: String) -> MarbleOutcome {
    if let reason = refusal(of: marble, in: lane) { return .refused(reason) }
    return setValue(marble, of: lane.stream, to: text)
  }

  /// Replaces a value of a source, whether it has come yet or not.
  ///
  /// - Parameters:
  ///   - index: The place of the value in its source, from 0.
  ///   - key: The source.
  ///   - text: The value as it is typed; see `StreamValue.init(editedText:)`.
  public func setValue(_ index: Int, of key: StreamKey, to text: String) -> MarbleOutcome {
    guard StreamValue(editedText: text) != nil else {
      return .refused("\(text): \(StreamForm.valueProblem.reason).")
    }
    return changeValue(index, of: key) { form in
      _ = form.setItem(index, to: text)
      return index
    }
  }

  /// Returns the value of a marble as it is edited; nil for one that cannot be.
  public func editedText(of marble: Int, in lane: StreamLane) -> String? {
    guard refusal(of: marble, in: lane) == nil else { return nil }
    return form(of: lane.stream)?.items[marble].text
  }

  /// Returns the reason why a marble cannot be changed in its row; nil if it can.
  public func refusal(of marble: Int, in lane: StreamLane) -> String? {
    guard lane.part == .whole, let form = form(of: lane.stream), form.ownsValues else {
      return "This value is computed; only values of a source are moved and edited here."
    }
    if form.kind == .input, streams.received(of: form.id) != nil {
      return "“\(lane.title)” is bound; what comes from outside is not moved. R records it."
    }
    if let reason = refusal(of: marble, in: form) { return reason }
    guard lane.tape.marble(marble)?.nanoseconds == form.times.map({ lane.tape.start + $0[marble] })
    else { return "“\(lane.title)” is edited, and does not run like that yet; ^S saves it." }
    return nil
  }

  private func refusal(of index: Int, in form: StreamForm) -> String? {
    guard form.ownsValues else { return "“\(form.title)” has no values of its own." }
    guard let times = form.times else {
      return "“\(form.title)” has operators beside delay and map; edit it as a document."
    }
    guard times.indices.contains(index) else {
      return index == times.count
        ? "The end comes with the last value." : "“\(form.title)” has \(times.count) values."
    }
    return nil
  }

  private func changeValue(
    _ index: Int, of key: StreamKey, _ body: (inout StreamForm) -> Int
  ) -> MarbleOutcome {
    guard var form = form(of: key) else {
      return .refused("This document is to be removed, or cannot be read.")
    }
    if let reason = refusal(of: index, in: form) { return .refused(reason) }
    let place = body(&form)
    // A value that has come is not hidden by moving it into the future.
    let time = form.times.map { $0[place] } ?? 0
    change(key, as: .marbles, upTo: time) { file in
      file.edits.stage(form, in: file.saved)
      file.tryOut(form.id)
    }
    return .changed(marble: place)
  }
}

extension StreamForm {
  /// True for a document with values of its own, if only for tests.
  fileprivate var ownsValues: Bool { kind == .source || kind == .input }
}
