/// The reason why a receiver cannot be read; its description has the remedy.
///
/// Each case has the receiver's name as the user gave it: clean it before you show it on a
/// terminal.
public enum ReceiverError: Error, Hashable, Sendable {
  /// The user may not read the device; `group` is a group that may, if there is one.
  case notPermitted(name: String, group: String?)
  /// No device has that name.
  case missing(name: String)
  /// No file has that name yet.
  case missingFile(name: String)
  /// Another program has the device, or the port to listen on.
  case busy(name: String)
  /// The path is that of a file or folder, not of a device.
  case notADevice(name: String)
  /// The path is that of a folder or device, not of a file.
  case notAFile(name: String)
  /// Serial lines have no such speed.
  case unknownSpeed(name: String, baud: Int)
  /// The host's name is not known; `reason` is the system's message.
  case unknownHost(name: String, reason: String)
  /// No program listens there.
  case refused(name: String)
  /// The host cannot be reached, or does not respond in time; `reason` is the system's message.
  case unreachable(name: String, reason: String)
  /// The connection was closed from the other side, or the device unplugged.
  case closed(name: String)
  /// A call of the system failed; `reason` is its message.
  case failed(name: String, reason: String)
  /// Bytes arrived, but none of a receiver's sentences.
  case unintelligible(name: String)
  /// Frames of UBX came, the binary protocol of u-blox receivers, and no sentence.
  case binary(name: String)

  /// True if trying again may help by itself; a permission has to be given first, and a misspelled
  /// name stays so.
  public var isTransient: Bool {
    switch self {
    case .notPermitted, .notADevice, .notAFile, .unknownSpeed: false
    case .missing, .missingFile, .busy, .unknownHost, .refused, .unreachable, .closed, .failed: true
    case .unintelligible, .binary: true
    }
  }

  /// True if the user's permission is missing.
  public var isDenial: Bool { if case .notPermitted = self { true } else { false } }
}

extension ReceiverError: CustomStringConvertible {
  /// One sentence with the receiver, the problem and the remedy.
  public var description: String {
    switch self {
    case .notPermitted(let name, let group?):
      "\(name): permission denied; join its group with sudo usermod -aG \(group) $USER, "
        + "and sign in again"
    case .notPermitted(let name, nil):
      "\(name): permission denied; ask your administrator"
    case .missing(let name): "\(name): no such device; plug in the receiver, or check the spelling"
    case .missingFile(let name):
      "\(name): no such file yet; start the program that writes it, or check the spelling"
    case .busy(let name):
      "\(name): another program is using it; close it, or use --gpsd if it is gpsd"
    case .notADevice(let name):
      "\(name): is not a device; play a file with replay, or follow one with replay --follow"
    case .notAFile(let name): "\(name): is not a file; read a device with track --device"
    case .unknownSpeed(let name, let baud):
      "\(name): \(baud) is not a valid baud rate; "
        + "receivers use 4800, 9600, 38400 or 115200"
    case .unknownHost(let name, let reason):
      "\(name): unknown host (\(reason)); check its spelling and the network"
    case .refused(let name):
      "\(name): connection refused; start the program that sends positions, or check the host and port"
    case .unreachable(let name, let reason):
      "\(name): cannot be reached (\(reason)); check the network, host and port"
    case .closed(let name):
      "\(name): the connection has ended; check that the receiver is on and plugged in"
    case .failed(let name, let reason):
      "\(name): cannot be read (\(reason)); check the receiver, then start again"
    case .unintelligible(let name):
      "\(name): data arrives, but no NMEA 0183 sentence or gpsd report; "
        + "check the receiver's speed and protocol"
    case .binary(let name):
      "\(name): sends UBX, the binary protocol of u-blox receivers, not NMEA 0183; turn on its "
        + "NMEA output, or use gpsd and track --gpsd"
    }
  }
}
