#if os(Linux)
  import Glibc

  /// A program that is looked into from outside, as its administrator could.
  ///
  ///     let memory = try #require(ProgramMemory(of: terminal.processID))
  ///     terminal.type("y\r")
  ///     let found = memory.findAtExit(["Correct-horse-7"])
  ///
  /// It is stopped by `ptrace(2)` when it is about to end: everything that it has ever given back
  /// is there still, and nothing can be done about it any more. All of it has to happen on one
  /// thread. None of it works without the rights of root.
  package struct ProgramMemory {
    private let process: pid_t

    /// Begins to watch a program; nil where that is not allowed.
    package init?(of process: pid_t) {
      self.process = process
      guard systemTrace(Request.seize, process, 0, Request.stopsAtExit) == 0 else { return nil }
    }

    /// Waits until the program is about to end, and returns the places of texts in its memory: of
    /// each the region and the bytes around it.
    ///
    /// The program is let go afterwards.
    ///
    /// - Parameter meanwhile: Reads what the program writes, so that it gets to its end.
    package func findAtExit(_ texts: [String], meanwhile: () -> Void = {}) -> [String] {
      defer { _ = systemTrace(Request.detach, process, 0, 0) }
      let start = ContinuousClock.now
      while start.duration(to: .now) < .seconds(Standstill.seconds) {
        var status: CInt = 0
        let waited = waitpid(process, &status, WNOHANG)
        if waited == 0 {
          meanwhile()
          poll(nil, 0, 2)
          continue
        }
        guard waited == process, status & 0xFF == 0x7F else {
          return ["the program ended unseen, with status \(status)"]
        }
        if status >> 16 == Request.exitEvent { return find(texts) }
        // A signal on its way goes on; a stop of the group, or of being watched, does not.
        let signal = status >> 16 == 0 ? (status >> 8) & 0xFF : 0
        _ = systemTrace(Request.goOn, process, 0, UInt(signal))
      }
      return ["the program did not end"]
    }

    /// The places of texts in the program's memory as it is now.
    package func find(_ texts: [String]) -> [String] { Self.find(texts, in: process) }

    /// The places of texts in the memory of a program that is not watched otherwise.
    package static func find(_ texts: [String], in process: pid_t) -> [String] {
      let memory = open("/proc/\(process)/mem", O_RDONLY)
      guard memory >= 0 else { return ["the memory cannot be read: error \(errno)"] }
      defer { close(memory) }
      var found: [String] = []
      for region in (Disk.bytes(at: "/proc/\(process)/maps") ?? []).split(separator: 0x0A) {
        let fields = region.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        guard ends.count == 2, fields[1].hasPrefix("r"), fields.last != "[vvar]" else { continue }
        let bytes = Self.read(memory, from: ends[0], to: ends[1])
        for text in texts {
          for place in bytes.places(of: Array(text.utf8)) {
            let around = bytes[max(0, place - 48)..<min(bytes.count, place + text.utf8.count + 24)]
            let shown = around.map {
              (0x20..<0x7F).contains($0) ? String(UnicodeScalar($0)) : "."
            }
            found.append(
              "\(text) at +\(place) of \(fields[0]) \(fields.last ?? ""): \(shown.joined())")
          }
        }
      }
      return found
    }

    private static func read(_ memory: CInt, from start: UInt, to end: UInt) -> [UInt8] {
      var bytes: [UInt8] = []
      var place = start
      while place < end {
        let size = Int(min(end - place, 1 << 20))
        var piece = [UInt8](repeating: 0, count: size)
        let count = pread(memory, &piece, size, Int(bitPattern: place))
        guard count > 0 else { break }
        bytes += piece[..<count]
        place += UInt(count)
      }
      return bytes
    }

    private enum Request {
      static let goOn: CInt = 7
      static let detach: CInt = 17
      static let seize: CInt = 0x4206
      /// `PTRACE_O_TRACEEXIT`.
      static let stopsAtExit: UInt = 0x40
      /// `PTRACE_EVENT_EXIT`.
      static let exitEvent: CInt = 6
    }
  }

  /// `ptrace(2)`, which Swift's Glibc leaves out.
  @_silgen_name("ptrace")
  private func systemTrace(_ request: CInt, _ process: pid_t, _ address: UInt, _ data: UInt) -> Int

  extension [UInt8] {
    /// Where some bytes begin.
    fileprivate func places(of needle: [UInt8]) -> [Int] {
      withUnsafeBytes { bytes in
        var places: [Int] = []
        var start = 0
        while start + needle.count <= bytes.count,
          let found = memchr(
            bytes.baseAddress! + start, CInt(needle[0]), bytes.count - start - needle.count + 1)
        {
          let place = UnsafeRawPointer(found) - bytes.baseAddress!
          if memcmp(bytes.baseAddress! + place, needle, needle.count) == 0 { places.append(place) }
          start = place + 1
        }
        return places
      }
    }
  }
#endif
