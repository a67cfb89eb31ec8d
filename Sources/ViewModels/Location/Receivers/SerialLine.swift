#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension ReceiverSource where Self == DescriptorSource {
  /// A receiver at a serial line, as `/dev/ttyUSB0`: 8 bits, no parity, one stop bit, raw, and
  /// closed to other programs meanwhile.
  ///
  /// - Parameters:
  ///   - path: The device.
  ///   - baud: Bits a second; if nil, the usual speeds of receivers are tried one after the other
  ///     until there are sentences.
  public static func serial(_ path: String, baud: Int? = nil) -> DescriptorSource {
    func link(at baud: Int) -> DescriptorSource.Link {
      let name = "\(path) at \(baud) baud"
      return DescriptorSource.Link(
        name: name, open: { SerialLine.open(path, baud: baud, name: name) },
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

/// Serial devices: the one place that opens them and sets their modes.
enum SerialLine {
  /// The usual speeds of receivers, the most frequent ones first.
  static let usualSpeeds = [9600, 4800, 115_200, 38400, 57600, 19200]

  /// Opens a device for this program alone.
  static func open(_ path: String, baud: Int, name: String) -> Result<Int32, ReceiverError> {
    guard speeds[baud] != nil else { return .failure(.unknownSpeed(name: path, baud: baud)) }
    // Without O_NONBLOCK, opening waits for a modem to call; without O_NOCTTY, ^C on the device's
    // side would end this program.
    let flags = O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, flags)
    #elseif canImport(Darwin)
      let descriptor = Darwin.open(path, flags)
    #endif
    guard descriptor >= 0 else { return .failure(.opening(errno, path: path, name: path)) }
    if let error = prepare(descriptor, path, baud) {
      close(descriptor)
      return .failure(error)
    }
    return .success(descriptor)
  }

  private static func prepare(_ descriptor: Int32, _ path: String, _ baud: Int) -> ReceiverError? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .opening(errno, path: path, name: path) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFCHR || kind == S_IFIFO else { return .notADevice(name: path) }
    // A FIFO, or a device that is no terminal, gives its bytes unchanged.
    guard isatty(descriptor) == 1 else { return nil }
    // Two programs that read one line get half of it each. The kernel keeps others out, but not
    // root's; these at least can ask for the lock.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return .busy(name: path) }
    _ = ioctl(descriptor, UInt(TIOCEXCL))
    guard configure(descriptor, baud: baud) else {
      let code = errno
      release(descriptor)
      return .opening(code, path: path, name: path)
    }
    return nil
  }

  /// Sets a line to 8 bits without parity or any other change of bytes, and drops bytes received at
  /// another speed; returns false if it refuses.
  static func configure(_ descriptor: Int32, baud: Int) -> Bool {
    guard isatty(descriptor) == 1 else { return true }
    var settings = termios()
    guard let speed = speeds[baud], tcgetattr(descriptor, &settings) == 0 else { return false }
    cfmakeraw(&settings)
    settings.c_cflag &= ~tcflag_t(PARENB | CSTOPB | CSIZE)
    // Modem lines that receivers lack are ignored; and a receiver that is reset when its line is
    // closed would start cold the next time.
    settings.c_cflag &= ~(tcflag_t(CRTSCTS) | tcflag_t(HUPCL))
    settings.c_cflag |= tcflag_t(CS8 | CREAD | CLOCAL)
    withUnsafeMutableBytes(of: &settings.c_cc) {
      // An empty read fails, instead of looking like the line's end.
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    guard cfsetispeed(&settings, speed) == 0, cfsetospeed(&settings, speed) == 0,
      tcsetattr(descriptor, TCSANOW, &settings) == 0
    else { return false }
    tcflush(descriptor, TCIFLUSH)
    return true
  }

  /// Lets other programs have the line again.
  static func release(_ descriptor: Int32) {
    _ = ioctl(descriptor, UInt(TIOCNXCL))
    flock(descriptor, LOCK_UN)
  }

  private static let speeds: [Int: speed_t] = [
    1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800), 9600: speed_t(B9600),
    19200: speed_t(B19200), 38400: speed_t(B38400), 57600: speed_t(B57600),
    115_200: speed_t(B115200), 230_400: speed_t(B230400), 460_800: fastSpeed(460_800),
    921_600: fastSpeed(921_600),
  ]

  /// Returns the code of speeds that Darwin writes as numbers and Linux as codes.
  private static func fastSpeed(_ baud: Int) -> speed_t {
    #if canImport(Glibc)
      baud == 460_800 ? speed_t(B460800) : speed_t(B921600)
    #else
      speed_t(baud)
    #endif
  }
}
