import Forms
import TerminalKit

/// A question that is asked before a form is left, with its answers.
package struct LeavingQuestion: Sendable {
  /// The question over the form.
  var dialog: Dialog
  /// The same in a few words, with the effects of its answers, for a window too small for the form.
  let brief: String
  let leaves: String
  let stays: String
  /// The answer that loses nothing, for the footer.
  let staying: String
  /// True if leaving interrupts the program.
  let isInterrupt: Bool
  /// Performs the first or the second answer, for a question that is not about leaving.
  var choose: (@MainActor @Sendable (_ isFirst: Bool) -> Void)?

  /// Asks whether to leave a form, which discards the typed text unless a draft is kept.
  ///
  /// - Parameters:
  ///   - keepsDraft: True if a draft is kept.
  ///   - isInterrupt: True if leaving interrupts the program.
  static func leave(keepsDraft: Bool, isInterrupt: Bool) -> LeavingQuestion {
    LeavingQuestion(
      dialog: Dialog(
        question: keepsDraft
          ? "Quit? Your answers are kept as a draft, without secrets." : "Discard what you typed?",
        answers: [keepsDraft ? "Quit" : "Discard", "Keep editing"], focus: 1),
      brief: keepsDraft ? "Quit with a draft?" : "Discard your text?",
      leaves: keepsDraft ? "quits" : "discards", stays: "keeps editing", staying: "keep editing",
      isInterrupt: isInterrupt)
  }

  /// Asks whether to continue with a draft; Esc keeps it unchanged.
  static func draft(
    of age: String, in language: ValidationMessages,
    choose: @escaping @MainActor @Sendable (Bool) -> Void
  ) -> LeavingQuestion {
    var question = LeavingQuestion(
      dialog: Dialog(
        question: language.words(
          "There is a draft ({age}). Continue with it?", ["age": .text(age)]),
        answers: ["Continue", "Discard it"], focus: 0), brief: "Use the draft?", leaves: "quits",
      stays: "starts again", staying: "start again", isInterrupt: true)
    question.choose = choose
    return question.worded(in: language)
  }

  /// Asks whether to leave before a response has arrived, which interrupts the program.
  ///
  /// - Parameter question: The whole question.
  package static func abandon(_ question: String) -> LeavingQuestion {
    LeavingQuestion(
      dialog: Dialog(question: question, answers: ["Quit", "Wait"], focus: 1),
      brief: "Quit without waiting?", leaves: "quits", stays: "waits", staying: "wait",
      isInterrupt: true)
  }

  var footer: Footer { Dialog.footer(staying) }
}
