import Reactive

/// A question for texts that complete the one typed.
typealias SuggestionQuestion<Value> =
  @MainActor @Sendable (Value, String) -> AnyPublisher<[String], Never>

extension FormField {
  /// This text with suggestions from a list: those that begin as it does, in any case.
  ///
  ///     .text("town", \.town).suggesting(["Berlin", "Bremen", "Dresden"])
  public func suggesting(_ texts: [String]) -> FormField {
    let folded = texts.map { ($0, $0.lowercased()) }
    return suggesting { typed in
      let typed = typed.lowercased()
      return folded.compactMap { $1.hasPrefix(typed) ? $0 : nil }
    }
  }

  /// This text with suggestions for what has been typed.
  ///
  ///     .text("word", \.word).suggesting { typed in words.filter { $0.hasPrefix(typed) } }
  public func suggesting(_ texts: @escaping @Sendable (String) -> [String]) -> FormField {
    asking { _, typed in Just(texts(typed)).eraseToAnyPublisher() }
  }

  /// This text with suggestions that take a while, and may depend on other fields.
  ///
  /// - Parameter texts: Makes a publisher of suggestions for the form's value and the text typed.
  ///   Its subscription is cancelled when the text changes; each output replaces those before.
  public func suggesting(
    from texts: @escaping @MainActor @Sendable (Value, String) -> AnyPublisher<[String], Never>
  ) -> FormField { asking(texts) }

  private func asking(_ question: @escaping SuggestionQuestion<Value>) -> FormField {
    changingLeaf { leaf in
      leaf.suggest = question
      leaf.changeText { text in if text.aid == nil { text.aid = .suggestions } }
    }
  }
}
