/// The best part of a track with a given length: the least time for a distance, or the greatest
/// distance in a time.
///
/// A part may begin and end between two fixes. Pauses in it count as time. Memory is bounded: up to
/// some three thousand fixes are kept, at least a thousandth of the length apart, and the fixes
/// right before them, to avoid a slow first step after a rest.
package struct BestPart: Hashable, Sendable {
  /// The length of the parts, on the axis that they are measured along.
  package let length: Double
  private let wantsLeast: Bool
  /// The least distance between two samples.
  private let spacing: Double
  /// The best value so far; nil until the track is that long.
  package private(set) var value: Double?

  private struct Sample: Hashable {
    var along: Double
    var value: Double

    /// The value at a position from this sample to a later one, or beyond.
    func value(at position: Double, to later: Sample) -> Double {
      let length = later.along - along
      return length > 0
        ? value + (later.value - value) * (position - along) / length : later.value
    }
  }

  /// The samples of the latest length, from `head` on, and the one before them.
  private var samples: [Sample] = []
  private var head = 0
  /// The latest fix, if it is too close to the last sample.
  private var skipped: Sample?

  /// Makes the best part of an empty track.
  ///
  /// - Parameters:
  ///   - length: The length of the parts, more than 0.
  ///   - wantsLeast: True if the least value is the best one.
  package init(length: Double, wantsLeast: Bool) {
    (self.length, self.wantsLeast) = (length, wantsLeast)
    spacing = length / 1000
  }

  /// Adds the next fix, whose position along the track is not before that of the previous one.
  /// O(1), averaged over many.
  package mutating func add(_ along: Double, _ value: Double) {
    let sample = Sample(along: along, value: value)
    guard let last = samples.last else { return samples.append(sample) }
    guard along - last.along >= spacing else { return skipped = sample }
    if let skipped = skipped.take() { append(skipped, after: last) }
    append(sample, after: samples[samples.count - 1])
  }

  private mutating func append(_ sample: Sample, after last: Sample) {
    let (along, value) = (sample.along, sample.value)
    // The parts that begin at a sample and end in this step.
    while head < samples.count, samples[head].along + length <= along {
      let start = samples[head]
      note(last.value(at: start.along + length, to: sample) - start.value)
      head += 1
    }
    // The part that ends here.
    if head > 0 {
      let next = head < samples.count ? samples[head] : sample
      note(value - samples[head - 1].value(at: along - length, to: next))
    }
    samples.append(sample)
    guard head > 1024 else { return }
    samples.removeFirst(head - 1)
    head = 1
  }

  /// Adopts the best value of another track if it is better.
  package mutating func join(_ other: BestPart) {
    if let value = other.value { note(value) }
  }

  private mutating func note(_ candidate: Double) {
    value = value.map { wantsLeast ? min($0, candidate) : max($0, candidate) } ?? candidate
  }
}
