import Forms
import TerminalKit

/// A form on the screen, whatever it fills in: its host moves the focus, asks before typed text is
/// lost, scrolls the page and shows the keys.
///
/// A form provides its stops, its keys and its page; the extensions implement what all forms share.
/// ``FormScreen`` is the one for any `FormViewModel`. A screen that does not use it, because its
/// fields have decorations of their own, conforms to this.
@MainActor package protocol HostedForm: Screen {
  /// A part of the form that can have the focus.
  associatedtype Focus: Hashable & Sendable
  /// The form's page.
  associatedtype Page: HostedPage where Page.Focus == Focus

  /// The host's state: the focus, the refusal, the question.
  var host: FormHost<Focus> { get set }

  // MARK: The form's state

  /// The part that keys act on.
  var focus: Focus { get set }
  /// The parts that can have the focus now, in reading order.
  var stops: [Focus] { get }
  /// True if the focus is in text, so that characters are typed and are not keys.
  var isInText: Bool { get }
  /// True if leaving would lose something that was typed.
  var isDirty: Bool { get }
  /// True while a submission waits for its response; the fields accept no keys then.
  var isUnderWay: Bool { get }
  /// The keys of the form, or those while it waits for a response.
  var keys: KeyMap { get }
  /// The footer's current keys.
  var footer: Footer { get }
  /// The language of its words.
  var language: ValidationMessages { get }
  /// The action of Esc if the window is too small for the form, in two words.
  var wayOut: String { get }

  // MARK: What can be done with it

  /// Edits the text that has the focus.
  func edit(_ event: InputEvent)
  /// Presses the button that has the focus, or changes the choice.
  func press()
  /// Passes an event to the list or calendar open over the form, or to a control that overrides a
  /// key of the host; returns true if it was handled.
  func takesOver(_ event: InputEvent) -> Bool
  /// The part under the mouse; nil if there is none.
  func target(of mouse: Mouse) -> Focus?
  /// Handles a press of the mouse on the part that it has just given the focus.
  func click(_ mouse: Mouse)
  /// The focus is about to leave a field.
  func leaveField()
  /// Called when the part that should have the focus is gone.
  func settle()
  /// Whether both values denote the same part of the form.
  func isSame(_ stop: Focus, _ other: Focus) -> Bool
  /// Hides the secrets that are shown.
  func hideSecrets()
  /// Writes the typed text to the draft's file; false if there is none, or if it cannot be written.
  func keepDraft() -> Bool
  /// Ends the form without submitting it.
  func close(byInterrupt: Bool)

  // MARK: What is shown

  /// The page in its current state, for a window size.
  func page(in size: Size, symbols: Symbols) -> Page
  /// Draws the rows that scroll, starting with the one at the top of the window.
  func draw(_ page: Page, from top: Int, on canvas: inout Canvas)
  /// Draws the list or calendar that a control has opened over the page.
  func drawOver(in body: Rect, on canvas: inout Canvas)
  /// The list that F1 shows.
  func makeHelp() -> KeyHelp
}

/// A form's page as it is drawn in one frame: rows that scroll, and rows that do not.
@MainActor package protocol HostedPage {
  /// A part of the form that can have the focus.
  associatedtype Focus: Hashable & Sendable
  /// The number of rows that scroll.
  var height: Int { get }
  /// True if words are shown next to the arrows that mark more rows above or below.
  var namesRest: Bool { get }
  /// The part of the window in which the rows scroll.
  func body(in window: Rect) -> Rect
  /// Draws what does not scroll.
  func drawAround(in window: Rect, on canvas: inout Canvas)
  /// The rows to show for a part with the focus; nil for the message about the whole form.
  func target(of focus: Focus?) -> PageView.Target
  /// The rectangle of the footer in a window.
  func footer(in window: Rect) -> Rect
}

extension HostedPage {
  /// Arrows and words.
  package var namesRest: Bool { true }
  /// The whole window.
  package func body(in window: Rect) -> Rect { window }
  /// Draws nothing.
  package func drawAround(in window: Rect, on canvas: inout Canvas) {}
  /// The window's last row.
  package func footer(in window: Rect) -> Rect { PageColumns.footer(in: window) }
}

/// The state of a form's host: the focus, the refusal, and the question or help open over the form.
package struct FormHost<Focus: Hashable & Sendable> {
  /// The part that keys act on.
  package var focus: Focus { didSet { if focus != oldValue { view.showFocus() } } }
  /// The field that has just refused something, and why.
  package var refusal: (focus: Focus, note: String)?
  /// True from a refused submission to the next one.
  package var hasBeenRefused = false
  /// The question that is asked before the form is left.
  package var question: LeavingQuestion?
  /// The list of keys, while it is shown.
  package var help: KeyHelp?
  /// Which rows of the page are seen.
  var view = PageView()
  var isTooSmall = false

  /// Begins with the focus on a part.
  package init(focus: Focus) { self.focus = focus }

  /// True while something over the form handles the keys.
  package var isCovered: Bool { question != nil || help != nil }
}

/// The size that a form needs.
let minimumFormSize = Size(20, 6)
