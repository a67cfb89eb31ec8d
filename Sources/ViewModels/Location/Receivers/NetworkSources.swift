import Platform

extension ReceiverSource where Self == DescriptorSource {
  /// A receiver that sends its sentences over the network to any client that connects.
  public static func tcp(_ place: HostPort) -> DescriptorSource {
    let name = "\(place)"
    return DescriptorSource(
      DescriptorSource.Link(
        name: name, open: { () throws(ReceiverError) in try place.open(name, Socket.connect) }))
  }

  /// A receiver that sends its sentences as datagrams; everything that comes to the port is read.
  ///
  /// - Parameter place: The port, and the address of this computer to listen at.
  public static func udp(_ place: HostPort) -> DescriptorSource {
    DescriptorSource(.datagrams(at: place))
  }

  /// The receivers of a gpsd, which is asked for its own reports, `TraceFormat.gpsd`: these contain
  /// more than the sentences that it writes for receivers of another protocol.
  public static func gpsd(_ place: HostPort = defaultGPSD) -> DescriptorSource {
    let name = "gpsd at \(place)"
    return DescriptorSource(
      DescriptorSource.Link(
        name: name, open: { () throws(ReceiverError) in try place.open(name, Socket.connect) },
        greeting: gpsdGreeting))
  }

  /// The default address of gpsd.
  public static var defaultGPSD: HostPort { HostPort(host: "localhost", port: 2947) }

  /// The request to gpsd for its receivers' reports.
  static var gpsdGreeting: String { #"?WATCH={"enable":true,"json":true};"# + "\n" }
}

extension DescriptorSource.Link {
  /// A port of this computer at which datagrams are listened for.
  static func datagrams(at place: HostPort) -> DescriptorSource.Link {
    let name = "datagrams at \(place)"
    return DescriptorSource.Link(
      name: name, open: { () throws(ReceiverError) in try place.open(name, Socket.listen) },
      isDatagram: true)
  }
}

extension HostPort {
  /// A socket there; blocks its thread.
  ///
  /// - Parameters:
  ///   - name: The name of the source, for errors.
  ///   - make: Makes the socket for a host and a port.
  fileprivate func open(
    _ name: String, _ make: (String, UInt16) throws(Socket.Failure) -> Int32
  ) throws(ReceiverError) -> Int32 {
    do throws(Socket.Failure) { return try make(host, port) } catch {
      switch error {
      case .unknownHost(let reason): throw .unknownHost(name: name, reason: reason)
      case .refused(let error): throw .connecting(error, name: name)
      }
    }
  }
}
