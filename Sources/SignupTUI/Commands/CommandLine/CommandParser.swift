import TerminalKit
extension Command {
  /// Understands a command line, without the program's own name.
  ///
  /// Options may stand anywhere, as `--name value` or `--name=value`; after `--` nothing is an
  /// option. Without a command it is `signup`.
  init(arguments: [String]) throws(UsageError) {
    var words = try ArgumentScanner(arguments)
    if words.takeFlag("--version") || words.takeFlag("-V") {
      self = .version
      return
    }
    let asksForHelp = words.takeFlag("--help") || words.takeFlag("-h")
    let name = words.takeWord()
    if name == "help" {
      self = .help(topic: words.takeWord().flatMap(HelpTopic.init))
      return
    }
    guard let topic = HelpTopic(rawValue: name ?? "signup") else {
      throw UsageError(
        "'\(name ?? "")' is not a command. "
          + suggestion(for: name ?? "", among: HelpTopic.allCases.map(\.rawValue)))
    }
    if asksForHelp {
      self = .help(topic: name == nil ? nil : topic)
      return
    }
    do throws(UsageError) {
      self = try Command(topic, &words)
      try words.finish(topic)
    } catch { throw UsageError(error.problem, topic: name == nil ? nil : topic) }
  }

  private init(_ topic: HelpTopic, _ words: inout ArgumentScanner) throws(UsageError) {
    switch topic {
    case .signup:
      let accounts = try words.takeValue("--accounts", "FILE")
      if accounts == "" { throw UsageError("--accounts needs the name of a file.") }
      let username = try words.takeValue("--username", "NAME")
      let readsPassword = words.takeFlag("--password-stdin")
      switch (username, readsPassword) {
      case (nil, false):
        self = .signup(accounts: accounts, display: try words.takeDisplay(topic))
      case (let username?, true):
        self = .signupFromInput(accounts: accounts, username: username)
      case (_?, false):
        throw UsageError("--username needs --password-stdin: a password on standard input.")
      case (nil, true):
        throw UsageError("--password-stdin needs --username NAME: whose password is it?")
      }
    case .track:
      let text = try words.takeValue("--seed", "N")
      guard let seed = UInt64(text ?? "1") else {
        throw UsageError(
          "--seed takes a whole number from 0 to 18446744073709551615, not '\(text ?? "")'.")
      }
      self = .track(seed: seed, display: try words.takeDisplay(topic))
    case .replay:
      let display = try words.takeDisplay(topic)
      self = .replay(file: try words.takeFile(topic), display: display)
    case .export:
      let text = try words.takeValue("--to", "csv")
      let file = try words.takeFile(topic)
      guard let format = text.map({ ExportFormat(rawValue: $0) }) else {
        throw UsageError("export needs --to csv: which format is wanted.")
      }
      guard let format else {
        throw UsageError("--to knows csv, not '\(text ?? "")'.")
      }
      self = .export(file: file, format: format)
    }
  }
}

/// The words of a command line, taken out one after the other.
private struct ArgumentScanner {
  private struct Option {
    var name: String
    var value: String?
    /// Where the word after it stands among the plain words, should it be its value.
    var following: Int?
  }

