import TerminalKit
import ViewModels

/// The sign-up form as questions, in reading order: the rules before each question, what is wrong
/// after its answer, and the question again.
@MainActor struct SignupDialogue {
  let model: SignupViewModel
  let dialogue: LineDialogue
  /// Where the accounts are, for the user to know.
  let place: String
  /// Whether it says how long a password is, which bullets would show.
  var saysLength = true
  /// The name that is not asked for, unless something is wrong with it.
  var username: String?

  func run() throws(LineDialogue.Ending) -> SignupOutcome {
    try dialogue.say("Create an account, kept in \(place).")
    try dialogue.say("Ctrl-C or Ctrl-D leaves without creating anything.")
    try askUsername(proposal: username)
    try askPasswords()
    while true {
      guard try agrees("Create the account \(model.verdict.canonicalUsername) now? (y/n)") else {
        return .nothing
      }
      if let wrong = model.submit() {
        try ask(again: wrong)
        continue
      }
      try dialogue.wait { _ in !model.submission.isUnderWay }
      switch model.submission {
      case .succeeded(let username): return .created(username: username)
      case .failed(let error):
        try dialogue.say("\(error)")
        if let refused = error.signupIssue { try ask(again: refused.field) }
      case .idle, .validating, .submitting: break
      }
    }
  }

  private func ask(again field: SignupField) throws(LineDialogue.Ending) {
    switch field {
    case .username: try askUsername()
    case .password, .confirmation: try askPasswords()
    }
  }

  private func askUsername(proposal: String? = nil) throws(LineDialogue.Ending) {
    var proposal = proposal
    while true {
      if let name = proposal {
        try dialogue.say("Username: \(name)")
        model.username = name
        proposal = nil
      } else {
        model.username = try dialogue.ask("Username (\(model.rules.usernameRequirement)):")
      }
      model.blur(.username)
      try dialogue.wait { _ in model.availability != .checking }
      guard let message = model.message(for: .username) else {
        switch model.availability {
        case .free: try dialogue.say("\(model.verdict.canonicalUsername) is free.")
        case .unanswered(let reason): try dialogue.say(reason)
        default: break
        }
        return
      }
      try dialogue.say("\(message).")
    }
  }

  private func askPasswords() throws(LineDialogue.Ending) {
    let requirements = model.verdict.password.checklist.map(\.text).joined(separator: ", ")
    try dialogue.say("Password: \(requirements).")
    while true {
      try askPassword()
      if try askConfirmation() { return }
    }
  }

  private func askPassword() throws(LineDialogue.Ending) {
    while true {
      model.password = try dialogue.ask("Password (not shown while typed):", isSecret: true)
      model.blur(.password)
      let count = model.verdict.password.length
      if saysLength {
        try dialogue.say("\(count) \(count == 1 ? "character" : "characters") entered.")
      }
      if let note = model.verdict.passwordNote { try dialogue.say(note.text) }
      if let message = model.verdict.password.message {
        try dialogue.say("\(message).")
        continue
      }
      let tip = model.strength.advice.map { " Tip: \($0.text)." } ?? ""
      return try dialogue.say("Strength: \(model.strength.score.word).\(tip)")
    }
  }

  /// Whether the password was typed again; an empty answer goes back to choosing one.
  private func askConfirmation() throws(LineDialogue.Ending) -> Bool {
    while true {
      model.confirmPassword = try dialogue.ask("The same password again:", isSecret: true)
      model.blur(.confirmation)
      guard let message = model.verdict.confirmation.message else { return true }
      if model.confirmPassword.isEmpty { return false }
      try dialogue.say("\(message). Type it again, or only Enter to choose another one.")
    }
  }

  private func agrees(_ question: String) throws(LineDialogue.Ending) -> Bool {
    while true {
      switch try dialogue.ask(question).lowercased() {
      case "y", "yes": return true
      case "n", "no": return false
      default: try dialogue.say("Type y or n.")
      }
    }
  }
}
