/// Standard input, output and error.
package enum StandardDescriptors {
  /// Makes sure that their numbers are taken, so that no file that is opened later gets one.
  ///
  /// A shell may close them (`>&-`). Text for standard error would then be written into the account
  /// file. The substitutes cannot be written, so that writing still fails.
  package static func reserve() {
    for number: CInt in 0...2 where fcntl(number, F_GETFD) < 0 {
      // The lowest number that is free, which is this one. Reading is made to fail likewise.
      let file = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
      if file >= 0, file != number { close(file) }
    }
  }
}
