import Expressions

/// Marbles of a source that are moved in time, and whose values are edited, in their rows.
///
/// Such a change is staged like any other, and saved like any other; but it runs at once, with
/// everything that takes its values: all rows are computed anew up to the present time.
extension StreamLabViewModel {
  /// The outcome of a change of a marble.
  public enum MarbleOutcome: Hashable, Sendable {
    /// The change is staged, and runs; with the number of the marble in its row by now, or nil if
    /// the value comes to nothing there any more.
    case changed(marble: Int?)
    /// The change is staged, and the rows take longer to compute: ``place(of:)`` says later where
    /// the value has come.
    case computing(ChangedMarble)
    /// Nothing was changed, for this reason.
    case refused(String)
  }

  /// Moves a value of a source to another time, and the others stay at theirs; or one that was made
  /// of such a value by operators that send when it comes, or so much later, which moves that.
  ///
  /// - Parameters:
  ///   - marble: The number of the marble in its row since the beginning.
  ///   - lane: The row.
  ///   - nanoseconds: When it is to come, in nanoseconds from the beginning of the stream.
  public func moveMarble(
    _ marble: Int, of lane: StreamLane, to nanoseconds: Int
  ) -> MarbleOutcome {
    changeMarble(marble, of: lane) { owner in
      let step = nanoseconds - (lane.time(of: marble) ?? nanoseconds)
      return moveValue(
        owner.item, of: owner.lane.stream, to: (owner.lane.time(of: owner.marble) ?? 0) + step)
    }
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

  /// Replaces a value of a source, or the one that a computed value was made of.
  ///
  /// - Parameters:
  ///   - marble: The number of the marble in its row since the beginning.
  ///   - lane: The row.
  ///   - text: The value as it is typed; see `StreamValue.init(editedText:)`.
  public func setMarble(_ marble: Int, of lane: StreamLane, to text: String) -> MarbleOutcome {
    changeMarble(marble, of: lane) { owner in
      setValue(owner.item, of: owner.lane.stream, to: text)
    }
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

  /// Returns the value of a marble as it is edited, or the one that a computed one was made of; nil
  /// for one that cannot be edited.
  public func editedText(of marble: Int, in lane: StreamLane) -> String? {
    guard let owner = try? owner(of: marble, in: lane) else { return nil }
    return form(of: owner.lane.stream)?.items[owner.item].text
  }

  /// Returns the reason why a marble cannot be changed in its row; nil if it can.
  public func refusal(of marble: Int, in lane: StreamLane) -> String? {
    do throws(NoMarbleOrigin) {
      _ = try owner(of: marble, in: lane)
      return nil
    } catch { return error.reason }
  }

  // MARK: While rows are computed

  /// Returns where a changed value has come: ``MarbleOutcome/computing(_:)`` as long as that is not
  /// known.
  public func place(of changed: ChangedMarble) -> MarbleOutcome {
    streams.goal == nil ? .changed(marble: number(of: changed)) : .computing(changed)
  }

  /// Returns when a changed value comes, in nanoseconds from the beginning of its source; nil if
  /// that is not known any more.
  public func sourceTime(of changed: ChangedMarble) -> Int? {
    guard let times = form(of: changed.source)?.times, times.indices.contains(changed.item) else {
      return nil
    }
    return times[changed.item]
  }

  /// Moves a value again whose row is still computed.
  ///
  /// - Parameters:
  ///   - changed: The value.
  ///   - nanoseconds: When it is to come, in nanoseconds from the beginning of its source.
  public func moveMarble(
    _ changed: ChangedMarble, toSourceTime nanoseconds: Int
  ) -> MarbleOutcome {
    outcome(moveValue(changed.item, of: changed.source, to: nanoseconds), changed.at)
  }

  /// Replaces a value whose row is still computed.
  ///
  /// - Parameters:
  ///   - changed: The value.
  ///   - text: The value as it is typed; see `StreamValue.init(editedText:)`.
  public func setMarble(_ changed: ChangedMarble, to text: String) -> MarbleOutcome {
    outcome(setValue(changed.item, of: changed.source, to: text), changed.at)
  }

  /// Returns a changed value as it is edited; nil for one that is not there any more.
  public func editedText(of changed: ChangedMarble) -> String? {
    guard let items = form(of: changed.source)?.items, items.indices.contains(changed.item) else {
      return nil
    }
    return items[changed.item].text
  }

  // MARK: Whose value it is

  /// A value of a source: its row, the number of its marble there, and its place in the source.
  private typealias Owner = (lane: StreamLane, marble: Int, item: Int)

  /// Finds the value that a marble is, or was made of.
  private func owner(
    of marble: Int, in lane: StreamLane
  ) throws(NoMarbleOrigin) -> Owner {
    let origin = try origins.origin(of: marble, in: lane)
    guard let row = lanes.first(where: { $0.stream == origin.stream }),
      let form = form(of: origin.stream), form.ownsValues
    else { throw NoMarbleOrigin(reason: "This document is to be removed, or cannot be read.") }
    if form.kind == .input, streams.received(of: form.id) != nil {
      throw NoMarbleOrigin(
        reason: "“\(row.title)” is bound; what comes from outside is not moved. R records it.")
    }
    let items = form.sendingItems
    let item = items.indices.contains(origin.marble) ? items[origin.marble] : form.items.count
    if let reason = refusal(of: item, in: form) { throw NoMarbleOrigin(reason: reason) }
    guard row.time(of: origin.marble) == form.times?[item] else {
      throw NoMarbleOrigin(
        reason: "“\(row.title)” is edited, and does not run like that yet; ^S saves it.")
    }
    return (row, origin.marble, item)
  }

  private var origins: MarbleOrigins {
    MarbleOrigins(lanes) { [self] key in file(key.file)?.content?.library.documents[key.id] }
  }

  /// Changes the value that a marble is, or was made of.
  ///
  /// - Parameter change: Returns the place of the value in its source by now.
  private func changeMarble(
    _ marble: Int, of lane: StreamLane, _ change: (Owner) -> MarbleOutcome
  ) -> MarbleOutcome {
    let owner: Owner
    do throws(NoMarbleOrigin) { owner = try self.owner(of: marble, in: lane) } catch {
      return .refused(error.reason)
    }
    let lag = (lane.time(of: marble) ?? 0) - (owner.lane.time(of: owner.marble) ?? 0)
    return outcome(change(owner)) { item in
      ChangedMarble(
        stream: lane.stream, part: lane.part, source: owner.lane.stream, item: item, lag: lag)
    }
  }

  /// Returns what a change of a value means for a row.
  ///
  /// - Parameter changed: Makes the value in that row of its place in its source.
  private func outcome(
    _ outcome: MarbleOutcome, _ changed: (Int) -> ChangedMarble
  ) -> MarbleOutcome {
    guard case .changed(let item?) = outcome else { return outcome }
    return place(of: changed(item))
  }

  /// Returns the number of the first marble that a value of a source makes in a row; nil if there
  /// is none.
  private func number(of changed: ChangedMarble) -> Int? {
    guard let number = form(of: changed.source)?.sendingItems.firstIndex(of: changed.item),
      let row = lanes.first(where: changed.isIn)
    else { return nil }
    if changed.stream == changed.source { return number }
    let (origins, origin) = (origins, MarbleOrigin(stream: changed.source, marble: number))
    let first = row.tape.droppedCount
    return (first..<first + row.tape.marbles.count).first {
      (try? origins.origin(of: $0, in: row)) == origin
    }
  }

  private func refusal(of index: Int, in form: StreamForm) -> String? {
    guard form.ownsValues else { return "“\(form.title)” has no values of its own." }
    guard let times = form.times else {
      return "“\(form.title)” has operators with a clock or a stream of their own; edit it as a "
        + "document."
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

/// A value of a source that was changed, in a row that is computed anew and does not show it yet.
public struct ChangedMarble: Hashable, Sendable {
  /// The document of the row.
  public let stream: StreamKey
  /// The part of the document that the row shows.
  public let part: StreamLane.Part
  /// The document whose value it is.
  public let source: StreamKey
  /// The place of the value in its source.
  let item: Int
  /// The time by which it came later to the row than in its source, in nanoseconds.
  public let lag: Int

  /// Returns true if a row is the one that the value was changed in.
  public func isIn(_ lane: StreamLane) -> Bool { stream == lane.stream && part == lane.part }

  /// The value at another place in its source.
  func at(_ item: Int) -> ChangedMarble {
    ChangedMarble(stream: stream, part: part, source: source, item: item, lag: lag)
  }
}

extension StreamLane {
  /// Returns the time of a marble from the beginning of its row.
  fileprivate func time(of marble: Int) -> Int? {
    tape.marble(marble).map { $0.nanoseconds - tape.start }
  }
}

extension StreamForm {
  /// True for a document with values of its own, if only for tests.
  fileprivate var ownsValues: Bool { kind == .source || kind == .input }
}
