/// A registration for a conference, as a file would declare it: three pages, several workshops,
/// guests as rows, and a coupon that takes a while to be looked up.
extension FormCommand.Demo {
  static var conferenceForm: FormDeclaration { declared(PackageResources.conference_json) }

  /// Reads a declaration that is part of this program, and so has no problems.
  static func declared(_ json: [UInt8]) -> FormDeclaration {
    do throws(FormDeclarationError) { return try FormDeclaration(json: json) } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The programs of the conference's rules, which are not programs of the machine.
  static let conferenceProgram: FormDeclaration.CommandRunner = { words in
    // As long as an answer over the network takes.
    poll(nil, 0, 300)
    return ["SPRING", "EARLY"].contains(words[1].uppercased()) ? nil : "Unknown coupon"
  }
}
