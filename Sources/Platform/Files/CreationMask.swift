/// The permissions that new files of this process do not get.
enum CreationMask {
  /// The mask as it is now on Linux, and as it was first asked for elsewhere.
  static var current: UInt32 {
    #if canImport(Glibc)
      if let mask = listed { return mask }
    #endif
    return first
  }

  /// The mask when it was first asked for.
  ///
  /// `umask(2)` tells it only by setting another, which holds for all threads until it is set back:
  /// so once, and no more.
  private static let first: UInt32 = {
    let mask = umask(0)
    umask(mask)
    return UInt32(mask)
  }()

  #if canImport(Glibc)
    /// The mask as the kernel lists it, which it does since Linux 4.7; nil without its file system.
    private static var listed: UInt32? {
      (try? Descriptor.contents(of: "/proc/self/status")).flatMap { $0 }.flatMap(mask)
    }

    /// The mask in the kernel's list of what it knows of a process: `Umask:\t0022`.
    static func mask(in status: [UInt8]) -> UInt32? {
      for line in status.split(separator: 0x0A) {
        guard let name = line.firstIndex(of: 0x3A), line[..<name].elementsEqual("Umask".utf8)
        else { continue }
        let digits = line[(name + 1)...].drop { $0 == 0x09 || $0 == 0x20 }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 8)
      }
      return nil
    }
  #endif
}
