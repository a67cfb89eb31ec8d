import Foundation

/// The program that does on its main thread what tests, which have other threads, cannot.
package enum HelperProgram {
  /// Where the build puts it: beside the test bundle.
  package static var url: URL {
    var folder = URL(filePath: pathOfTestProgram).deletingLastPathComponent()
    // On Apple systems the tests run inside Name.xctest/Contents/MacOS.
    while ["MacOS", "Contents"].contains(folder.lastPathComponent)
      || folder.pathExtension == "xctest"
    {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "MainRunLoop")
  }

  private static var pathOfTestProgram: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }
}
