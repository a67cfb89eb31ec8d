import Formats

/// A host and a port, as they are written on a command line: `localhost:2947`, `[::1]:2947`.
public struct HostPort: Hashable, Sendable, CustomStringConvertible {
  /// A name or a numeric address.
  public var host: String
  /// The port.
  public var port: UInt16

  /// Makes the address of a port of a host.
  public init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

  /// Reads `HOST:PORT`, and with a default port `HOST` alone; nil for anything else.
  ///
  /// IPv6 addresses are in brackets if a port follows.
  ///
  /// - Parameters:
  ///   - text: The host, and after a colon the port.
  ///   - defaultPort: The port if none is written; nil to require one.
  public init?(_ text: String, defaultPort: UInt16? = nil) {
    var host = text[...]
    var port: Substring?
    let parts = text.parts(at: ":")
    if let bracket = text.rest(behind: "[")?.halves(at: "]") {
      host = bracket.before
      port = bracket.behind.rest(behind: ":")
      guard bracket.behind.isEmpty || port != nil else { return nil }
    } else if parts.count == 2 {
      (host, port) = (parts[0], parts[1])
    }
    guard !host.isEmpty else { return nil }
    self.host = String(host)
    if let port {
      guard port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(port),
        number > 0
      else { return nil }
      self.port = number
    } else if let defaultPort {
      self.port = defaultPort
    } else {
      return nil
    }
  }

  /// The text form, which can be read back.
  public var description: String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// A serial device and its speed, as they are written on a command line: `/dev/ttyUSB0:4800`.
package struct SerialDevice: Hashable, Sendable {
  /// The device's path.
  package var path: String
  /// Bits a second; nil to detect the speed.
  package var baud: Int?

  /// Makes a device.
  package init(path: String, baud: Int? = nil) { (self.path, self.baud) = (path, baud) }

  /// Reads `PATH` or `PATH:BAUD`; nil if there is no path or the speed is not a number above zero.
  ///
  /// Names such as `/dev/serial/by-path/pci-0000:00:14.0` contain colons themselves, so a speed is
  /// read only if the last one is followed only by digits. A colon at the end keeps such a name
  /// from being cut: `…usb-0:2:`.
  package init?(_ text: String) {
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else {
      guard !text.isEmpty else { return nil }
      self.init(path: text)
      return
    }
    let path = String(text[..<colon])
    let speed = text[text.utf8.index(after: colon)...]
    guard !path.isEmpty else { return nil }
    if speed.isEmpty {
      self.init(path: path)
    } else if speed.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let baud = Int(speed), baud > 0 else { return nil }
      self.init(path: path, baud: baud)
    } else {
      self.init(path: text)
    }
  }
}
