extension SecretBytes {
  /// Reads the first line of a descriptor, with its line break if it has one.
  ///
  /// Byte by byte, because the bytes behind the line are for the next reader.
  ///
  /// - Parameters:
  ///   - descriptor: What is read.
  ///   - limit: After so many bytes and one more a line is left as it is.
  package init(firstLineOf descriptor: CInt, limit: Int) throws(SystemError) {
    self.init()
    while count <= limit, last != UInt8(ascii: "\n") {
      var length = 0
      fill(atMost: 1) { room in
        length = Descriptor.read(descriptor, room.baseAddress, 1)
        return length
      }
      if length < 0 { throw SystemError() }
      if length == 0 { return }
    }
  }
}
