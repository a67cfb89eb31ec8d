/// The names of variables for answers.
enum VariableName {
  /// Returns true for a name that every shell accepts.
  static func isValid(_ name: String) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "_") || (0x61...0x7A).contains(byte | 0x20)
    }
    let bytes = name.utf8
    guard let first = bytes.first, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
  }

  /// Returns true for a variable that changes how a shell, a loader, an interpreter or a tool that
  /// runs other programs works, or that a shell does not allow to be set.
  static func isReserved(_ name: String) -> Bool {
    reserved.contains { $0.rest(before: "*").map { name.begins(with: String($0)) } ?? ($0 == name) }
  }

  private static let reserved = String(
    decoding: PackageResources.reserved_variables_txt, as: UTF8.self
  )
  .parts(at: "\n").filter { !$0.isEmpty && !$0.begins(with: "#") }.map(String.init)
}
