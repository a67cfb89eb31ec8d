import Platform

extension Descriptor {
  /// A pipe whose ends neither block nor survive `exec`.
  static func pipe() throws(TerminalError) -> (read: Int32, write: Int32) {
    guard let ends = PrivatePipe(blocks: false) else { throw TerminalError.pipe(errno) }
    return (ends.output, ends.input)
  }
}
