import Platform
import TestSupport
import Testing

@testable import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Why a receiver cannot be read")
struct ReceiverErrorTests {
  @Test(
    "The system's error for a device becomes the receiver's",
    arguments: [
      (ENOENT, .missing(name: "/d")), (ENXIO, .missing(name: "/d")), (ENODEV, .missing(name: "/d")),
      (EBUSY, .busy(name: "/d")), (EWOULDBLOCK, .busy(name: "/d")),
      (EACCES, .notPermitted(name: "/d", group: nil)),
      (EPERM, .notPermitted(name: "/d", group: nil)),
      (EMFILE, .failed(name: "/d", reason: "Too many open files")),
    ] as [(Int32, ReceiverError)])
  func opening(code: Int32, error: ReceiverError) {
    #expect(ReceiverError.opening(SystemError(code), path: "/d") == error)
  }

  @Test(
    "The system's error for a host becomes the receiver's",
    arguments: [
      (ECONNREFUSED, .refused(name: "h")), (EADDRINUSE, .busy(name: "h")),
      (EACCES, .notPermitted(name: "h", group: nil)),
      (ETIMEDOUT, .unreachable(name: "h", reason: "Connection timed out")),
    ] as [(Int32, ReceiverError)])
  func connecting(code: Int32, error: ReceiverError) {
    #expect(ReceiverError.connecting(SystemError(code), name: "h") == error)
  }

  @Test(
    "The system's error in reading becomes the receiver's",
    arguments: [
      (EIO, .closed(name: "d")), (ECONNRESET, .closed(name: "d")),
      (ETIMEDOUT, .unreachable(name: "d", reason: "Connection timed out")),
      (EHOSTUNREACH, .unreachable(name: "d", reason: "No route to host")),
      (ENETUNREACH, .unreachable(name: "d", reason: "Network is unreachable")),
      (ENETDOWN, .unreachable(name: "d", reason: "Network is down")),
      (EBADF, .failed(name: "d", reason: "Bad file descriptor")),
    ] as [(Int32, ReceiverError)])
  func reading(code: Int32, error: ReceiverError) {
    #expect(ReceiverError.reading(SystemError(code), name: "d") == error)
  }

  @Test("The group that may read a device is named, if the system's own file has it")
  func groups() {
    let folder = ScratchFolder()
    let device = folder.write("device", [])
    chmod(device, 0o660)
    var status = stat()
    stat(device, &status)
    let name = status.st_gid == 0 ? nil : SystemNames.localNameOfGroup(status.st_gid)
    let error = ReceiverError.opening(SystemError(EACCES), path: device)
    #expect(error == .notPermitted(name: device, group: name))
    // Only root gives a file to a group of which it is no member, and to one that has no name.
    guard chown(device, uid_t.max, 3_999_999_999) == 0 else { return }
    let unnamed = ReceiverError.opening(SystemError(EACCES), path: device)
    #expect(unnamed == .notPermitted(name: device, group: nil))
    guard let number = SystemNames.localGroup(named: "dialout") else { return }
    chown(device, uid_t.max, number)
    let serial = ReceiverError.opening(SystemError(EACCES), path: device)
    #expect(serial == .notPermitted(name: device, group: "dialout"))
  }

  @Test(
    "A sentence names what was to be read, what is wrong and what to do",
    arguments: [
      (
        ReceiverError.notPermitted(name: "/dev/ttyUSB0", group: "dialout"),
        "/dev/ttyUSB0: permission denied; join its group with sudo usermod -aG dialout $USER, "
          + "and sign in again"
      ),
      (
        .missing(name: "/dev/ttyUSB0"),
        "/dev/ttyUSB0: no such device; plug in the receiver, or check the spelling"
      ),
      (
        .missingFile(name: "drive.nmea"),
        "drive.nmea: no such file yet; start the program that writes it, or check the spelling"
      ),
      (
        .failed(name: "standard input", reason: "Too many open files"),
        "standard input: cannot be read (Too many open files); check the receiver, then start "
          + "again"
      ),
      (
        .refused(name: "gpsd at localhost:2947"),
        "gpsd at localhost:2947: connection refused; start the program that sends positions, or "
          + "check the host and port"
      ),
    ] as [(ReceiverError, String)])
  func sentences(error: ReceiverError, text: String) {
    #expect(error.description == text)
    #expect(LocationError.receiver(error).description == text)
  }

  @Test("Only what nobody can change by waiting is not tried again")
  func transient() {
    let lasting: [ReceiverError] = [
      .notPermitted(name: "d", group: nil), .notADevice(name: "d"), .notAFile(name: "d"),
      .unknownSpeed(name: "d", baud: 1),
    ]
    #expect(lasting.allSatisfy { !$0.isTransient && !LocationError.receiver($0).isTransient })
    #expect(ReceiverError.missing(name: "d").isTransient)
    #expect(ReceiverError.missingFile(name: "d").isTransient)
    #expect(ReceiverError.notPermitted(name: "d", group: nil).isDenial)
  }
}
