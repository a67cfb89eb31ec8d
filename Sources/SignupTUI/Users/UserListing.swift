import Reactive
import TerminalKit
import ViewModels

/// A list of users that is fetched, as the screen of users shows it.
@MainActor protocol UserListing: AnyObject {
  /// True as soon as there is a list, which then takes the place of the sign-in.
  var isThere: Bool { get }
  /// True while the user waits for an answer.
  var isLoading: Bool { get }
  /// The reason why there is no list, or an old one; nil if nothing is wrong.
  var failure: String? { get }
  /// Sends when the password was refused.
  var refusals: AnyPublisher<Void, Never> { get }

  /// Fetches the list, the first time or anew; the present one stays meanwhile.
  func load()
  /// Gives up what is under way.
  func cancel()

  /// True if a user is chosen of whom there is more than the list shows.
  var hasRecord: Bool { get }
  /// Makes the page with all of the chosen user; nil where there is none.
  func recordPage() -> RecordPage?

  /// Every key of the list.
  var keys: [KeyBinding] { get }
  /// True while letters are typed into a line of the list.
  var isTyping: Bool { get }
  /// Lets an event act on a line that is open, or the mouse on the rows; false if it means nothing
  /// here.
  func handle(_ event: InputEvent) -> Bool
  /// Draws the list with what is said of it, and its keys.
  func draw(message: MessageRow?, footer: () -> Footer, on canvas: inout Canvas)
}
