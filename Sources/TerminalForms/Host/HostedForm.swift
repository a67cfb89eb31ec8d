import TerminalKit

/// A form on the screen, whatever it fills in: its host moves the focus, asks before something
/// typed is lost, scrolls the page and shows the keys.
///
/// A form says where the focus can be, which keys it has, and what its page looks like; what every
/// form does alike stands in the extensions. ``FormScreen`` is the one for any `FormViewModel`. A
/// screen that does without it, because its fields have decorations of their own, conforms to this.
@MainActor package protocol HostedForm: Screen {
  /// Where the focus can be.
  associatedtype Focus: Hashable & Sendable
  /// The form's page.
  associatedtype Page: HostedPage where Page.Focus == Focus

  /// What the host remembers of the form.
  var host: FormHost<Focus> { get set }

  // MARK: How the form stands

  /// What the keys act on.
  var focus: Focus { get set }
  /// Where the focus can be now, in reading order.
  var stops: [Focus] { get }
  /// Whether the focus is where letters are text.
  var isInText: Bool { get }
  /// Whether something was typed that would be lost.
  var isDirty: Bool { get }
  /// Whether an answer to a submission is waited for; the fields take no keys then.
  var isUnderWay: Bool { get }
  /// The keys of the form, and those there are while an answer is waited for.
  var keys: KeyMap { get }
  /// What Esc does where the window is too small for the form, in two words.
  var wayOut: String { get }

  // MARK: What can be done with it

  /// Lets an event edit the text that has the focus.
  func edit(_ event: InputEvent)
  /// Presses the button that has the focus, or changes the choice.
  func press()
  /// The focus is about to leave a field.
  func leaveField()
  /// The place that was to have the focus has gone.
  func settle()
  /// Whether two places are the same, though what stands around them has changed.
  func isSame(_ place: Focus, _ other: Focus) -> Bool
  /// Hides the secrets that are shown.
  func hideSecrets()
  /// Ends the form without submitting it.
  func close(byInterrupt: Bool)

  // MARK: What is shown

  /// The page as it stands, for a window of some size.
  func page(in size: Size, symbols: Symbols) -> Page
  /// Draws the page with one of its rows at the top of the window.
  func draw(_ page: Page, from top: Int, on canvas: inout Canvas)
  /// What F1 shows.
  func makeHelp() -> KeyHelp
}

/// A form's page as it is drawn in one frame.
@MainActor package protocol HostedPage {
  /// Where the focus can be.
  associatedtype Focus: Hashable & Sendable
  /// The number of rows of the whole page.
  var height: Int { get }
  /// Whether marks say that there is more above or below the window.
  var hasScrollMarks: Bool { get }
  /// What is to be seen where something has the focus; nil for the message about the whole form.
  func target(of focus: Focus?) -> PageView.Target
  /// The place of the footer in a window.
  func footer(in window: Rect) -> Rect
}

extension HostedPage {
  /// Marks are drawn.
  package var hasScrollMarks: Bool { true }
  /// The window's last row.
  package func footer(in window: Rect) -> Rect { PageColumns.footer(in: window) }
}

/// What a form's host remembers: the focus, what was refused, what lies over the form.
package struct FormHost<Focus: Hashable & Sendable> {
  /// What the keys act on.
  package var focus: Focus { didSet { if focus != oldValue { view.showFocus() } } }
  /// What a field has just refused, and why.
  package var refusal: (place: Focus, note: String)?
  /// Whether a submission was refused since the last one.
  package var hasBeenRefused = false
  /// What is asked before the form is left.
  package var question: LeavingQuestion?
  /// The list of keys, while it is shown.
  package var help: KeyHelp?
  /// Which rows of the page are seen.
  var view = PageView()
  var isTooSmall = false

  /// Begins with the focus at a place.
  package init(focus: Focus) {
    self.focus = focus
  }

  /// Whether something over the form takes the keys.
  package var isCovered: Bool { question != nil || help != nil }
}

/// The size that a form needs.
let minimumFormSize = Size(20, 6)
