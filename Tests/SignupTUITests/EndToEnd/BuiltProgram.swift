#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The executable under test, which the build puts beside the test bundle.
enum BuiltProgram {
  /// The path of `SignupTUI`; nil when it has not been built.
  static var path: String? {
    guard let test = pathOfTestProgram else { return nil }
    var folder = test.split(separator: "/").dropLast()
    // On Apple systems the tests run inside Name.xctest/Contents/MacOS.
    while let last = folder.last, ["MacOS", "Contents"].contains(last) || last.hasSuffix(".xctest")
    {
      folder = folder.dropLast()
    }
    let path = "/" + folder.joined(separator: "/") + "/SignupTUI"
    return access(path, X_OK) == 0 ? path : nil
  }

  private static var pathOfTestProgram: String? {
    #if canImport(Glibc)
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    #else
      return CommandLine.arguments.first
    #endif
  }
}
