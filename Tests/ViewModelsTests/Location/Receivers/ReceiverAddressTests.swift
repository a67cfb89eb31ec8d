import Testing
import ViewModels

@Suite("How receivers are named on a command line")
struct ReceiverAddressTests {
  @Test(
    "Hosts and ports",
    arguments: [
      ("10.0.0.5:10110", HostPort(host: "10.0.0.5", port: 10110)),
      ("pi.local:1", HostPort(host: "pi.local", port: 1)),
      ("[::1]:2947", HostPort(host: "::1", port: 2947)),
      ("pi.local", nil), ("", nil), (":1", nil), ("a:", nil), ("a:0", nil), ("a:65536", nil),
      ("a:x", nil), ("[::1", nil), ("[::1]x", nil), ("a:-1", nil), ("a:+1", nil),
      ("a:\u{301}1", nil), ("[::1]:\u{338}1", nil), ("[::1]\u{338}", nil),
    ] as [(String, HostPort?)])
  func hostPort(text: String, place: HostPort?) {
    #expect(HostPort(text) == place)
    if let place { #expect("\(place)" == text) }
  }

  @Test(
    "Hosts alone, where there is a usual port",
    arguments: [("pi.local", "pi.local"), ("::1", "::1"), ("[::1]", "::1")])
  func host(text: String, host: String) {
    #expect(HostPort(text, defaultPort: 2947) == HostPort(host: host, port: 2947))
  }

  @Test(
    "Devices and speeds",
    arguments: [
      ("/dev/ttyUSB0", SerialDevice(path: "/dev/ttyUSB0")),
      ("/dev/ttyUSB0:4800", SerialDevice(path: "/dev/ttyUSB0", baud: 4800)),
      ("/dev/by-path/pci-0:14.0", SerialDevice(path: "/dev/by-path/pci-0:14.0")),
      ("/dev/by-path/usb-0:2:", SerialDevice(path: "/dev/by-path/usb-0:2")),
      ("/dev/a:\u{338}", SerialDevice(path: "/dev/a:\u{338}")),
      ("", nil), (":4800", nil), ("/dev/a:0", nil), ("/dev/a:99999999999999999999", nil),
    ] as [(String, SerialDevice?)])
  func device(text: String, device: SerialDevice?) {
    #expect(SerialDevice(text) == device)
  }
}
