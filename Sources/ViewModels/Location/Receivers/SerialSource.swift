import Platform

extension ReceiverSource where Self == DescriptorSource {
  /// A receiver on a serial line, as `/dev/ttyUSB0`: 8 bits, no parity, one stop bit, raw, and
  /// locked against other programs meanwhile.
  ///
  /// - Parameters:
  ///   - path: The device.
  ///   - baud: Bits a second; nil to try the usual speeds of receivers one after the other until
  ///     sentences arrive.
  public static func serial(_ path: String, baud: Int? = nil) -> DescriptorSource {
    func link(at baud: Int) -> DescriptorSource.Link {
      let name = "\(path) at \(baud) baud"
      return DescriptorSource.Link(
        name: name,
        open: { () throws(ReceiverError) in
          do throws(SerialLine.Failure) { return try SerialLine.open(path, baud: baud) } catch {
            throw .opening(error, path: path, baud: baud)
          }
        },
        willClose: SerialLine.release)
    }
    if let baud { return DescriptorSource(link(at: baud)) }
    var speeds = SerialLine.usualSpeeds
    return DescriptorSource(link(at: speeds[0])) { descriptor, current in
      speeds.append(speeds.removeFirst())
      current = link(at: speeds[0])
      return descriptor.map { SerialLine.configure($0, baud: speeds[0]) } ?? true
    }
  }
}

extension ReceiverError {
  /// The error for a serial device that could not be opened.
  fileprivate static func opening(
    _ failure: SerialLine.Failure, path: String, baud: Int
  ) -> ReceiverError {
    switch failure {
    case .unknownSpeed: .unknownSpeed(name: path, baud: baud)
    case .notADevice: .notADevice(name: path)
    case .inUse: .busy(name: path)
    case .refused(let error): .opening(error, path: path)
    }
  }
}
