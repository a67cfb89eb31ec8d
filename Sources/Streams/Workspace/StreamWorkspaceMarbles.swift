import Expressions

/// Moves the marbles of a source in time, and edits their values, in their rows.
///
/// Such a change is staged and saved like any other, but it runs immediately, with everything
/// downstream: all rows are computed again up to the current time.
extension StreamWorkspace {
  /// The outcome of a change of a value.
  package enum MarbleOutcome: Hashable, Sendable {
    /// The change is staged, and runs. `marble` is the new number of the marble in its row, or nil
    /// if the value no longer sends one.
    case changed(marble: Int?)
    /// The change is staged, and the rows are still being computed: ``outcome(of:)`` returns the
    /// marble later.
    case computing(MarbleValue)
    /// Nothing was changed, for this reason.
    case refused(String)
  }

  /// Returns the value of a marble, or the value from which it was made.
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

  /// Moves a value to another time; the others keep theirs.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - nanoseconds: The marble's new time, in nanoseconds from the beginning of its row.
  package func move(_ value: MarbleValue, to nanoseconds: Int) -> MarbleOutcome {
    outcome(moveValue(value.item, of: value.source, to: nanoseconds - value.lag), of: value)
  }

  /// Replaces a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - text: The new typed value; see `StreamValue.init(editedText:)`.
  package func set(_ value: MarbleValue, to text: String) -> MarbleOutcome {
    outcome(setValue(value.item, of: value.source, to: text), of: value)
  }

  /// Moves a value of a source to another time, whether or not it has been sent.
  ///
  /// - Parameters:
  ///   - index: The index of the value in its source.
  ///   - key: The source.
  ///   - nanoseconds: The new time, in nanoseconds from the beginning of the stream.
  package func moveValue(_ index: Int, of key: StreamKey, to nanoseconds: Int) -> MarbleOutcome {
    changeValue(index, of: key) { form in form.moveItem(index, to: nanoseconds) ?? index }
  }

  /// Replaces a value of a source, whether or not it has been sent.
  ///
  /// - Parameters:
  ///   - index: The index of the value in its source.
  ///   - key: The source.
  ///   - text: The typed value; see `StreamValue.init(editedText:)`.
  package func setValue(_ index: Int, of key: StreamKey, to text: String) -> MarbleOutcome {
    guard StreamValue(editedText: text) != nil else {
      return .refused("\(text): \(StreamForm.valueProblem.reason).")
    }
    return changeValue(index, of: key) { form in
      form[.item(index)] = text
      return index
    }
  }

  /// Returns the marble of a changed value, or ``MarbleOutcome/computing(_:)`` while the rows are
  /// being computed.
  package func outcome(of value: MarbleValue) -> MarbleOutcome {
    streams.goal == nil ? .changed(marble: number(of: value)) : .computing(value)
  }

  /// Returns the time of a value, in nanoseconds from the beginning of its source; nil if it no
  /// longer exists.
  package func sourceTime(of value: MarbleValue) -> Int? {
    guard let times = form(of: value.source)?.times, times.indices.contains(value.item) else {
      return nil
    }
    return times[value.item]
  }

  /// Returns a value in its edited form; nil if it no longer exists.
  package func editedText(of value: MarbleValue) -> String? {
    guard let items = form(of: value.source)?.items, items.indices.contains(value.item) else {
      return nil
    }
    return items[value.item].text
  }

  private var origins: MarbleOrigins {
    MarbleOrigins(rows: rows) { [self] key in file(key.file)?.content?.library.documents[key.id] }
  }

  /// Returns the outcome for the row of a value whose source was changed.
  private func outcome(_ outcome: MarbleOutcome, of value: MarbleValue) -> MarbleOutcome {
    guard case .changed(let item?) = outcome else { return outcome }
    var value = value
    value.item = item
    return self.outcome(of: value)
  }

  /// Returns the number of the first marble of a value in its row; nil if there is none.
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

  /// Throws if a form has no value at an index, or the value's time is unknown.
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
    // A value that has been sent is not hidden by moving it into the future.
    let time = form.times.map { $0[item] } ?? 0
    change(key, as: .marbles, upTo: time) { file in
      file.edits.stage(form, in: file.saved)
      file.tryOut(form.id)
    }
    return .changed(marble: item)
  }
}

/// A value of a source, or of an input's test data, from which a marble was made.
package struct MarbleValue: Hashable, Sendable {
  /// The document of the row.
  package let stream: StreamKey
  /// The part of the document that the row shows.
  package let part: WorkspaceRow.Part
  /// The document that the value belongs to.
  package let source: StreamKey
  /// The index of the value in its source.
  var item: Int
  /// The time between the value in its source and the marble in the row, in nanoseconds.
  package let lag: Int

  /// Returns true if a row contains the marble.
  package func isIn(_ row: WorkspaceRow) -> Bool { stream == row.stream && part == row.part }
}
