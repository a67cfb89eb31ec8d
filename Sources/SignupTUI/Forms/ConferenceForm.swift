/// A registration for a conference, declared as in a file: three pages, several workshops, guests
/// as rows, and a coupon that is slow to look up.
extension FormCommand.Demo {
  static var conferenceForm: FormDeclaration { declared(PackageResources.conference_json) }

  /// Reads a declaration that is part of this program, so it is valid.
  static func declared(_ json: [UInt8]) -> FormDeclaration {
    do throws(FormDeclarationError) { return try FormDeclaration(json: json) } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The programs of the conference's rules, which are not programs of the machine.
  static let conferenceProgram: FormDeclaration.CommandRunner = { words in
    // About as long as a response over the network.
    poll(nil, 0, 300)
    return ["SPRING", "EARLY"].contains(words[1].uppercased()) ? nil : "Unknown coupon"
  }
}
