/// Values with keys, in the order in which they were written.
///
///     let fix: StreamObject = ["speed": 12.5, "name": "bus"]
///     fix["speed"]  // 12.5
///     fix["height"]  // nil
///
/// Keys are unique. Two objects are equal if they have the same members in any order. The members
/// are behind one reference, so an object is as cheap to pass on as a list. Finding a key takes
/// O(members), which is fastest for the few members of most objects.
public struct StreamObject: Sendable {
  /// A key with its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public let key: String
    /// The value.
    public let value: StreamValue

    /// Makes a member.
    @inlinable public init(key: String, value: StreamValue) {
      (self.key, self.value) = (key, value)
    }
  }

  /// The members, in order.
  public let members: [Member]

  /// Makes an object from members with unique keys, which is not checked.
  @inlinable package init(distinct members: [Member]) { self.members = members }

  /// Makes an object from keys and values; a repeated key has its last value, in its first
  /// position. O(n) on average.
  public init(_ pairs: some Sequence<(String, StreamValue)>) {
    var members: [Member] = []
    var indices: [String: Int] = [:]
    for (key, value) in pairs {
      if let index = indices[key] {
        members[index] = Member(key: key, value: value)
      } else {
        indices[key] = members.count
        members.append(Member(key: key, value: value))
      }
    }
    self.members = members
  }

  /// The number of members.
  @inlinable public var count: Int { members.count }

  /// The value of a key; nil if it is missing.
  @inlinable public subscript(key: String) -> StreamValue? {
    // By index, to avoid copying members.
    for index in members.indices where members[index].key == key { return members[index].value }
    return nil
  }

  /// True if it has so many members that two objects are compared by an index of one.
  private var isLarge: Bool { members.count > 16 }
}

extension StreamObject: Hashable {
  /// Returns true if two objects have the same members, in any order. O(members) on average.
  public static func == (left: StreamObject, right: StreamObject) -> Bool {
    left.matches(right) { $0 == $1 }
  }

  public func hash(into hasher: inout Hasher) {
    // The order is irrelevant.
    hasher.combine(members.reduce(members.count) { $0 ^ $1.hashValue })
  }

  /// Returns true if another object has the same keys, and their values match.
  func matches(_ other: StreamObject, _ areSame: (StreamValue, StreamValue) -> Bool) -> Bool {
    guard members.count == other.members.count else { return false }
    let index: [String: StreamValue]? =
      isLarge ? Dictionary(other.members.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }) : nil
    for (position, member) in members.enumerated() {
      // The order is mostly the same, too.
      let same = other.members[position]
      let found = same.key == member.key ? same.value : index?[member.key] ?? other[member.key]
      guard let found, areSame(member.value, found) else { return false }
    }
    return true
  }
}

extension StreamObject: ExpressibleByDictionaryLiteral {
  /// Makes an object; a repeated key has its last value.
  public init(dictionaryLiteral elements: (String, StreamValue)...) { self.init(elements) }
}
