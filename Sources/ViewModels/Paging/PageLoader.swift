import Reactive

/// Makes the events of a load, with the tries that follow a failure.
struct PageLoader<Item: Identifiable & Hashable, Cursor: Hashable, Context: Scheduler> {
  typealias Event = LoadEvent<Item, Cursor>

  let source: CursorSource<Item, Cursor>
  let retry: PageRetry
  let scheduler: Context

  /// The events of a load, on the scheduler from its second one on.
  ///
  /// - Parameter pageCount: The number of pages that are loaded again.
  func events(of request: PageRequest<Cursor>, pageCount: Int) -> AnyPublisher<Event, Never> {
    tries(1) { () -> AnyPublisher<Event, PageLoadError> in
      switch request.purpose {
      case .next, .previous, .refresh, .replace:
        source.load(request.cursor).map { Event.page($0) }.eraseToAnyPublisher()
      case .refreshInPlace:
        pages(from: request.cursor, count: pageCount).map { Event.pages($0) }.eraseToAnyPublisher()
      case .last:
        source.findLast?().map { Event($0) }.eraseToAnyPublisher() ?? Empty().eraseToAnyPublisher()
      }
    }
    .prepend(.began(request))
    .eraseToAnyPublisher()
  }

  private func tries(
    _ number: Int, _ load: @escaping () -> AnyPublisher<Event, PageLoadError>
  ) -> AnyPublisher<Event, Never> {
    load().append(.ended)
      .receive(on: scheduler)
      .catch { error -> AnyPublisher<Event, Never> in
        guard let wait = retry.wait(after: error, tries: number - 1) else {
          return Just(Event.failed(error)).eraseToAnyPublisher()
        }
        let again = Just(()).delay(for: stride(wait), scheduler: scheduler)
          .flatMap { _ in tries(number + 1, load) }
        return Just(Event.waits(PageWait(error: error, duration: wait, number: number + 1)))
          .append(again).eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
  }

  private func stride(_ duration: Duration) -> Context.SchedulerTimeType.Stride {
    .milliseconds(Int((duration / .milliseconds(1)).rounded(.up)))
  }

  /// Loads pages one after the other, and publishes all of them at once.
  private func pages(
    from cursor: Cursor?, count: Int
  ) -> AnyPublisher<[(cursor: Cursor?, page: CursorPage<Item, Cursor>)], PageLoadError> {
    typealias Pages = [(cursor: Cursor?, page: CursorPage<Item, Cursor>)]
    return source.load(cursor).collect()
      .flatMap { parts -> AnyPublisher<Pages, PageLoadError> in
        var page = CursorPage<Item, Cursor>([], next: nil)
        for part in parts {
          page.content += part.content
          (page.next, page.previous) = (part.next, part.previous ?? page.previous)
          page.cost += part.cost
        }
        let this = [(cursor: cursor, page: page)]
        guard count > 1, let next = page.next, next != cursor else {
          return Just(this).setFailureType(to: PageLoadError.self).eraseToAnyPublisher()
        }
        return pages(from: next, count: count - 1).map { this + $0 }.eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
  }
}

extension LoadEvent {
  /// Makes the event of a step of the search for the last page.
  fileprivate init(_ step: LastPageSearch<Item, Cursor>) {
    switch step {
    case .progress(let part): self = .searched(part)
    case .found(let page, let cursor, let itemsBefore):
      self = .last(page, at: cursor, itemsBefore: itemsBefore)
    }
  }
}
