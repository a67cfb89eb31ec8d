/// The sign-up form as questions, in reading order: the rules before each question, its errors
/// after the answer, and the question again; at the end all answers, each of which can be changed.
@MainActor struct SignupDialogue {
  let model: SignupViewModel
  let dialogue: LineDialogue
  /// The path of the accounts, as shown to the user.
  let shownPath: String
  /// True if the length of a password is shown, which bullets would show.
  var saysLength = true
  /// The name that is not asked for, unless it is invalid.
  var username: String?
  /// The target of the word `back` at the first question: `to the list`; nil for none.
  var goesBack: String?

  /// The questions, in this order, preceded by the exit.
  private enum Step { case out, username, password, confirmation, review }

  /// The word that returns to the previous question.
  private static let back = "back"
  /// The word that requests a generated password.
  private static let generate = "generate"

  /// Asks until the account is made or has its new password, and returns its name; nil if the user
  /// has gone back from the first question.
  func run() throws(LineDialogue.Ending) -> String? {
    try dialogue.say("\(model.purpose.title), in \(shownPath).")
    let wayBack = goesBack.map { ", and at the first one \($0)" } ?? ""
    let wayOut = goesBack == nil ? "quits" : "ends the program"
    try dialogue.say(
      "The word \(Self.back) goes to the previous question\(wayBack). Ctrl-C or Ctrl-D \(wayOut) "
        + "without " + (isForAccount ? "creating" : "changing") + " anything.")
    var step = isForAccount ? try askUsername(proposal: username) : .password
    while true {
      switch step {
      case .out: return nil
      case .username: step = try askUsername()
      case .password: step = try askPassword()
      case .confirmation: step = try askConfirmation()
      case .review:
        if let chosen = try review() {
          step = chosen
        } else if let next = try submit() {
          step = next
        } else if case .succeeded(let name) = model.submission {
          return name
        }
      }
    }
  }

  /// True if the name is asked for, too.
  private var isForAccount: Bool { model.purpose == .newAccount }

  /// The first question whose answer is missing or invalid.
  private var firstOpen: Step {
    guard let field = model.fieldsToFix.first else { return .review }
    return step(for: field)
  }

  private func step(for field: SignupField) -> Step {
    switch field {
    case .username: .username
    case .password: .password
    case .confirmation: model.verdict.password.isValid ? .confirmation : .password
    }
  }

  // MARK: The name

  private func askUsername(proposal: String? = nil) throws(LineDialogue.Ending) -> Step {
    var proposal = proposal
    while true {
      if let name = proposal {
        try dialogue.say("Username: \(name)")
        model.username = name
        proposal = nil
      } else {
        // Only Enter accepts the name in brackets: the current one, or an available one.
        let proposed = usernameProblem == nil ? model.username : model.offeredUsername
        let kept = proposed.map { " [\($0)]" } ?? ""
        let answer = try dialogue.ask("Username (\(model.rules.usernameRequirement))\(kept):")
        if answer == Self.back {
          if goesBack != nil { return .out }
          try dialogue.say("This is the first question.")
          continue
        }
        if !answer.isEmpty || kept.isEmpty {
          model.username = answer
        } else {
          model.takeOfferedUsername()
        }
      }
      model.blur(.username)
      try dialogue.wait { _ in model.availability != .checking }
      guard let message = usernameProblem else {
        switch model.availability {
        case .free: try dialogue.say("\(model.verdict.canonicalUsername) is free.")
        case .unanswered(let reason): try dialogue.say(reason)
        default: break
        }
        return try nextAfterUsername()
      }
      try dialogue.say("\(message).")
    }
  }

  /// The issue with the name, even before one has been typed.
  private var usernameProblem: String? {
    model.message(for: .username) ?? model.verdict.username.message
  }

  /// The question after a name: the first that is still open.
  private func nextAfterUsername() throws(LineDialogue.Ending) -> Step {
    let next = firstOpen
    // A changed name may have made the password easy to guess.
    if next == .password, !model.password.isEmpty { try sayWhatIsWrongWithPassword() }
    return next
  }

  // MARK: The password

  private func askPassword() throws(LineDialogue.Ending) -> Step {
    let requirements = model.verdict.password.checklist.map(\.text).joined(separator: ", ")
    try dialogue.say("Password: \(requirements).")
    try dialogue.say("The word \(Self.generate) suggests one.")
    while true {
      let answer = try dialogue.ask("Password (not shown while typed):", isSecret: true)
      if answer == Self.back {
        if isForAccount { return .username }
        if goesBack != nil { return .out }
        try dialogue.say("This is the first question.")
        continue
      }
      if answer == Self.generate {
        if try offerPassword() { return firstOpen }
        continue
      }
      // The repeated password belonged to the previous one.
      model.confirmPassword = ""
      model.password = answer
      model.blur(.password)
      let count = model.verdict.password.length
      if saysLength {
        try dialogue.say("\(count) \(count == 1 ? "character" : "characters") entered.")
      }
      if let note = model.verdict.passwordNote { try dialogue.say(note.text) }
      guard model.verdict.password.isValid else {
        try sayWhatIsWrongWithPassword()
        continue
      }
      let tip = model.strength.advice.map { " Tip: \($0.text)." } ?? ""
      try dialogue.say("Strength: \(model.strength.score.word).\(tip)")
      return .confirmation
    }
  }

