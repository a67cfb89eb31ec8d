/// Chooses an account that stands in for an unknown name, so that refusing the name takes as long
/// as refusing a password.
///
/// Each account draws a lot for the name, and the lowest one wins. So
/// - the same name is always tried against the same hash, and asking again reveals nothing more;
/// - over many names each method and cost gets its share of the file;
/// - adding or removing an account changes the choice for few names, and only for that reason.
///
/// The lot is a hash of the name. Its key is the end of the account's own hash, which is known only
/// from the file. An outsider cannot work out which names have the same choice.
struct DecoyChoice {
  /// The range of the chosen hash; nil as long as none was offered.
  private(set) var hash: Range<Int>?
  private var least: [UInt8]?
  private let name: [UInt8]

  /// Makes a choice without an account.
  init(for name: AccountName) { self.name = Array(name.key.utf8) }

  /// Offers the hash of an account. Its usability is tested only if it would be chosen.
  mutating func offer(
    _ range: Range<Int>, of bytes: UnsafeRawBufferPointer, where isUsable: () -> Bool
  ) {
    guard let first = range.first.map({ bytes[$0] }), first != UInt8(ascii: "!"),
      first != UInt8(ascii: "*")
    else { return }
    let lot = SHA1.digest(of: bytes[range].suffix(16) + name)
    if let least, !lot.lexicographicallyPrecedes(least) { return }
    guard isUsable() else { return }
    (least, hash) = (lot, range)
  }
}
