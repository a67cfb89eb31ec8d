import CommandLineKit
import Positioning
import ViewModels

/// The receiver that a command line names.
enum ReceiverChoice: Equatable, Sendable {
  /// A serial line.
  case device(SerialDevice)
  /// A port of a host that sends sentences.
  case tcp(HostPort)
  /// A port of this computer that receives datagrams.
  case udp(HostPort)
  /// A gpsd.
  case gpsd(HostPort)
  /// The input from a pipe.
  case standardInput

  static let device = Option<SerialDevice>.reading(
    "--device", "PATH[:BAUD]", as: "a device such as /dev/ttyUSB0:4800",
    help: "a receiver at a serial line; without BAUD its speed is found out"
  ) { SerialDevice($0) }

  static let gpsd = Option<HostPort>.reading(
    "--gpsd", "[HOST[:PORT]]", as: "a host such as pi.local or [::1]:2947", isOptional: true,
    help: "the receivers of a gpsd (default: \(DescriptorSource.defaultGPSD))"
  ) {
    $0.isEmpty
      ? DescriptorSource.defaultGPSD : HostPort($0, defaultPort: DescriptorSource.defaultGPSD.port)
  }

  static let tcp = Option<HostPort>.reading(
    "--tcp", "HOST:PORT", as: "a host and a port such as 10.0.0.5:10110",
    help: "a receiver that sends NMEA 0183 to whoever connects to it"
  ) { HostPort($0) }

  static let udp = Option<HostPort>.reading(
    "--udp", "[HOST:]PORT", as: "a port such as 10110, or 127.0.0.1:10110",
    help: "a receiver whose datagrams come to a port of this computer"
  ) { HostPort($0) ?? HostPort("0.0.0.0:\($0)") }

  static let pipe = CommandSpec.Operand(placeholder: "-", noun: "dash", isOptional: true)
  /// The same as a required operand.
  static let givenPipe = CommandSpec.Operand(placeholder: "-", noun: "dash")

  /// All options that name a receiver.
  static let specs = [device.spec, gpsd.spec, tcp.spec, udp.spec]

  /// Returns the rules by which only one receiver is followed, and no simulated one with it.
  static func rules(simulation: [OptionSpec]) -> [OptionRule] {
    let pairs = specs.indices.flatMap { index in
      specs[..<index].map { OptionRule.apart([$0], [specs[index]], because: "one is followed") }
    }
    return pairs + [
      .apart(simulation, specs, because: "the first is about the simulated receiver")
    ]
  }
}

extension ReceiverChoice {
  /// Makes the named receiver; nil if none is named.
  init?(_ arguments: Arguments) throws(UsageError) {
    let operand = arguments.operand(0)
    if let operand, operand != "-" {
      throw UsageError(
        "'\(operand)' is one argument too many for track. A device is named with --device "
          + "\(operand), a file is played with replay, and - is what is piped in.")
    }
    // Input from a pipe comes before the value of a variable.
    let isPiped = operand != nil && !Self.specs.contains { arguments.isOnCommandLine($0) }
    let options: [ReceiverChoice?] =
      isPiped
      ? []
      : [
        try arguments[Self.device].map { .device($0) }, try arguments[Self.tcp].map { .tcp($0) },
        try arguments[Self.udp].map { .udp($0) }, try arguments[Self.gpsd].map { .gpsd($0) },
      ]
    let named = options.compactMap { $0 }.first
    if operand != nil, named != nil {
      throw UsageError("One receiver is followed; leave out '-', or the other one.")
    }
    guard let choice = named ?? (operand == nil ? nil : .standardInput) else { return nil }
    self = choice
  }

  /// The source of its bytes.
  var source: any ReceiverSource {
    switch self {
    case .device(let device): DescriptorSource.serial(device.path, baud: device.baud)
    case .tcp(let place): DescriptorSource.tcp(place)
    case .udp(let place): DescriptorSource.udp(place)
    case .gpsd(let place): DescriptorSource.gpsd(place)
    case .standardInput: DescriptorSource.standardInput
    }
  }

  /// The format of its bytes; nil if that has to be found out.
  var format: TraceFormat? {
    switch self {
    case .device, .tcp, .udp: .nmea
    case .gpsd: .gpsd
    case .standardInput: nil
    }
  }

  /// Returns the descriptor of the keys: if standard input is the receiver, the terminal's own, or
  /// -1 if there is none.
  func keys() throws(UsageError) -> Int32 {
    guard self == .standardInput else { return 0 }
    return try TerminalKeys.beside("what the receiver says", pipedInto: "track")
  }
}