  /// Prints why a password is not accepted, and how to find a better one.
  private func sayWhatIsWrongWithPassword() throws(LineDialogue.Ending) {
    if let message = model.verdict.password.message { try dialogue.say("\(message).") }
    if !model.password.isEmpty, let advice = model.strength.advice {
      try dialogue.say("Tip: \(advice.tip.text).")
    }
    if model.isRefusedPassphrase { try dialogue.say("\(PasswordFacts.passphraseHint).") }
    try dialogue.say("Type another password, or \(Self.generate) for a suggestion.")
  }

  /// Offers passwords until one is accepted or the user prefers to type one; true if accepted.
  private func offerPassword() throws(LineDialogue.Ending) -> Bool {
    let generator = PasswordGenerator(policy: model.rules.passwordPolicy)
    while true {
      let made: PasswordGenerator.Generated
      do { made = try generator.make(.words(6)) } catch {
        // Rules that no words can fulfil may still be fulfilled by characters.
        guard let other = try? generator.make(.characters(20)) else {
          try dialogue.say("\(error)")
          return false
        }
        made = other
      }
      try dialogue.say("A random password, which stays readable above until you clear the screen:")
      try dialogue.say(made.password)
      switch try askIfTaken() {
      case .yes:
        (model.password, model.confirmPassword) = (made.password, made.password)
        model.blur(.password)
        model.blur(.confirmation)
        return true
      case .another: continue
      case .no: return false
      }
    }
  }

  /// An answer about a generated password.
  private enum Decision { case yes, no, another }

  /// Asks whether the user accepts the password shown, until the answer is clear.
  private func askIfTaken() throws(LineDialogue.Ending) -> Decision {
    try dialogue.choose(
      "Use it? (y/n, or \(Self.generate) for another)",
      among: [("y yes", .yes), ("n no \(Self.back)", .no), (Self.generate, .another)],
      otherwise: "Type y to use it, n to type your own, or \(Self.generate) for another.")
  }

  private func askConfirmation() throws(LineDialogue.Ending) -> Step {
    while true {
      let answer = try dialogue.ask("Password again:", isSecret: true)
      if answer.isEmpty || answer == Self.back {
        if !isForAccount {
          // A rejected password must not stay in memory while the user thinks of another.
          model.forgetSecrets()
        }
        return .password
      }
      model.confirmPassword = answer
      model.blur(.confirmation)
      guard let message = model.verdict.confirmation.message else { return firstOpen }
      try dialogue.say("\(message). Type it again, or press Enter to choose a new password.")
    }
  }

  // MARK: The end

  /// Shows all answers; returns the one to change, or nil to make the account.
  private func review() throws(LineDialogue.Ending) -> Step? {
    guard isForAccount else { return try askToTryAgain() }
    try sayAnswers()
    let name = model.verdict.canonicalUsername
    let answer = try dialogue.choose(
      "Create the account \(name) now? (y/n)",
      among: [("y yes", nil), ("n no", .review), (Self.back, .password)] + Self.answers,
      otherwise: "Type y, n, or the number of the answer to change.")
    guard answer == .review else { return answer }
    return try dialogue.choose(
      "Which answer do you want to change? (1 or 2; Ctrl-D quits without an account)",
      among: [("", .review), (Self.back, .review)] + Self.answers,
      otherwise: "Type 1 for the username, 2 for the password, or back to continue.")
  }

  /// The numbers and names of the answers.
  private static let answers: [(String, Step?)] = [
    ("1 username", .username), ("2 password", .password),
  ]

  /// Asks whether to try again to change a password. Before the first try nothing is asked: a
  /// single answer needs no review.
  private func askToTryAgain() throws(LineDialogue.Ending) -> Step? {
    guard case .failed = model.submission else { return nil }
    return try dialogue.agrees(
      to: "Try the same password again? (y/n)", no: Self.back,
      otherwise: "Type y, or n to choose another password.") ? nil : .password
  }

  private func sayAnswers() throws(LineDialogue.Ending) {
    let length = saysLength ? "\(model.verdict.password.length) characters, " : ""
    try dialogue.say("1. Username: \(model.verdict.canonicalUsername)")
    try dialogue.say("2. Password: \(length)not shown; strength: \(model.strength.score.word)")
  }

  /// Submits; returns the question to ask again, or nil if there is none or the account is made.
  private func submit() throws(LineDialogue.Ending) -> Step? {
    if let wrong = model.submit() { return step(for: wrong) }
    try dialogue.wait { _ in !model.submission.isUnderWay }
    guard case .failed(let error) = model.submission else { return nil }
    try dialogue.say("\(error)")
    return error.signupIssue.map { step(for: $0.field) }
  }
}
