import Platform

extension ReceiverSource where Self == DescriptorSource {
  /// A receiver that sends its sentences over the network to any client that connects.
  public static func tcp(_ address: HostPort) -> DescriptorSource {
    DescriptorSource(.socket("\(address)", at: address, Socket.connect))
  }

  /// A receiver that sends its sentences as datagrams; everything sent to the port is read.
  ///
  /// - Parameter address: The port, and the address of this computer to listen at.
  public static func udp(_ address: HostPort) -> DescriptorSource {
    DescriptorSource(.datagrams(at: address))
  }

  /// The receivers of a gpsd, which is asked for its own reports, `TraceFormat.gpsd`: these contain
  /// more than the sentences that it writes for receivers of another protocol.
  public static func gpsd(_ address: HostPort = defaultGPSD) -> DescriptorSource {
    DescriptorSource(
      .socket("gpsd at \(address)", at: address, greeting: gpsdGreeting, Socket.connect))
  }

  /// The default address of gpsd.
  public static var defaultGPSD: HostPort { HostPort(host: "localhost", port: 2947) }

  /// The request to gpsd for its receivers' reports.
  static var gpsdGreeting: String { #"?WATCH={"enable":true,"json":true};"# + "\n" }
}

extension DescriptorSource.Link {
  /// A port of this computer that listens for datagrams.
  static func datagrams(at address: HostPort) -> DescriptorSource.Link {
    socket("datagrams at \(address)", at: address, isDatagram: true, Socket.listen)
  }

  /// A socket for a host and a port.
  ///
  /// - Parameters:
  ///   - name: The name of the source.
  ///   - address: The host and the port.
  ///   - greeting: The text to write as soon as it is open.
  ///   - isDatagram: True if it receives datagrams.
  ///   - make: Makes the socket; blocks its thread.
  fileprivate static func socket(
    _ name: String, at address: HostPort, greeting: String = "", isDatagram: Bool = false,
    _ make: @escaping @Sendable (String, UInt16) throws(Socket.Failure) -> Int32
  ) -> DescriptorSource.Link {
    DescriptorSource.Link(
      name: name,
      open: { () throws(ReceiverError) in
        do throws(Socket.Failure) { return try make(address.host, address.port) } catch {
          switch error {
          case .unknownHost(let reason): throw .unknownHost(name: name, reason: reason)
          case .refused(let error): throw .connecting(error, name: name)
          }
        }
      }, greeting: greeting, isDatagram: isDatagram)
  }
}
