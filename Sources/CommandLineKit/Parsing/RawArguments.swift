import Platform

/// The command line as bytes, as the system provides it.
package enum RawArguments {
  /// Returns the arguments without the program's own name.
  ///
  /// `CommandLine.arguments` replaces bytes that are not UTF-8, so a file name could become that of
  /// another file. Here such bytes are an error.
  package static func texts() throws(UsageError) -> [String] {
    var texts: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { break }
      guard let text = String(validatingCString: argument) else {
        throw UsageError(
          "Argument \(index), '\(readable(argument))', is not UTF-8 text. "
            + "Rename the file, or make a link to it.")
      }
      texts.append(text)
    }
    return texts
  }

  private static func readable(_ argument: UnsafePointer<CChar>) -> String {
    UnsafeBufferPointer(start: argument, count: min(strlen(argument), 200)).map { byte in
      let byte = UInt8(bitPattern: byte)
      guard byte < 0x80 else { return "\\x" + String(byte, radix: 16) }
      return String(Character(Unicode.Scalar(byte)))
    }
    .joined()
  }
}
