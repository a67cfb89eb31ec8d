#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where and when something was measured.
public enum Machine {
  /// One line: date, processor, cores, system, compiler.
  public static var summary: String {
    "\(date), \(processor), \(cores) cores, \(system), \(compiler)"
  }

  private static var date: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    let length = strftime(&buffer, buffer.count, "%Y-%m-%d %H:%M UTC", &parts)
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static var cores: Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  private static var processor: String {
    #if os(Linux)
      guard let file = fopen("/proc/cpuinfo", "r") else { return "unknown processor" }
      defer { fclose(file) }
      var buffer = [CChar](repeating: 0, count: 512)
      while fgets(&buffer, Int32(buffer.count), file) != nil {
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let line = String(decoding: bytes, as: UTF8.self)
        guard line.hasPrefix("model name"), let colon = line.firstIndex(of: ":") else { continue }
        return String(line[line.index(after: colon)...].drop { $0 == " " }.prefix { $0 != "\n" })
      }
      return "unknown processor"
    #else
      var buffer = [CChar](repeating: 0, count: 256)
      var size = buffer.count
      sysctlbyname("machdep.cpu.brand_string", &buffer, &size, nil, 0)
      let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return String(decoding: bytes, as: UTF8.self)
    #endif
  }

  private static var system: String {
    var names = utsname()
    uname(&names)
    return text(names.sysname) + " " + text(names.release) + " " + text(names.machine)
  }

  /// The text of one of `utsname`'s fields, which come as tuples.
  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  private static var compiler: String {
    #if compiler(>=6.5)
      "Swift 6.5 or later"
    #elseif compiler(>=6.4)
      "Swift 6.4"
    #elseif compiler(>=6.3.1)
      "Swift 6.3.1 or a later 6.3"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #elseif compiler(>=6.2)
      "Swift 6.2"
    #else
      "Swift 6.1"
    #endif
  }
}
