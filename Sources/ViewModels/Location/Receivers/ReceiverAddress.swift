/// A host and a port, as they are written on a command line: `localhost:2947`, `[::1]:2947`.
public struct HostPort: Hashable, Sendable, CustomStringConvertible {
  /// A name or a numeric address.
  public var host: String
  /// The port.
  public var port: UInt16

  /// Makes the address of a port of a host.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads `HOST:PORT`, and with a default port `HOST` alone; nil for anything else.
  ///
  /// Addresses of version 6 stand in brackets if a port follows.
  ///
  /// - Parameters:
  ///   - text: The host, and behind a colon the port.
  ///   - defaultPort: The port if none is written; nil if there has to be one.
  public init?(_ text: String, defaultPort: UInt16? = nil) {
    var host = text[...]
    var port: Substring?
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[text.index(after: text.startIndex)..<end]
      let rest = text[text.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else { return nil }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else if let colon = text.lastIndex(of: ":"), text.firstIndex(of: ":") == colon {
      host = text[..<colon]
      port = text[text.index(after: colon)...]
    }
    guard !host.isEmpty else { return nil }
    self.host = String(host)
    if let port {
      guard port.allSatisfy(\.isWholeNumber), let number = UInt16(port), number > 0 else {
        return nil
      }
      self.port = number
    } else if let defaultPort {
      self.port = defaultPort
    } else {
      return nil
    }
  }

  /// The text from which it can be read.
  public var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

/// A serial device and its speed, as they are written on a command line: `/dev/ttyUSB0:4800`.
public struct SerialDevice: Hashable, Sendable {
  /// The device's path.
  public var path: String
  /// Bits a second; nil to find out.
  public var baud: Int?

  /// Makes a device.
  public init(path: String, baud: Int? = nil) {
    self.path = path
    self.baud = baud
  }

  /// Reads `PATH` or `PATH:BAUD`; nil if there is no path or the speed is no number above zero.
  ///
  /// Names such as `/dev/serial/by-path/pci-0000:00:14.0` have colons themselves, so only digits
  /// behind the last one that are the whole rest are a speed; a last colon may keep such a name
  /// from being cut: `…usb-0:2:`.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else {
      guard !text.isEmpty else { return nil }
      self.init(path: text)
      return
    }
    let path = String(text[..<colon])
    let speed = text[text.index(after: colon)...]
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
