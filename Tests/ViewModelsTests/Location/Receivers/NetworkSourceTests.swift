import Reactive
import TestSupport
import Testing

@testable import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension SystemReceiverTests {
  @Suite("A receiver over the network")
  struct NetworkSourceTests {
    private func place(_ port: UInt16) -> HostPort { HostPort(host: "127.0.0.1", port: port) }

    @Test("The bytes of a port are read, in pieces of any size")
    func tcp() {
      let server = SentenceServer()
      let probe = ReceiverProbe(.tcp(place(server.port)))
      #expect(probe.waits { $0.openings == 1 })
      // A connection is open before the server has taken it.
      #expect(server.waitsForClient())
      let text = (0..<50).map { sentence(10 + $0, at: $0) }.joined()
      for piece in stride(from: 0, to: text.utf8.count, by: 37) {
        server.say(String(text.dropFirst(piece).prefix(37)))
      }
      #expect(probe.waits { $0.latitudes.count == 50 })
      let latitudes: [Double] = (10..<60).map { Double($0) }
      #expect(probe.latitudes == latitudes)
    }

    /// A report of a position in the words of gpsd.
    private func report(_ latitude: Int, at second: Int) -> String {
      let time = "2026-06-01T12:00:\(second < 10 ? "0" : "")\(second).000Z"
      return #"{"class":"TPV","mode":3,"time":"\#(time)","lat":\#(latitude),"lon":18}"# + "\r\n"
    }

    @Test("gpsd is asked for its reports, and asked again after it was started anew")
    func gpsd() {
      var server: SentenceServer? = SentenceServer()
      let port = server?.port ?? 0
      let probe = ReceiverProbe(.gpsd(place(port)), format: .gpsd)
      let watch = #"?WATCH={"enable":true,"json":true};"#
      #expect(server?.waits(for: watch) == true)
      server?.say("{\"class\":\"VERSION\",\"release\":\"3.22\",\"proto_major\":3}\r\n")
      server?.say("{\"class\":\"DEVICES\",\"devices\":[]}\r\n" + report(59, at: 0))
      // Nothing else comes: silence ends the epoch.
      #expect(probe.waits { $0.latitudes == [59] })

      server?.stop()
      #expect(probe.waits { $0.connections.contains(.waiting(ReceiverProbe.pause)) })
      server = SentenceServer(port: port)
      #expect(server?.waits(for: watch) == true)
      server?.say(report(60, at: 9))
      #expect(probe.waits { $0.latitudes == [59, 60] })
      #expect(probe.failures.first == .receiver(.closed(name: "gpsd at 127.0.0.1:\(port)")))
    }

    @Test("A port at which nobody listens says so, and is tried again")
    func refused() {
      let port = LoopbackListener.unusedPort()
      let probe = ReceiverProbe(.tcp(place(port)))
      #expect(probe.waits { $0.connections.contains(.waiting(ReceiverProbe.pause)) })
      #expect(probe.waits { !$0.failures.isEmpty })
      #expect(probe.failures.first == .receiver(.refused(name: "127.0.0.1:\(port)")))
      #expect(probe.openings == 0)
      let server = SentenceServer(port: port)
      #expect(probe.waits { $0.openings == 1 })
      withExtendedLifetime(server) {}
    }

    @Test("A host that nobody knows is said")
    func unknownHost() {
      // A name of more than 63 letters is none, so nobody is asked for it.
      let host = String(repeating: "x", count: 64)
      let probe = ReceiverProbe(.tcp(HostPort(host: host, port: 1)))
      #expect(probe.waits { !$0.failures.isEmpty })
      guard case .receiver(.unknownHost(let name, _))? = probe.failures.first else {
        Issue.record("\(probe.failures)")
        return
      }
      #expect(name == "\(host):1")
    }

    @Test("Datagrams are read, from whoever sends them; an empty one is not the end")
    func udp() throws {
      var link = DescriptorSource.Link.datagrams(at: place(0))
      let found = Locked<UInt16>(0)
      link.open = { [open = link.open] () throws(ReceiverError) in
        let descriptor = try open()
        found.withLock { $0 = Self.port(of: descriptor) }
        return descriptor
      }
      let probe = ReceiverProbe(DescriptorSource(link))
      #expect(probe.waits { $0.openings == 1 })
      let port = found.withLock { $0 }
      sendDatagram(sentence(50, at: 0), to: port)
      sendDatagram("", to: port)
      sendDatagram(sentence(51, at: 1) + sentence(52, at: 2), to: port)
      #expect(probe.waits { $0.latitudes == [50, 51, 52] })
      #expect(probe.failures.isEmpty)
    }

    /// The port that the system has chosen for a socket.
    private static func port(of descriptor: Int32) -> UInt16 {
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(descriptor, $0, &length)
        }
      }
      return UInt16(bigEndian: address.sin_port)
    }

    private func sendDatagram(_ text: String, to port: UInt16) {
      #if canImport(Glibc)
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      #else
        let descriptor = socket(AF_INET, SOCK_DGRAM, 0)
      #endif
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      address.sin_port = port.bigEndian
      _ = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          sendto(
            descriptor, text, text.utf8.count, 0, $0,
            socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
  }
}
