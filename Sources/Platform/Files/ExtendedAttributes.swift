#if canImport(Glibc)
  /// The attributes of a file besides its mode: access-control lists, SELinux labels, and
  /// attributes that users add.
  enum ExtendedAttributes {
    private static let accessControlList = "system.posix_acl_access"
    /// Signatures of the contents, which are valid only for the old contents.
    private static let signatures: Set<String> = ["security.ima", "security.evm"]

    /// Copies the attributes of another file to a new one; throws if any cannot be kept.
    static func copy(from old: CInt, _ path: String, to new: CInt) throws(FileFailure) {
      let names = try names(of: old, path)
      for name in names where !signatures.contains(name) {
        guard let value = value(name, of: old) else { continue }
        if value == self.value(name, of: new) { continue }
        let status = value.withUnsafeBytes { systemSet(new, name, $0.baseAddress, $0.count, 0) }
        guard status == 0 else {
          let reason = SystemError().reason
          throw .unkept("its attribute \(name) cannot be kept (\(reason))", of: path)
        }
      }
      // A list that the new file has inherited from the folder, and that the old one did not have.
      if !names.contains(accessControlList), value(accessControlList, of: new) != nil,
        systemRemove(new, accessControlList) != 0
      {
        throw .unkept("it would get another access-control list", of: path)
      }
    }

    private static func names(of file: CInt, _ path: String) throws(FileFailure) -> Set<String> {
      var bytes: [UInt8] = []
      while true {
        let count = bytes.withUnsafeMutableBytes { systemList(file, $0.baseAddress, $0.count) }
        if count < 0 {
          if errno == ENOTSUP || errno == ENOSYS { return [] }
          if errno != ERANGE { throw FileFailure(path: path) }
          bytes = []
          continue
        }
        // An empty buffer asks for the required size.
        if count <= bytes.count {
          let names = bytes[..<count].split(separator: 0)
          return Set(names.map { String(decoding: $0, as: UTF8.self) })
        }
        bytes = [UInt8](repeating: 0, count: count)
      }
    }

    /// The value of an attribute; nil if there is none.
    static func value(_ name: String, of file: CInt) -> [UInt8]? {
      // The kernel's own limit.
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = bytes.withUnsafeMutableBytes { systemGet(file, name, $0.baseAddress, $0.count) }
      return count >= 0 ? Array(bytes[..<count]) : nil
    }
  }

  // The C library has these, but Swift's module omits their header. They are declared by their
  // symbols until it is included; arguments of such plain types are passed as in C.

  @_silgen_name("flistxattr")
  private func systemList(_ file: CInt, _ list: UnsafeMutableRawPointer?, _ size: Int) -> Int

  @_silgen_name("fgetxattr") private func systemGet(
    _ file: CInt, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?, _ size: Int
  ) -> Int

  @_silgen_name("fsetxattr") private func systemSet(
    _ file: CInt, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?, _ size: Int,
    _ flags: CInt
  ) -> CInt

  @_silgen_name("fremovexattr")
  private func systemRemove(_ file: CInt, _ name: UnsafePointer<CChar>) -> CInt
#else
  /// The attributes of a file besides its mode; not preserved on this system yet.
  enum ExtendedAttributes {
    static func copy(from old: CInt, _ path: String, to new: CInt) throws(FileFailure) {}
  }
#endif
