import Testing

@testable import Platform

@Suite("Addresses of hosts")
struct SocketAddressTests {
  @Test(
    "in numbers are read as they are written",
    arguments: [
      ("192.0.2.1", [192, 0, 2, 1]),
      ("::1", Array(repeating: 0, count: 15) + [1]),
      ("2001:db8::7", [0x20, 1, 0x0D, 0xB8] + Array(repeating: 0, count: 11) + [7]),
    ] as [(String, [UInt8])])
  func numbers(text: String, bytes: [UInt8]) throws {
    let address = try #require(SocketAddress(text, port: 2947))
    #expect(address.bytes == bytes && address.scope == 0)
    #expect(address.family == (bytes.count == 4 ? AF_INET : AF_INET6))
  }

  @Test("of a link have the interface's number")
  func scopes() throws {
    #expect(SocketAddress("fe80::1%7", port: 1)?.scope == 7)
    #expect(SocketAddress("fe80::1%no-such-interface", port: 1) == nil)
  }

  @Test(
    "A name is none, nor is half an address",
    arguments: ["", "localhost", "1.2.3", "1.2.3.4.5", "256.1.1.1", "::g", "1.2.3.4%1", "%1"])
  func names(text: String) { #expect(SocketAddress(text, port: 1) == nil) }

  @Test("are handed over as system calls take them")
  func systemCalls() throws {
    let version4 = try #require(SocketAddress("192.0.2.1", port: 0x1234))
    version4.withPointer { pointer, length in
      #expect(Int(length) == MemoryLayout<sockaddr_in>.size)
      pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        #expect($0.pointee.sin_family == sa_family_t(AF_INET))
        #expect($0.pointee.sin_port == UInt16(0x1234).bigEndian)
        #expect($0.pointee.sin_addr.s_addr == UInt32(0xC000_0201).bigEndian)
      }
    }
    let version6 = try #require(SocketAddress("fe80::1%7", port: 0x1234))
    version6.withPointer { pointer, length in
      #expect(Int(length) == MemoryLayout<sockaddr_in6>.size)
      pointer.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        #expect($0.pointee.sin6_family == sa_family_t(AF_INET6))
        #expect($0.pointee.sin6_port == UInt16(0x1234).bigEndian)
        #expect($0.pointee.sin6_scope_id == 7)
        #expect(withUnsafeBytes(of: $0.pointee.sin6_addr) { Array($0) } == version6.bytes)
      }
    }
  }

  private func addresses(
    _ host: String, _ answer: NameServiceAnswer
  ) throws(Socket.Failure) -> [SocketAddress] {
    try SocketAddress.all(of: host, port: 7) { asked in
      #expect(asked == host)
      return answer
    }
  }

  private func numbers(_ texts: String...) -> [SocketAddress] {
    texts.compactMap { SocketAddress($0, port: 7) }
  }

  @Test(
    "Numbers and localhost are known without asking",
    arguments: ["::1", "localhost", "LocalHost"])
  func known(host: String) throws {
    let found = try SocketAddress.all(of: host, port: 7) { asked in
      Issue.record("\(asked) was asked for")
      return .unknown
    }
    #expect(found == (host == "::1" ? numbers("::1") : numbers("::1", "127.0.0.1")))
  }

  @Test("The name service's are taken in its order, each once")
  func service() throws {
    let lines = """
      2001:db8::7     STREAM gps.example
      2001:db8::7     DGRAM
      2001:db8::7     RAW
      fe80::1%3       STREAM
      not-an-address  STREAM
      192.0.2.1       STREAM
      192.0.2.1       DGRAM
      """
    let found = try addresses("gps.example", .text(lines))
    #expect(found == numbers("2001:db8::7", "fe80::1%3", "192.0.2.1"))
  }

  @Test(
    "A host without one is said, and why",
    arguments: [
      (.unknown, "it has no address"), (.text(""), "it has no address"),
      (.unavailable(reason: "x sleeps"), "x sleeps; its address in numbers needs no search"),
    ] as [(NameServiceAnswer, String)])
  func unknown(answer: NameServiceAnswer, reason: String) {
    #expect(throws: Socket.Failure.unknownHost(reason: reason)) {
      try addresses("gps.example", answer)
    }
  }

  @Test("A name that no host can have is not looked up")
  func impossible() {
    for host in [String(repeating: "x", count: 64), String(repeating: "a.", count: 127)] {
      #expect(throws: Socket.Failure.unknownHost(reason: "it has no address")) {
        try SocketAddress.all(of: host, port: 7) { asked in
          Issue.record("\(asked) was asked for")
          return .unknown
        }
      }
    }
  }
}
