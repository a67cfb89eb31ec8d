/// A marble with the cursor: the row that it is in, and its number there since the beginning.
struct MarbleCursor: Equatable {
  let stream: StreamKey
  let part: WorkspaceRow.Part
  let number: Int

  init(_ number: Int, in row: WorkspaceRow) {
    (stream, part, self.number) = (row.stream, row.part, number)
  }

  /// The marble of a row that is nearest to a time; nil if there is none.
  init?(at nanoseconds: Int, in row: WorkspaceRow) {
    let marbles = row.recording.marbles
    guard
      let nearest = marbles.indices.min(by: {
        abs(marbles[$0].nanoseconds - nanoseconds) < abs(marbles[$1].nanoseconds - nanoseconds)
      })
    else { return nil }
    self.init(row.recording.droppedCount + nearest, in: row)
  }

  /// Returns true if it is in a row.
  func isIn(_ row: WorkspaceRow) -> Bool { stream == row.stream && part == row.part }
}

/// The target of the mouse in a marble.
struct MarbleSpot: Hashable, Sendable {
  /// The number of the row.
  let row: Int
  /// The number of the marble in it since the beginning.
  let number: Int
}
