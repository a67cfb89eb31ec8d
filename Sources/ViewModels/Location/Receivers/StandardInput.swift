import Platform

extension ReceiverSource where Self == DescriptorSource {
  /// This program's standard input; when it ends, the receiver ends.
  public static var standardInput: DescriptorSource { pipe(0, name: "standard input") }

  /// Data from a descriptor, which stays open.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor to read.
  ///   - name: Its name in a few words.
  static func pipe(_ descriptor: Int32, name: String) -> DescriptorSource {
    DescriptorSource(
      DescriptorSource.Link(
        name: name,
        open: { () throws(ReceiverError) in
          // A copy, which is closed in place of the one that belongs to the caller. Its flags
          // would be those of the other, and of every program that has it: so it may block.
          let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
          guard copy < 0 else { return copy }
          throw .failed(name: name, reason: SystemError().reason)
        }, endsForGood: true))
  }
}
