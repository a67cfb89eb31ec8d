/// Standard input, output and error.
package enum StandardDescriptors {
  /// Reserves their numbers, which no file opened later can then get.
  ///
  /// A shell may close them (`>&-`). Text for standard error would then be written into the account
  /// file. The substitutes are not writable: writing still fails.
  package static func reserve() {
    for number: CInt in 0...2 where fcntl(number, F_GETFD) < 0 {
      // This number is the lowest free one. Reading fails in the same way.
      let file = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
      if file >= 0, file != number { close(file) }
    }
  }
}
