extension SecretBytes {
  /// Reads the first line of a descriptor, with its line break if it has one.
  ///
  /// It reads byte by byte, because the bytes after the line belong to the next reader.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor to read.
  ///   - limit: The maximum number of bytes in a line. One more byte of a longer line is read.
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