  private var options: [Option] = []
  private var words: [String?] = []

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var mayFollow: Int?
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest.map { $0 }
        break
      }
      // A lone dash is a word, and so is a negative number.
      guard argument.hasPrefix("-"), argument.count > 1, Double(argument) == nil else {
        if let option = mayFollow { options[option].following = words.count }
        words.append(argument)
        mayFollow = nil
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = argument.hasPrefix("--") && parts.count == 2 ? String(parts[1]) : nil
      options.append(Option(name: value == nil ? argument : String(parts[0]), value: value))
      mayFollow = value == nil ? options.count - 1 : nil
    }
  }

  /// Whether an option without a value is there, however often.
  mutating func takeFlag(_ name: String) -> Bool {
    let count = options.count
    options.removeAll { $0.name == name && $0.value == nil }
    return options.count < count
  }

  /// The value of an option; the last one counts when it is given twice.
  mutating func takeValue(_ name: String, _ meaning: String) throws(UsageError) -> String? {
    var found: String?
    while let index = options.firstIndex(where: { $0.name == name }) {
      let option = options.remove(at: index)
      if let value = option.value {
        found = value
      } else if let place = option.following, let word = words[place] {
        words[place] = nil
        found = word
      } else {
        throw UsageError("\(name) needs a value: \(name) \(meaning).")
      }
    }
    return found
  }

  /// The next plain word that no option has taken.
  ///
  /// The command's name is asked for before the options' values are, so a word right after an
  /// option that takes a value is passed over.
  mutating func takeWord() -> String? {
    let valued: Set = [
      "--accounts", "--username", "--seed", "--to", "--theme", "--record", "--every",
      "--mask", "--markers",
    ]
    let spoken = Set(options.filter { valued.contains($0.name) }.compactMap(\.following))
    guard let index = words.indices.first(where: { words[$0] != nil && !spoken.contains($0) })
    else { return nil }
    defer { words[index] = nil }
    return words[index]
  }

  mutating func takeFile(_ topic: HelpTopic) throws(UsageError) -> String {
    guard let file = takeWord() else {
      let rest = topic == .export ? " --to csv" : ""
      throw UsageError("\(topic.rawValue) needs a file: SignupTUI \(topic.rawValue) FILE\(rest).")
    }
    if file.isEmpty { throw UsageError("\(topic.rawValue) needs the name of a file, not ''.") }
    return file
  }

  /// The options that every command with a screen has.
  mutating func takeDisplay(_ topic: HelpTopic) throws(UsageError) -> DisplayOptions {
    var display = DisplayOptions()
    display.isAccessible = takeFlag("--accessible")
    switch try takeValue("--theme", "light|dark|auto") {
    case nil, "auto": break
    case "light": display.theme = .light
    case "dark": display.theme = .dark
    case let other?: throw UsageError("--theme knows light, dark and auto, not '\(other)'.")
    }
    display.record = try takeValue("--record", "FILE")
    if display.record == "" { throw UsageError("--record needs the name of a file.") }
    if topic == .signup {
      switch try takeValue("--mask", "bullets|none") {
      case nil, "bullets": break
      case "none": display.mask = .nothing
      case let other?: throw UsageError("--mask knows bullets and none, not '\(other)'.")
      }
    }
    guard topic != .signup else { return display }
    if let text = try takeValue("--every", "SECONDS") {
      guard let seconds = Int(text), (1...86_400).contains(seconds) else {
        throw UsageError("--every takes whole seconds from 1 to 86400, not '\(text)'.")
      }
      display.every = seconds
    }
    if let text = try takeValue("--markers", "braille|block|ascii") {
      guard let markers = BrailleCanvas.Markers(rawValue: text) else {
        throw UsageError("--markers knows braille, block and ascii, not '\(text)'.")
      }
      display.markers = markers
    }
    return display
  }

  /// Complains of whatever nobody has taken.
  mutating func finish(_ topic: HelpTopic) throws(UsageError) {
    if let option = options.first {
      let known = HelpText.options(of: topic)
      if let value = option.value, known.contains(option.name) {
        throw UsageError("\(option.name) takes no value, so not '\(value)'.")
      }
      throw UsageError(
        "\(topic.rawValue) has no option '\(option.name)'. "
          + suggestion(for: option.name, among: known + ["--help", "--version"]))
    }
    if let word = takeWord() {
      throw UsageError("'\(word)' is one argument too many for \(topic.rawValue).")
    }
  }
}

/// `Did you mean 'replay'?` when there is something near, else what there is.
private func suggestion(for word: String, among known: [String]) -> String {
  let nearest = known.min { editDistance(word, $0) < editDistance(word, $1) }
  if let nearest, editDistance(word, nearest) <= max(1, nearest.count / 3) {
    return "Did you mean '\(nearest)'?"
  }
  return "There are: \(known.joined(separator: ", "))."
}

/// How many letters have to be changed, added or left out (Levenshtein). O(n · m).
private func editDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a.prefix(64)), Array(b))
  var row = Array(0...b.count)
  for (i, x) in a.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, y) in b.enumerated() {
      let above = row[j + 1]
      row[j + 1] = min(min(above, row[j]) + 1, diagonal + (x == y ? 0 : 1))
      diagonal = above
    }
  }
  return row[b.count]
}
