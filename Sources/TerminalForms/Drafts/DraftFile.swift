/// A file that keeps the answers in a form that is not submitted yet, without secrets.
///
///     let draft = DraftFile(path: "/home/ada/.local/state/trip/draft.json", of: "trip")
///     let screen = FormScreen(form, title: "A trip", draft: draft)
///
/// The file is readable only by its owner and is always complete. It is at most a second behind the
/// typing while the form is filled in, and up to date whenever the form is left, even by a signal.
/// When the form is shown again, the user is asked whether to continue with it. The program removes
/// it with ``FormScreen/removeDraft()`` as soon as the answers are safe.
///
/// The draft contains a mark, the name of the form and the names of its fields. A file without them
/// is neither written nor removed: ``FormScreen/draftProblem`` reports why.
public struct DraftFile: Hashable, Sendable {
  /// The path of the file; missing folders are made.
  public let path: String
  /// The name of the form, the same in every language; nil for the title of its screen.
  public let form: String?

  /// Names a file. Nothing is read or written yet.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - form: The name of the form; nil for the title of its screen.
  public init(path: String, of form: String? = nil) { (self.path, self.form) = (path, form) }
}
