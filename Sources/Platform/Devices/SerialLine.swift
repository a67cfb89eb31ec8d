/// Opens serial devices and sets how they are read.
package enum SerialLine {
  /// The reason why a device cannot be read.
  package enum Failure: Error, Hashable, Sendable {
    /// The device does not support the speed.
    case unknownSpeed
    /// It is a file or a folder.
    case notADevice
    /// Another program is reading it.
    case inUse
    /// The system refuses access.
    case refused(SystemError)
  }

  /// The speeds of receivers, the most common ones first.
  package static let usualSpeeds = [9600, 4800, 115_200, 38400, 57600, 19200]

  /// Opens a device for exclusive use: 8 bits, no parity, one stop bit, raw.
  package static func open(_ path: String, baud: Int) throws(Failure) -> CInt {
    guard speeds[baud] != nil else { throw .unknownSpeed }
    // Without O_NONBLOCK, opening waits for a modem to call; without O_NOCTTY, ^C from the device
    // would end this program.
    let descriptor = Descriptor.open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw .refused(SystemError()) }
    do throws(Failure) { try prepare(descriptor, baud) } catch {
      close(descriptor)
      throw error
    }
    return descriptor
  }

  private static func prepare(_ descriptor: CInt, _ baud: Int) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .refused(SystemError()) }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFCHR || kind == S_IFIFO else { throw .notADevice }
    // A FIFO, or a device that is not a terminal, needs no settings.
    guard isatty(descriptor) == 1 else { return }
    // Two programs that read one line each get half of it. The kernel excludes others, except
    // root's; those can at least ask for the lock.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .inUse }
    _ = ioctl(descriptor, UInt(TIOCEXCL))
    guard configure(descriptor, baud: baud) else {
      let error = SystemError()
      release(descriptor)
      throw .refused(error)
    }
  }

  /// Sets a line to raw 8 bits without parity, and drops bytes that arrived at another speed;
  /// returns false if the line refuses.
  package static func configure(_ descriptor: CInt, baud: Int) -> Bool {
    guard isatty(descriptor) == 1 else { return true }
    var settings = termios()
    guard let speed = speeds[baud], tcgetattr(descriptor, &settings) == 0 else { return false }
    cfmakeraw(&settings)
    settings.c_cflag &= ~tcflag_t(PARENB | CSTOPB | CSIZE)
    // Receivers do not have the modem lines, which are therefore ignored; and a receiver that is
    // reset when its line is closed would start cold the next time.
    settings.c_cflag &= ~(tcflag_t(CRTSCTS) | tcflag_t(HUPCL))
    settings.c_cflag |= tcflag_t(CS8 | CREAD | CLOCAL)
    withUnsafeMutableBytes(of: &settings.c_cc) {
      // A read without bytes fails instead of looking like the end of the line.
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    guard cfsetispeed(&settings, speed) == 0, cfsetospeed(&settings, speed) == 0,
      tcsetattr(descriptor, TCSANOW, &settings) == 0
    else { return false }
    tcflush(descriptor, TCIFLUSH)
    return true
  }

  /// Allows other programs to use the line again.
  package static func release(_ descriptor: CInt) {
    _ = ioctl(descriptor, UInt(TIOCNXCL))
    flock(descriptor, LOCK_UN)
  }

  private static let speeds: [Int: speed_t] = [
    1200: speed_t(B1200), 2400: speed_t(B2400), 4800: speed_t(B4800), 9600: speed_t(B9600),
    19200: speed_t(B19200), 38400: speed_t(B38400), 57600: speed_t(B57600),
    115_200: speed_t(B115200), 230_400: speed_t(B230400), 460_800: fastSpeed(460_800),
    921_600: fastSpeed(921_600),
  ]

  /// Speeds that are numbers on Darwin and codes on Linux.
  private static func fastSpeed(_ baud: Int) -> speed_t {
    #if canImport(Glibc)
      baud == 460_800 ? speed_t(B460800) : speed_t(B921600)
    #else
      speed_t(baud)
    #endif
  }
}
