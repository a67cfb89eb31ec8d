/// The groups in which a text is shown while it is typed, as those of a bank account's number.
///
/// What stands between the groups is never part of the value.
public struct TextMask: Hashable, Sendable {
  /// The lengths of the groups in characters; the last one repeats.
  public var groups: [Int]
  /// What stands between two groups.
  public var separator: Character

  /// Makes a mask of groups; `groups` must not be empty, and each has to be at least 1.
  public init(groups: [Int], separator: Character = " ") {
    self.groups = groups
    self.separator = separator
  }
}
