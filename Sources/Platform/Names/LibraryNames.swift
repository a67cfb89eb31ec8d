#if canImport(Darwin)
  /// Names from the C library of Apple's systems, which have no `getent`. It is never linked
  /// statically there, and loads only its own libraries.
  enum LibraryNames {
    /// The beginning of a user's or a group's line.
    static func entry(_ database: String, _ key: String) -> NameServiceAnswer {
      if database == "passwd", let number = UInt32(key), let entry = getpwuid(number) {
        return .text("\(String(cString: entry.pointee.pw_name)):*:\(number):")
      }
      if database == "group", let entry = UInt32(key).map(getgrgid) ?? getgrnam(key) {
        return .text("\(String(cString: entry.pointee.gr_name)):*:\(entry.pointee.gr_gid):")
      }
      return .unknown
    }

    /// The addresses of a host, one per line.
    static func addresses(_ host: String) -> NameServiceAnswer {
      var hints = addrinfo()
      hints.ai_socktype = SOCK_STREAM
      var list: UnsafeMutablePointer<addrinfo>?
      let code = getaddrinfo(host, nil, &hints, &list)
      guard code == 0 else {
        return code == EAI_NONAME
          ? .unknown : .unavailable(reason: String(cString: gai_strerror(code)))
      }
      defer { freeaddrinfo(list) }
      var lines: [String] = []
      var next = list
      while let address = next?.pointee {
        next = address.ai_next
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = getnameinfo(
          address.ai_addr, address.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
        if code == 0 {
          lines.append(text.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
        }
      }
      return .text(lines.joined(separator: "\n"))
    }
  }
#endif
