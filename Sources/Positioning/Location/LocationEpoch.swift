/// A receiver's report about one epoch.
public struct LocationEpoch: Hashable, Sendable {
  /// The position; nil if the receiver had no fix.
  public var location: Location?
  /// The kind of fix.
  public var mode: FixMode
  /// The epoch in UTC; nil if the source has no date.
  public var timestamp: Timestamp?
  /// The epoch on the source's own clock, with an arbitrary zero; for the time between epochs.
  public var clock: Duration
  /// The satellites in view; nil if this epoch reports none.
  public var satellites: [Satellite]?
  /// True if the source reports that the step from the previous epoch is not part of the track.
  public var startsSegment: Bool
  /// True if another track begins here: the step between the two is neither distance nor time.
  package var startsTrack: Bool
  /// True if the source reports that a lap begins here.
  package var startsLap: Bool
  /// True if the source reports that its heights come from a barometer.
  package var hasBarometer = false
  /// The measurements besides the position.
  public var sensors: Sensors
  /// The index of its track among those that run in parallel, from 0; 0 if they follow one another.
  package var trackIndex: Int

  /// Makes an epoch.
  public init(
    location: Location?, mode: FixMode? = nil, timestamp: Timestamp? = nil, clock: Duration,
    satellites: [Satellite]? = nil, startsSegment: Bool = false, startsTrack: Bool = false,
    startsLap: Bool = false, sensors: Sensors = Sensors(), trackIndex: Int = 0
  ) {
    self.location = location
    self.mode = mode ?? FixMode(of: location)
    self.timestamp = timestamp ?? location?.timestamp
    (self.clock, self.satellites, self.startsSegment) = (clock, satellites, startsSegment)
    (self.startsTrack, self.startsLap, self.sensors) = (startsTrack, startsLap, sensors)
    self.trackIndex = max(0, trackIndex)
  }
}
