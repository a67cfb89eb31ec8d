/// The steps of a form, with fields by their places.
struct FormPlan: Sendable {
  struct Section: Sendable {
    var section: FormSection
    var places: Range<Int>
  }

  struct Step: Sendable {
    var title: String
    var sections: [Section]
    /// The places of its fields, which follow each other.
    var places: Range<Int> {
      (sections.first?.places.lowerBound ?? 0)..<(sections.last?.places.upperBound ?? 0)
    }
  }

  /// None for a form that is filled in all at once.
  let steps: [Step]
  /// For each place in display order, the field's place in the declaration.
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
            guard let place = left.removeValue(forKey: name) else {
              preconditionFailure("a step names \(name), which is no field, or named twice")
            }
            order.append(place)
          }
          return Section(section: section, places: first..<order.count)
        })
    }
    if !left.isEmpty {
      let first = order.count
      order += left.values.sorted()
      let rest = Section(section: FormSection("", []), places: first..<order.count)
      plan.append(Step(title: "", sections: [rest]))
    }
    (self.steps, self.order) = (plan, order)
  }

  /// Returns the step of a field.
  func step(of field: FieldID) -> Int? {
    guard let place = field.steps.first else { return nil }
    return steps.firstIndex { $0.places.contains(place) }
  }
}

extension FormState {
  /// The steps of the form, in order; none for a form that is filled in all at once.
  public var steps: [FormStepState] {
    plan.steps.map { step in
      let sections = step.sections.compactMap { section -> FormStepState.Section? in
        let shown = section.places.filter { nodes[$0].isShown }
        guard !shown.isEmpty else { return nil }
        return FormStepState.Section(
          title: section.section.title, isFoldable: section.section.isFoldable,
          isFolded: section.section.isFolded, fields: shown.map { FieldID.form.appending($0) },
          firstInvalid: firstInvalid(in: section.places))
      }
      return FormStepState(
        title: step.title, sections: sections,
        isTouched: all(in: step.places) { _, node in node.field.isTouched || !node.isFilledIn },
        isValidating: !all(in: step.places) { _, node in !node.isValidating },
        firstInvalid: sections.lazy.compactMap(\.firstInvalid).first)
    }
  }

  /// True if the last step has been finished, and all answers can be looked at.
  public var isReviewing: Bool { !plan.steps.isEmpty && currentStep == plan.steps.count }

  /// Goes to a step, whether those before it are done or not; to the number of steps for the
  /// review.
  public mutating func go(toStep step: Int) {
    guard (0...plan.steps.count).contains(step), step != currentStep else { return }
    revision += 1
    isFinishingStep = false
    currentStep = step
  }

  /// Goes back to the last step before this one that has a field to show.
  public mutating func goBack() {
    guard let step = (0..<currentStep).last(where: isShown(step:)) else { return }
    go(toStep: step)
  }

  /// Finishes the current step: its fields show their issues, and if it has none the next one
  /// comes. Outstanding answers are waited for.
  mutating func finishStep() -> SubmissionStep {
    guard plan.steps.indices.contains(currentStep), !isFinishingStep, !submission.isUnderWay
    else { return .none }
    let places = plan.steps[currentStep].places
    revision += 1
    nodes.forEach(in: places) { _, node in
      guard node.isShown else { return }
      node.field.submit()
      node.wasSubmitted = true
    }
    if let first = firstInvalid(in: places) { return .refused(first) }
    nodes.forEach(in: places) { id, node in
      for index in node.checks.indices where !node.checks[index].terms.isSettledBySubmission {
        questions.ask(&node.checks[index], at: id, index: index, again: true)
      }
    }
    isFinishingStep = true
    return goOnWithStep()
  }

  /// Continues the finishing of a step that has waited for answers, if all are there.
  mutating func goOnWithStep() -> SubmissionStep {
    guard isFinishingStep else { return .none }
    let places = plan.steps[currentStep].places
    if let first = firstInvalid(in: places) {
      isFinishingStep = false
      return .refused(first)
    }
    guard all(in: places, where: { !$1.isWaiting }) else { return .none }
    let next = (currentStep + 1..<plan.steps.count).first(where: isShown(step:))
    go(toStep: next ?? plan.steps.count)
    return .none
  }

  /// Goes to the step of a field that is to be put right.
  mutating func showStep(of field: FieldID) {
    if let step = plan.step(of: field) { go(toStep: step) }
  }

  private func isShown(step: Int) -> Bool {
    plan.steps[step].places.contains { nodes[$0].isShown }
  }

  /// Returns true if a condition holds for each field that is shown at some places.
  private func all(in places: Range<Int>, where condition: (FieldID, FormNode) -> Bool) -> Bool {
    places.allSatisfy { nodes.walk(from: $0, condition) }
  }

  private func firstInvalid(in places: Range<Int>) -> FieldID? {
    let refused = refusedFields
    var first: FieldID?
    _ = all(in: places) { id, node in
      if node.isBarred || refused.contains(id) { first = id }
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

extension FormViewModel {
  /// Finishes the current step: its fields show their issues from now on, and the next step comes
  /// if there are none. Outstanding answers are waited for, as in a submission.
  ///
  /// - Returns: The first field to put right, in display order; nil if there is none so far.
  @discardableResult
  public func finishStep() -> FieldID? { finishCurrentStep() }

  /// Goes back to the last step before this one that has a field to show.
  public func goBack() { decide { $0.goBack() } }

  /// Goes to a step, whether those before it are done or not; to the number of steps for the
  /// review.
  public func go(toStep step: Int) { decide { $0.go(toStep: step) } }
}
