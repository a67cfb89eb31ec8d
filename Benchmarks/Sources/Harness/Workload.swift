/// One thing to measure, written against one library.
public struct Workload {
  /// What the row of the table is called.
  public let name: String

  /// Which of several turns counts.
  public let measure: Timing.Measure

  /// Does the work the given number of times and returns a checksum of what came out.
  ///
  /// The same count gives the same checksum whichever library does the work.
  public let run: (Int) -> Int

  /// Makes a workload.
  public init(
    _ name: String, by measure: Timing.Measure = .least, run: @escaping (Int) -> Int
  ) {
    self.name = name
    self.measure = measure
    self.run = run
  }
}
