/// The permissions that the process withholds from new files.
enum CreationMask {
  /// The current mask on Linux, and its value at the first query on other systems.
  static var current: UInt32 {
    #if canImport(Glibc)
      if let mask = listed { return mask }
    #endif
    return first
  }

  /// The mask at the first query.
  ///
  /// `umask(2)` reveals it only by setting another, which applies to all threads until it is
  /// restored: therefore it is called only once.
  private static let first: UInt32 = {
    let mask = umask(0)
    umask(mask)
    return UInt32(mask)
  }()

  #if canImport(Glibc)
    /// The mask as listed by Linux 4.7 and later; nil without the kernel's file system.
    private static var listed: UInt32? {
      (try? Descriptor.contents(of: "/proc/self/status")).flatMap { $0 }.flatMap(mask)
    }

    /// The mask in the kernel's status of a process: `Umask:\t0022`.
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
