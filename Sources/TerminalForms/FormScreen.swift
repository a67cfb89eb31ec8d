import Forms
import TerminalKit

/// A form of any kind on the screen: its appearance and its keys follow from its fields alone.
///
///     let form = FormViewModel(Trip(), fields: Trip.fields, scheduler: LoopScheduler(loop: loop))
///     switch try FormScreen(form, title: "A trip").run(on: loop, settings: settings) {
///     case .submitted(let trip): print("\(trip.nights) nights in \(trip.place)")
///     case .cancelled, .interrupted: print("Nothing was booked.")
///     }
///
/// ``run(on:settings:)`` asks line by line if there is no screen. A program that decides for itself
/// passes the screen to its `EventLoop`, or calls ``ask(on:settings:)``.
@MainActor public final class FormScreen<Value: Sendable>: Screen {
  /// The form that is filled in.
  public let form: FormViewModel<Value>
  /// The first line of the page.
  public let title: String
  /// The form as its host has it.
  let shown: ShownForm<Value>

  /// Makes a screen of a form.
  ///
  /// - Parameters:
  ///   - form: The form. Its scheduler must be a `LoopScheduler` of the loop that shows the screen:
  ///     nothing else runs on the main thread meanwhile.
  ///   - title: The first line of the page.
  ///   - decorations: Rows below fields that supplement their rules; on the screen, not in lines.
  ///   - draft: The file that keeps the answers until ``removeDraft()``; nil for none.
  public convenience init(
    _ form: FormViewModel<Value>, title: String, decorations: [FormDecoration] = [],
    draft: DraftFile? = nil
  ) { self.init(form, title: title, decorations: decorations, draft: draft, in: .live) }

  init(
    _ form: FormViewModel<Value>, title: String, decorations: [FormDecoration] = [],
    draft: DraftFile? = nil, in surroundings: ControlSurroundings
  ) {
    (self.form, self.title) = (form, title)
    shown = ShownForm(form, title: title, decorations: decorations, draft: draft, in: surroundings)
  }

  /// False if secrets are never shown, for example because the screen is recorded; otherwise ^R
  /// shows the focused one until the focus leaves it.
  public var mayShowSecrets: Bool {
    get { shown.mayShowSecrets }
    set { shown.mayShowSecrets = newValue }
  }

  /// The end of the form; nil while it is shown.
  public var result: FormEnd<Value>? { shown.result }

  /// The reason why no draft can be kept, as a sentence; nil if one can, or none is wanted.
  ///
  /// If a program depends on the draft, check this before it shows the form.
  public var draftProblem: String? { shown.drafts?.problem }

  /// True if the draft's file contains the answers, except secrets.
  public var hasDraft: Bool { shown.drafts?.hasContents ?? false }

  /// Removes the draft, once the answers have been stored elsewhere. Nothing more is written to it.
  ///
  /// If the draft could not be written, there is nothing to remove; another file is left alone.
  public func removeDraft() { shown.drafts?.finish() }

  /// Makes the loop draw the form whenever it changes.
  public func willAppear(on loop: EventLoop) { shown.willAppear(on: loop) }

  /// Handles a key, a paste or the mouse.
  public func handle(_ event: InputEvent) { shown.handle(event) }

  /// Accepts only the keys that leave if there is no room for a form.
  public func resized(to size: Size) { shown.resized(to: size) }

  /// Hides the secrets that are shown, and writes the draft.
  public func willSuspend() { shown.willSuspend() }

  /// Writes the draft.
  public func willDisappear() { _ = shown.keepDraft() }

  /// Draws the part of the form that has the focus, and the keys.
  public func draw(on canvas: inout Canvas) { shown.draw(on: &canvas) }
}
