import Forms
import TerminalKit

// Steps one after the other, sections that are folded, and all answers at the end.
extension ShownForm {
  /// True if the fields of one of several steps are shown.
  var isInStep: Bool { hasSteps && form.present.currentStep < form.stepCount }

  /// True if there are several steps. The sections of a single one are parts of a form that is
  /// filled in all at once.
  private var hasSteps: Bool { form.stepCount > 1 }

  func items(of state: FormState<Value>) -> [FormItem] {
    FormItem.all(of: state) { section, id in
      // The fields that caused a refusal must be visible.
      if host.hasBeenRefused, section.firstInvalid != nil { return false }
      return folds[id] ?? section.isFolded
    }
  }

  /// The fields of the current step, folded away or not.
  var fieldsOfStep: [FieldSnapshot] {
    FormItem.all(of: form.present) { _, _ in false }.compactMap { item in
      if case .field(let field) = item { field } else { nil }
    }
  }

  /// The buttons below the parts.
  func actions(of state: FormState<Value>) -> [FormFocus] {
    let steps = state.steps
    guard steps.count > 1 else { return [.submit, .cancel] }
    let isFirst = !steps.prefix(state.currentStep).contains(where: \.isShown)
    return [state.isReviewing ? .submit : .next] + (isFirst ? [] : [.back]) + [.cancel]
  }

  /// The line with the number of the step.
  func progress(of state: FormState<Value>) -> String {
    let steps = state.steps
    guard hasSteps else { return steps.first?.title ?? "" }
    if state.isReviewing { return language.words("All answers: Enter changes one") }
    let step = state.currentStep
    let number = steps.prefix(step).filter(\.isShown).count + 1
    let title = steps[step].title
    let count = steps.count(where: \.isShown)
    let words = language.words(
      "Step {number} of {count}", ["number": .integer(number), "count": .integer(count)])
    return words + (title.isEmpty ? "" : ": \(title)")
  }

  func nextLabel(of state: FormState<Value>) -> String {
    let later = state.steps.dropFirst(state.currentStep + 1)
    return changedAnswer != nil || !later.contains(where: \.isShown) ? "Review" : "Next"
  }

  var stepKeys: [KeyBinding] {
    guard hasSteps else { return [] }
    let canGoBack = actions(of: form.present).contains(.back)
    return [
      KeyBinding(
        "M-→", "next step", footer: isInText ? nil : KeyHint("M-→", "next step", rank: 4),
        when: isInStep
      ) { _ in self.submit() },
      KeyBinding(
        "M-←", "previous step", footer: canGoBack ? KeyHint("M-←", "back", rank: 5) : nil,
        when: canGoBack
      ) { _ in
        self.leaveField()
        self.form.goBack()
      },
    ]
  }

  /// Goes to the next step if this one is valid, or back to the review.
  func finishStep() {
    let before = form.present.currentStep
    if let wrong = form.finishStep() { return show(wrong) }
    if changedAnswer != nil, form.present.currentStep != before {
      form.go(toStep: form.present.steps.count)
    }
    guard form.present.isReviewing else { return }
    if let stop = stops.first(where: { $0 == changedAnswer.map { .answer($0) } }) { focus = stop }
    changedAnswer = nil
  }

  /// Goes from the review to a field.
  func change(_ field: FieldID) {
    let step = form.present.steps.firstIndex { field.isWithin(Set($0.fields)) }
    guard let step else { return }
    form.go(toStep: step)
    changedAnswer = field
    unfold(around: field)
    focus = stops.first { $0 == .field(field) } ?? stops.first ?? .next
  }

  func fold(_ id: SectionID) {
    let section = form.present.steps[id.step].sections.first { $0.index == id.index }
    folds[id] = !(folds[id] ?? section?.isFolded ?? false)
  }

  func unfold(around field: FieldID) {
    for (step, state) in form.present.steps.enumerated() {
      for section in state.sections where field.isWithin(Set(section.fields)) {
        folds[SectionID(step: step, index: section.index)] = false
      }
    }
  }
}
