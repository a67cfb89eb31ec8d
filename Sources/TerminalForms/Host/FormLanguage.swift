import Forms
import TerminalKit

// The words of a form in the language of its messages.

extension KeyHint {
  /// The same key with its words in a language.
  func worded(in language: ValidationMessages) -> KeyHint {
    KeyHint(language.words(key), language.words(action), rank: rank)
  }
}

extension Footer {
  /// The same keys with their words in a language.
  func worded(in language: ValidationMessages) -> Footer {
    Footer(hints: hints.map { $0.worded(in: language) })
  }
}

extension LeavingQuestion {
  /// The same question in a language.
  func worded(in language: ValidationMessages) -> LeavingQuestion {
    var question = LeavingQuestion(
      dialog: dialog, brief: language.words(brief), leaves: language.words(leaves),
      stays: language.words(stays), staying: staying, isInterrupt: isInterrupt, choose: choose)
    question.dialog.question = language.words(dialog.question)
    question.dialog.answers = dialog.answers.map { language.words($0) }
    return question
  }
}
