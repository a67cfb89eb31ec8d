/// A list of users to fetch, after a sign-in.
@MainActor protocol UserListing: AnyObject {
  /// The sign-in; nil if the list needs none.
  var signIn: (any SigningIn)? { get }
  /// The purpose of the sign-in, for the user.
  var note: String { get }
  /// True once there is a list, which then replaces the sign-in.
  var isThere: Bool { get }
  /// True while the user waits for a response.
  var isLoading: Bool { get }
  /// The reason why there is no list, or an old one; nil if there is no error.
  var failure: String? { get }
  /// Sends the result of each sign-in: true if the password was accepted, false if refused.
  var answers: AnyPublisher<Bool, Never> { get }
  /// Sends before each change of the list or its state.
  var changes: AnyPublisher<Void, Never> { get }

  /// Makes the rows, now and after each change; called by the screen.
  func appear()
  /// Fetches the list, the first time or again; the current one stays meanwhile.
  func load()
  /// Cancels the current request.
  func cancel()
  /// Forgets the list and the password that it was fetched with.
  func forget()

  /// True if a user is chosen who has a page of their own.
  var hasRecord: Bool { get }
  /// Makes the page of the chosen user; nil if there is none.
  func recordPage() -> RecordPage?

  /// The rows, which handle keys while one of their lines is open, and the mouse.
  var panel: any ListInput { get }
  /// Every key of the list.
  var keys: [KeyBinding] { get }
  /// Draws the list with its message and its keys.
  func draw(message: MessageRow?, footer: () -> Footer, on canvas: inout Canvas)

  /// Prints the list, a line for each user, or the reason why it is missing or old.
  ///
  /// - Returns: True if the list is complete and new.
  func say(in dialogue: LineDialogue) throws(LineDialogue.Ending) -> Bool
}
