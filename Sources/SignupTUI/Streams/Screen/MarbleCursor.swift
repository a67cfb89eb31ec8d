import Streams
import TerminalKit
import ViewModels

/// A marble with the cursor: the row that it is in, and its number there since the beginning.
struct MarbleCursor: Equatable {
  let stream: StreamKey
  let part: StreamLane.Part
  let number: Int

  init(_ number: Int, in lane: StreamLane) {
    (stream, part, self.number) = (lane.stream, lane.part, number)
  }

  /// The marble of a row that is nearest to a time; nil if there is none.
  init?(at nanoseconds: Int, in lane: StreamLane) {
    let marbles = lane.tape.marbles
    guard
      let nearest = marbles.indices.min(by: {
        abs(marbles[$0].nanoseconds - nanoseconds) < abs(marbles[$1].nanoseconds - nanoseconds)
      })
    else { return nil }
    self.init(lane.tape.droppedCount + nearest, in: lane)
  }

  /// Returns true if it is in a row.
  func isIn(_ lane: StreamLane) -> Bool { stream == lane.stream && part == lane.part }
}

/// The target of the mouse in a marble.
struct MarbleSpot: Hashable, Sendable {
  /// The number of the row.
  let lane: Int
  /// The number of the marble in it since the beginning.
  let number: Int
}

/// A marble that the mouse holds.
struct MarbleDrag {
  /// The column in which it was taken.
  let column: Int
  /// Its time then, in nanoseconds from the beginning of its stream.
  let nanoseconds: Int
}
