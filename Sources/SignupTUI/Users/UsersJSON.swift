/// `users --json`: a line for each user. The password of a name is the first line of standard
/// input.
@MainActor enum UsersJSON {
  private static func password() throws -> String {
    try PasswordInput.firstLine(orLeaveOut: "to fill in the form")
  }

  /// Writes the accounts of a file, for a user with an account there.
  static func write(_ store: HtpasswdAccountStore, for username: String) throws {
    let credentials = UserCredentials(username: username, password: try password())
    var answer: Result<UserList?, UsersError>?
    // There is no other work meanwhile: both steps run here, and the response is complete.
    UserDirectory.accounts(in: store, background: ImmediateScheduler.shared).users(for: credentials)
      .callback { answer = $0 }
    // The program has a special status for a file that cannot be read.
    if case .failure(.store(let error)) = answer { throw error }
    try AccountJSON.write(try answer?.get()?.users ?? [])
  }

  /// Writes the users of a service, for a name if it has a sign-in.
  static func write(_ options: ServiceOptions, for username: String?) throws -> ExitStatus {
    let loop = try EventLoop()
    let (resource, signIn) = try options.users(on: LoopScheduler(loop: loop))
    defer { signIn?.signOut() ?? resource.reset() }
    if let username, let signIn {
      signIn.username = username
      signIn.password = try password()
      if signIn.signIn() != nil { throw UsageError("--username takes a name, not ''.") }
    } else {
      resource.load()
    }
    let dialogue = LineDialogue(loop: loop, settings: TerminalSettings())
    // This also makes the program end silently if the reader closes the pipe.
    defer { dialogue.close() }
    do throws(LineDialogue.Ending) {
      try dialogue.wait { _ in !resource.state.isLoading }
    } catch { return error.exitStatus(atInputEnd: .failure) }
    guard case .loaded(let fetched) = resource.state else {
      let message = resource.state.message ?? "There was no response."
      OutputDescriptor.error.report("\(Program.name): \(message)")
      return .failure
    }
    try write(fetched.value, onlyColumns: options.columns != nil)
    guard fetched.value.hasNextPage else { return .success }
    OutputDescriptor.error.report("\(Program.name): \(ServiceListing.isFirstPage)")
    return .failure
  }

  /// The number of rows to write at once, so that they are not all text at the same time.
  private static let rowsAtOnce = 500

  private static func write(_ table: RecordTable, onlyColumns: Bool) throws(OutputFailure) {
    let titles = table.columns.map(\.title)
    var rest = table.rows[...]
    while !rest.isEmpty {
      let lines = rest.prefix(rowsAtOnce).map { row in
        guard onlyColumns else { return table.line(of: row) + "\n" }
        return JSONValue.object(zip(titles, row.json).map { JSONMember($0, $1) }).compactText + "\n"
      }
      try OutputFailure.check(OutputDescriptor.output.write(json: lines.joined()))
      rest = rest.dropFirst(rowsAtOnce)
    }
  }
}
