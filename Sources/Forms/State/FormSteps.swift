/// The steps of a form, with fields by their indices.
struct FormPlan: Sendable {
  struct Section: Sendable {
    var section: FormSection
    var indices: Range<Int>
  }

  struct Step: Sendable {
    var title: String
    var sections: [Section]
    /// The indices of its fields, which follow each other.
    var indices: Range<Int> {
      (sections.first?.indices.lowerBound ?? 0)..<(sections.last?.indices.upperBound ?? 0)
    }
  }

  /// Empty for a form that is filled in all at once.
  let steps: [Step]
  /// For each field in display order, its index in the declaration.
  let order: [Int]

  init(_ steps: [FormStep], _ names: [String]) {
    guard !steps.isEmpty else {
      (self.steps, order) = ([], Array(names.indices))
      return
    }
    var left = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var order: [Int] = []
    var plan = steps.map { step in
      Step(
        title: step.title,
        sections: step.sections.map { section in
          let first = order.count
          for name in section.fields {
            guard let index = left.removeValue(forKey: name) else {
              preconditionFailure("a step names \(name), which is not a field or is named twice")
            }
            order.append(index)
          }
          return Section(section: section, indices: first..<order.count)
        })
    }
    if !left.isEmpty {
      let first = order.count
      order += left.values.sorted()
      let rest = Section(section: FormSection("", []), indices: first..<order.count)
      plan.append(Step(title: "", sections: [rest]))
    }
    (self.steps, self.order) = (plan, order)
  }

  /// Returns the step of a field.
  func step(of field: FieldID) -> Int? {
    guard let index = field.steps.first else { return nil }
    return steps.firstIndex { $0.indices.contains(index) }
  }
}

extension FormState {
  /// The steps of the form, in order; none for a form that is filled in all at once.
  public var steps: [FormStepState] {
    plan.steps.enumerated().map { number, step in
      // The last step may be one that the form does not name.
      let now = texts.steps.indices.contains(number) ? texts.steps[number] : nil
      let sections = step.sections.indices.compactMap { index -> FormStepState.Section? in
        let section = step.sections[index]
        let shown = section.indices.filter { nodes[$0].isShown }
        guard !shown.isEmpty else { return nil }
        return FormStepState.Section(
          index: index, title: now?.sections[index].title ?? section.section.title,
          isFoldable: section.section.isFoldable,
          isFolded: section.section.isFolded, fields: shown.map { FieldID.form.appending($0) },
          firstInvalid: firstInvalid(in: section.indices))
      }
      return FormStepState(
        title: now?.title ?? step.title, sections: sections,
        isTouched: all(in: step.indices) { _, node in node.field.isTouched || !node.isFilledIn },
        isValidating: !all(in: step.indices) { _, node in !node.isValidating },
        firstInvalid: sections.lazy.compactMap(\.firstInvalid).first)
    }
  }

  /// True if the last step has been finished, and all answers can be looked at.
  public var isReviewing: Bool { !plan.steps.isEmpty && currentStep == plan.steps.count }

  /// Goes to a step, whether those before it are done or not; to the number of steps for the
  /// review.
  package mutating func go(toStep step: Int) {
    guard (0...plan.steps.count).contains(step), step != currentStep else { return }
    revision += 1
    isFinishingStep = false
    currentStep = step
  }

  /// Goes back to the nearest earlier step with visible fields.
  package mutating func goBack() {
    guard let step = (0..<currentStep).last(where: isShown(step:)) else { return }
    go(toStep: step)
  }

  /// Finishes the current step: its fields show their issues, and if it has none the next one
  /// comes. It waits for outstanding answers.
  mutating func finishStep() -> SubmissionStep {
    guard plan.steps.indices.contains(currentStep), !isFinishingStep, !submission.isUnderWay
    else { return .none }
    if let first = begin(in: plan.steps[currentStep].indices) { return .refused(first) }
    isFinishingStep = true
    return goOnWithStep()
  }

  /// Continues the finishing of a step that has waited for answers, if all are there.
  mutating func goOnWithStep() -> SubmissionStep {
    guard isFinishingStep else { return .none }
    let indices = plan.steps[currentStep].indices
    if let first = firstInvalid(in: indices) {
      isFinishingStep = false
      return .refused(first)
    }
    guard all(in: indices, where: { !$1.isWaiting }) else { return .none }
    let next = (currentStep + 1..<plan.steps.count).first(where: isShown(step:))
    go(toStep: next ?? plan.steps.count)
    return .none
  }

  /// Goes to the step of a field to correct.
  mutating func showStep(of field: FieldID) {
    if let step = plan.step(of: field) { go(toStep: step) }
  }

  /// The first step that has a field to show.
  var firstStep: Int { plan.steps.indices.first(where: isShown(step:)) ?? 0 }

  private func isShown(step: Int) -> Bool {
    plan.steps[step].indices.contains { nodes[$0].isShown }
  }

  /// Returns true if a condition is met for each visible field at some indices.
  private func all(in indices: Range<Int>, where condition: (FieldID, FormNode) -> Bool) -> Bool {
    indices.allSatisfy { nodes.walk(from: $0, condition) }
  }

  func firstInvalid(in indices: Range<Int>) -> FieldID? {
    let refused = refusedFields
    var first: FieldID?
    _ = all(in: indices) { id, node in
      if node.isBlocking || refused.contains(id) { first = id }
      return first == nil
    }
    return first
  }
}

extension FormNode {
  /// True if an answer is outstanding that a submission, or the end of a step, has to wait for.
  var isWaiting: Bool {
    isAwaitingOptions || checks.contains { $0.isOutstanding && !$0.terms.isSettledBySubmission }
  }

  /// True if something is filled in here, and not only in the rows of a list, or shown.
  fileprivate var isFilledIn: Bool {
    switch field.value {
    case .rows, .nothing: false
    case .text, .flag, .names: true
    }
  }
}
