/// A step of a form: fields that are filled in together, before the next ones.
///
///     FormViewModel(
///       Visit(), fields: fields,
///       steps: [
///         FormStep("You", ["name", "email"]),
///         FormStep("Your visit", ["day", "guests"]),
///       ])
///
/// Fields are shown in the order of the steps; the output keeps the order of the fields. Fields
/// that no step names come on a last step without a title. A form of a single step is filled in all
/// at once: its sections are parts of one page, and there is no review.
public struct FormStep: Hashable, Sendable {
  /// The title that the user sees.
  public var title: String
  /// Its parts, from top to bottom; one without a title if it has no parts.
  public var sections: [FormSection]

  /// Makes a step of fields, by their names.
  public init(_ title: String, _ fields: [String]) {
    self.init(title, sections: [FormSection("", fields)])
  }

  /// Makes a step of several parts.
  public init(_ title: String, sections: [FormSection]) {
    (self.title, self.sections) = (title, sections)
  }
}

/// A part of a step, with its own title.
///
///     FormSection("For the invoice", ["company", "taxNumber"], isFoldable: true, isFolded: true)
public struct FormSection: Hashable, Sendable {
  /// The title that the user sees; empty for none.
  public var title: String
  /// The names of its fields, in display order.
  public var fields: [String]
  /// True if its fields can be folded away.
  public var isFoldable: Bool
  /// True if they are folded away at first.
  public var isFolded: Bool

  /// Makes a part.
  ///
  /// - Parameters:
  ///   - title: The title that the user sees; empty for none.
  ///   - fields: The names of its fields, in display order.
  ///   - isFoldable: True if its fields can be folded away.
  ///   - isFolded: True if they are folded away at first.
  public init(_ title: String, _ fields: [String], isFoldable: Bool = false, isFolded: Bool = false)
  {
    (self.title, self.fields) = (title, fields)
    self.isFoldable = isFoldable || isFolded
    self.isFolded = isFolded
  }
}

/// A step of a form after a decision: everything needed to draw its heading and the progress.
public struct FormStepState: Hashable, Sendable {
  /// The title that the user sees; empty for none.
  public let title: String
  /// Its parts that have a field to show, from top to bottom.
  public let sections: [Section]
  /// True if all its fields that are shown have been left once, or it has been finished.
  package let isTouched: Bool
  /// True if a debounce or an answer is outstanding in it.
  public let isValidating: Bool
  /// The first field in it that blocks the form, in display order.
  public let firstInvalid: FieldID?

  /// A part of a step.
  public struct Section: Hashable, Sendable {
    /// Its index among the parts of the step, those without a field to show among them.
    package let index: Int
    /// The title that the user sees; empty for none.
    public let title: String
    /// True if its fields can be folded away.
    public let isFoldable: Bool
    /// True if they are folded away at first.
    public let isFolded: Bool
    /// Its fields that are shown, without those of lists' rows.
    public let fields: [FieldID]
    /// The first field in it that blocks the form; a part with one is not to stay folded.
    public let firstInvalid: FieldID?
  }

  /// Its fields that are shown, without those of lists' rows.
  public var fields: [FieldID] { sections.flatMap(\.fields) }
  /// True if it has a field to show; a step without one is skipped.
  public var isShown: Bool { !sections.isEmpty }
  /// True if no issue in it blocks the form and no answer is outstanding.
  public var isValid: Bool { firstInvalid == nil && !isValidating }
  /// True if it has been filled in: all its fields have been left once and have no issues.
  package var isDone: Bool { isTouched && isValid }
}
