import Expressions

/// Marbles of a source that are moved in time, and whose values are edited, in their rows.
///
/// Such a change is staged like any other, and saved like any other; but it runs at once, with
/// everything that takes its values: all rows are computed again up to the current time.
extension StreamWorkspace {
  /// The outcome of a change of a value.
  package enum MarbleOutcome: Hashable, Sendable {
    /// The change is staged, and runs; with the number of the marble in its row by now, or nil if
    /// the value sends nothing there any more.
    case changed(marble: Int?)
    /// The change is staged, and the rows take longer to compute: ``outcome(of:)`` returns the
    /// marble later.
    case computing(MarbleValue)
    /// Nothing was changed, for this reason.
    case refused(String)
  }

  /// Returns the value that a marble is, or was made of.
  ///
  /// - Parameters:
  ///   - marble: The number of the marble in its row since the beginning.
  ///   - row: The row.
  /// - Throws: The reason why the marble cannot be changed.
  package func value(of marble: Int, in row: WorkspaceRow) throws(StreamRefusal) -> MarbleValue {
    let origin = try origins.origin(of: marble, in: row)
    guard let source = rows.first(where: { $0.stream == origin.stream }),
      let form = form(of: origin.stream), form.ownsValues
    else { throw StreamRefusal("This document is marked for removal or cannot be read.") }
    if form.kind == .input, streams.received(of: form.id) != nil {
      throw StreamRefusal(
        "“\(source.title)” is bound; values of a bound input cannot be moved. R records them.")
    }
    let items = form.sendingItems
    let item = items.indices.contains(origin.marble) ? items[origin.marble] : form.items.count
    try check(item, of: form)
    guard let time = source.time(of: origin.marble), time == form.times?[item] else {
      throw StreamRefusal(
        "“\(source.title)” has been edited, but does not run yet; ^S saves it.")
    }
    return MarbleValue(
      stream: row.stream, part: row.part, source: origin.stream, item: item,
      lag: (row.time(of: marble) ?? 0) - time)
  }

  /// Moves a value to another time; the others stay at theirs.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - nanoseconds: When its marble is to come, in nanoseconds from the beginning of its row.
  package func move(_ value: MarbleValue, to nanoseconds: Int) -> MarbleOutcome {
    outcome(moveValue(value.item, of: value.source, to: nanoseconds - value.lag), of: value)
  }

  /// Replaces a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - text: The new one as it is typed; see `StreamValue.init(editedText:)`.
  package func set(_ value: MarbleValue, to text: String) -> MarbleOutcome {
    outcome(setValue(value.item, of: value.source, to: text), of: value)
  }

  /// Moves a value of a source to another time, whether it has come yet or not.
  ///
  /// - Parameters:
  ///   - index: The index of the value in its source.
  ///   - key: The source.
  ///   - nanoseconds: When it is to come, in nanoseconds from the beginning of the stream.
  package func moveValue(_ index: Int, of key: StreamKey, to nanoseconds: Int) -> MarbleOutcome {
    changeValue(index, of: key) { form in form.moveItem(index, to: nanoseconds) ?? index }
  }

  /// Replaces a value of a source, whether it has come yet or not.
  ///
  /// - Parameters:
  ///   - index: The index of the value in its source.
  ///   - key: The source.
  ///   - text: The value as it is typed; see `StreamValue.init(editedText:)`.
  package func setValue(_ index: Int, of key: StreamKey, to text: String) -> MarbleOutcome {
    guard StreamValue(editedText: text) != nil else {
      return .refused("\(text): \(StreamForm.valueProblem.reason).")
    }
    return changeValue(index, of: key) { form in
      form[.item(index)] = text
      return index
    }
  }

  /// Returns the marble of a changed value: ``MarbleOutcome/computing(_:)`` while the rows are
  /// computed.
  package func outcome(of value: MarbleValue) -> MarbleOutcome {
    streams.goal == nil ? .changed(marble: number(of: value)) : .computing(value)
  }

  /// Returns when a value comes, in nanoseconds from the beginning of its source; nil if it is no
  /// longer there.
  package func sourceTime(of value: MarbleValue) -> Int? {
    guard let times = form(of: value.source)?.times, times.indices.contains(value.item) else {
      return nil
    }
    return times[value.item]
  }

  /// Returns a value as it is edited; nil if it is no longer there.
  package func editedText(of value: MarbleValue) -> String? {
    guard let items = form(of: value.source)?.items, items.indices.contains(value.item) else {
      return nil
    }
    return items[value.item].text
  }

  private var origins: MarbleOrigins {
    MarbleOrigins(rows: rows) { [self] key in file(key.file)?.content?.library.documents[key.id] }
  }

  /// Returns the meaning of a changed value of a source for its row.
  private func outcome(_ outcome: MarbleOutcome, of value: MarbleValue) -> MarbleOutcome {
    guard case .changed(let item?) = outcome else { return outcome }
    var value = value
    value.item = item
    return self.outcome(of: value)
  }

  /// Returns the number of the first marble that a value makes in its row; nil if there is none.
  private func number(of value: MarbleValue) -> Int? {
    guard let number = form(of: value.source)?.sendingItems.firstIndex(of: value.item),
      let row = rows.first(where: value.isIn)
    else { return nil }
    if value.stream == value.source { return number }
    let (origins, origin) = (origins, MarbleOrigin(stream: value.source, marble: number))
    let first = row.recording.droppedCount
    return (first..<first + row.recording.marbles.count).first {
      (try? origins.origin(of: $0, in: row)) == origin
    }
  }

  /// Throws if a form has no value with an index whose time is known.
  private func check(_ index: Int, of form: StreamForm) throws(StreamRefusal) {
    guard form.ownsValues else { throw StreamRefusal("“\(form.title)” has no values of its own.") }
    guard let times = form.times else {
      throw StreamRefusal(
        "“\(form.title)” has operators with a clock or a stream of their own; edit it as a document."
      )
    }
    guard times.indices.contains(index) else {
      throw StreamRefusal(
        index == times.count
          ? "The end comes with the last value." : "“\(form.title)” has \(times.count) values.")
    }
  }

  /// Changes a value of a source.
  ///
  /// - Parameter body: Returns the new index of the value.
  private func changeValue(
    _ index: Int, of key: StreamKey, _ body: (inout StreamForm) -> Int
  ) -> MarbleOutcome {
    guard var form = form(of: key) else {
      return .refused("This document is marked for removal or cannot be read.")
    }
    do throws(StreamRefusal) { try check(index, of: form) } catch { return .refused(error.reason) }
    let item = body(&form)
    // A value that has come is not hidden by moving it into the future.
    let time = form.times.map { $0[item] } ?? 0
    change(key, as: .marbles, upTo: time) { file in
      file.edits.stage(form, in: file.saved)
      file.tryOut(form.id)
    }
    return .changed(marble: item)
  }
}

/// A value of a source, or of an input's test data, that made a marble of a row.
package struct MarbleValue: Hashable, Sendable {
  /// The document of the row.
  package let stream: StreamKey
  /// The part of the document that the row shows.
  package let part: WorkspaceRow.Part
  /// The document whose value it is.
  package let source: StreamKey
  /// The index of the value in its source.
  var item: Int
  /// The time by which it comes later to the row than in its source, in nanoseconds.
  package let lag: Int

  /// Returns true if a row is the one of the marble.
  package func isIn(_ row: WorkspaceRow) -> Bool { stream == row.stream && part == row.part }
}
