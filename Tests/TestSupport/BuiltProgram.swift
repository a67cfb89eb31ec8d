import Platform

/// The executables of the package, which the build puts beside the test bundle.
package enum BuiltProgram {
  /// The path of `SignupTUI`, the program under test.
  package static let path = path(named: "SignupTUI")

  /// The path of an executable.
  package static func path(named name: String) -> String {
    var folder = pathOfTestProgram.split(separator: "/").dropLast()
    // On Apple systems the tests run inside Name.xctest/Contents/MacOS.
    while let last = folder.last, ["MacOS", "Contents"].contains(last) || last.hasSuffix(".xctest")
    {
      folder = folder.dropLast()
    }
    let path = "/" + folder.joined(separator: "/") + "/" + name
    precondition(access(path, X_OK) == 0, "\(name) must be built beside the tests.")
    return path
  }

  private static var pathOfTestProgram: String {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return count > 0
      ? String(decoding: buffer[..<count], as: UTF8.self) : CommandLine.arguments[0]
  }
}
