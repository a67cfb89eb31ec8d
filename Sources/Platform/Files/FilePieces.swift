extension AtomicFile {
  /// Reads the contents in pieces of whole lines, so that a large file takes little memory and its
  /// bytes are looked at while they are in the processor's cache.
  ///
  /// Takes no lock. The last line may have no end. Bytes of a piece are there as long as the call.
  ///
  /// - Parameters:
  ///   - size: How many bytes a piece has at most; more if a line has.
  ///   - body: Is called with every piece.
  /// - Returns: Whether there is such a file.
  package func forEachPiece(
    size: Int = 1 << 18, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileFailure) -> Bool {
    finishIfFree()
    guard let file = try open(O_RDONLY) else { return false }
    defer { close(file) }
    _ = try checkedSize(of: file)
    if let change = unfinishedChange(of: file) {
      if let bytes = try change.finished(read(file)) {
        bytes.withUnsafeBytes { if $0.count > 0 { body($0) } }
        return true
      }
      lseek(file, 0, SEEK_SET)
    }
    var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    defer { buffer.deallocate() }
    var (kept, total) = (0, 0)
    while true {
      if kept == buffer.count {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: kept * 2, alignment: 64)
        larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
        buffer.deallocate()
        buffer = larger
      }
      let got = operations.readBytes(file, buffer.baseAddress! + kept, buffer.count - kept)
      if got < 0 {
        if errno == EINTR { continue }
        throw FileFailure(path: path)
      }
      total += got
      guard total <= sizeLimit else { throw tooLarge }
      let filled = kept + got
      if got == 0 {
        if filled > 0 { body(UnsafeRawBufferPointer(rebasing: buffer[..<filled])) }
        return true
      }
      var end = filled
      while end > kept, buffer[end - 1] != UInt8(ascii: "\n") { end -= 1 }
      guard end > kept else {
        kept = filled
        continue
      }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<end]))
      kept = filled - end
      memmove(buffer.baseAddress!, buffer.baseAddress! + end, kept)
    }
  }
}
