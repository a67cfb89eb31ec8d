import CommandLineKit
import Streams
import TerminalKit
import ViewModels

/// The text of a document that cannot be read, as lines that are replaced one by one.
extension StreamsDialogue {
  /// Says the lines of a text and its errors, and asks for other lines until there are none to
  /// replace.
  func correct(_ repair: StreamRepair, _ key: StreamKey) throws(LineDialogue.Ending) {
    try dialogue.say("“\(key.id)” cannot be read. This is its text:")
    var repair = repair
    try say(repair)
    while true {
      let answer = try dialogue.ask("Number of a line to replace (Enter alone ends):")
      if answer.isEmpty { break }
      var lines = repair.lines
      guard let number = Int(answer), let index = repair.index(ofLine: number) else {
        let numbers = "\(repair.number(of: 0)) to \(repair.number(of: lines.count - 1))"
        try dialogue.say("“\(answer)” is none of the lines \(numbers).")
        continue
      }
      lines[index] = try dialogue.ask("Line \(number):")
      model.stage(lines.joined(separator: "\n"), ofUnread: key)
      guard let changed = model.repair(of: key) else {
        return try dialogue.say("Another program has changed “\(key.id)” meanwhile.")
      }
      repair = changed
      try sayFaults(of: repair)
    }
    try dialogue.say(
      model.standing(of: key) == .saved
        ? "Nothing is changed." : "Not saved yet: save publishes it, once it can be read.")
  }

  private func say(_ repair: StreamRepair) throws(LineDialogue.Ending) {
    for (index, line) in repair.lines.enumerated() {
      try dialogue.say("\(repair.number(of: index)): \(line)")
    }
    try sayFaults(of: repair)
  }

  private func sayFaults(of repair: StreamRepair) throws(LineDialogue.Ending) {
    for fault in repair.faults.prefix(8) {
      try dialogue.say("Wrong in line \(fault.line): \(fault.reason)")
    }
    if repair.faults.isEmpty { try dialogue.say("It can be read now.") }
  }
}

extension StreamRepair {
  /// The lines of the text.
  fileprivate var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// Returns the number of a line in the file, given its place in the text.
  fileprivate func number(of index: Int) -> Int { firstLine + index }

  /// Returns the place in the text of a line with a number.
  fileprivate func index(ofLine number: Int) -> Int? {
    let index = number - firstLine
    return lines.indices.contains(index) ? index : nil
  }
}
