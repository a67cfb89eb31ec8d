/// The receiver that a command line names.
struct ReceiverChoice: Sendable {
  /// The option that names it; nil for the input from a pipe.
  var option: String?
  /// The option's value, as it is understood.
  var value = "-"
  /// The format of its bytes; nil if that has to be found out.
  var format: TraceFormat?
  /// Makes the source of its bytes.
  let makeSource: @Sendable () -> any ReceiverSource

  /// The input from a pipe.
  static let standardInput = ReceiverChoice { DescriptorSource.standardInput }

  /// A serial line.
  static let device = ReceiverKind<SerialDevice>(
    option: .reading(
      "--device", "PATH[:BAUD]", as: "a device such as /dev/ttyUSB0:4800",
      help: "follow a serial receiver (default speed: detected)"
    ) { SerialDevice($0) }
    .completed(from: .called(CompletionList.devices.rawValue, orFile: true)),
    format: .nmea
  ) { DescriptorSource.serial($0.path, baud: $0.baud) }

  /// A gpsd.
  static let gpsd = ReceiverKind<HostPort>(
    option: .reading(
      "--gpsd", "[HOST[:PORT]]", as: "a host such as pi.local or [::1]:2947", isOptional: true,
      help: "follow a gpsd (default: \(DescriptorSource.defaultGPSD))"
    ) {
      let usual = DescriptorSource.defaultGPSD
      return $0.isEmpty ? usual : HostPort($0, defaultPort: usual.port)
    },
    format: .gpsd
  ) { DescriptorSource.gpsd($0) }

  /// A port of a host that sends sentences.
  static let tcp = ReceiverKind<HostPort>(
    option: .reading(
      "--tcp", "HOST:PORT", as: "a host and a port such as 10.0.0.5:10110",
      help: "follow a receiver that sends NMEA 0183 over TCP"
    ) { HostPort($0) }, format: .nmea
  ) { DescriptorSource.tcp($0) }

  /// A port of this computer that receives datagrams.
  static let udp = ReceiverKind<HostPort>(
    option: .reading(
      "--udp", "[HOST:]PORT", as: "a port such as 10110, or 127.0.0.1:10110",
      help: "follow a receiver that sends UDP to this port"
    ) { HostPort($0) ?? HostPort("0.0.0.0:\($0)") }, format: .nmea
  ) { DescriptorSource.udp($0) }

  /// All kinds of receivers that an option names, in the order of the help.
  static let kinds: [any NamedReceiver] = [device, gpsd, tcp, udp]
  /// Their options.
  static let specs = kinds.map(\.spec)

  static let pipe = CommandSpec.Operand(placeholder: "-", noun: "dash", isOptional: true)
  /// The same as a required operand.
  static let givenPipe = CommandSpec.Operand(placeholder: "-", noun: "dash")

  /// Returns the rules that allow only one receiver, and no simulated one with it.
  static func rules(simulation: [OptionSpec]) -> [OptionRule] {
    let pairs = specs.indices.flatMap { index in
      specs[..<index].map {
        OptionRule.apart([$0], [specs[index]], because: "only one receiver can be followed")
      }
    }
    return pairs + [.apart(simulation, specs, because: "the first is for the simulated receiver")]
  }
}

/// A kind of receiver that an option names.
protocol NamedReceiver: Sendable {
  /// The option.
  var spec: OptionSpec { get }
  /// Returns the receiver that arguments name; nil if they have no such option.
  func choice(in arguments: Arguments) throws(UsageError) -> ReceiverChoice?
}

/// A kind of receiver, with an option whose value identifies the receiver.
struct ReceiverKind<Value: Sendable>: NamedReceiver {
  /// The option, with its name and how its text is read.
  let option: Option<Value>
  /// The format of the receiver's bytes.
  let format: TraceFormat
  /// Makes the source of the bytes.
  let source: @Sendable (Value) -> any ReceiverSource

  var spec: OptionSpec { option.spec }

  /// Returns the receiver of a value.
  func callAsFunction(_ value: Value) -> ReceiverChoice {
    ReceiverChoice(option: spec.name, value: "\(value)", format: format) { source(value) }
  }

  func choice(in arguments: Arguments) throws(UsageError) -> ReceiverChoice? {
    try arguments[option].map { self($0) }
  }
}

extension ReceiverChoice: Equatable {
  static func == (first: ReceiverChoice, second: ReceiverChoice) -> Bool {
    (first.option, first.value) == (second.option, second.value)
  }
}

extension ReceiverChoice {
  /// Makes the named receiver; nil if none is named.
  init?(_ arguments: Arguments) throws(UsageError) {
    let operand = arguments.operand(0)
    if let operand, operand != "-" {
      throw UsageError(
        "Unexpected argument '\(operand)' for track. Use --device "
          + "\(operand) for a device, replay for a file, and - for a pipe.")
    }
    // Input from a pipe overrides the value of a variable.
    let isPiped = operand != nil && !Self.specs.contains { arguments.isOnCommandLine($0) }
    var named: ReceiverChoice?
    for kind in Self.kinds where !isPiped {
      // Each option is read, so that an invalid value of a variable is always reported.
      let choice = try kind.choice(in: arguments)
      named = named ?? choice
    }
    if operand != nil, named != nil {
      throw UsageError(
        "Only one receiver can be followed; leave out '-' or the option for the other receiver.")
    }
    guard let choice = named ?? (operand == nil ? nil : .standardInput) else { return nil }
    self = choice
  }

  /// Returns the descriptor for keys: if standard input is the receiver, the terminal's own, or -1
  /// if there is none.
  func keys() throws(UsageError) -> Int32 {
    guard self == .standardInput else { return 0 }
    return try TerminalKeys.beside("the receiver's output", pipedInto: "track")
  }
}
