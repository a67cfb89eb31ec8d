/// The lines about a list in pages that were printed, and the next ones: sentences or JSON.
@MainActor struct PagesReport {
  var isJSON = false
  private var count = 0
  private var items: [RecordItem] = []
  private var wait: PageWait?
  private var state: PagedListState?

  init(isJSON: Bool = false) { self.isJSON = isJSON }

  /// Returns the lines that are new.
  mutating func lines(_ model: PagesScreen.Model) -> [String] {
    var lines: [String] = []
    let changes = ListDiff(from: items, to: model.items)
    items = model.items
    for insertion in changes.insertions {
      count += 1
      lines.append(text(insertion.element))
    }
    if model.wait != wait {
      wait = model.wait
      if let wait { lines.append(text(wait)) }
    }
    // While items arrive one by one, the end has not been reached.
    if model.state != state, model.state != .loadedContent || model.hasEnded {
      state = model.state
      lines.append(text(model.state, isEmpty: model.isEmpty))
    }
    return lines
  }

  private func line(_ members: [JSONMember]) -> String {
    JSONValue.object(members).compactText.escapedJSON(isASCII: false)
  }

  private func text(_ record: RecordItem) -> String {
    guard isJSON else { return record.title + (record.detail.map { " – \($0)" } ?? "") }
    var members = [JSONMember("item", count), JSONMember("title", record.title)]
    if let detail = record.detail { members.append(JSONMember("detail", detail)) }
    if record.isJSON, let json = try? JSONReader.read(Array(record.text.utf8)) {
      members.append(JSONMember("record", json))
    } else if record.text != record.title {
      members.append(JSONMember("record", record.text))
    }
    if let problem = record.problem { members.append(JSONMember("problem", problem)) }
    return line(members)
  }

  private func text(_ wait: PageWait) -> String {
    guard isJSON else {
      return "\(wait.error) Waiting \(FigureText.count(wait.seconds, "second", "seconds"))."
    }
    return line([
      JSONMember("state", "waiting"), JSONMember("message", wait.error.description),
      JSONMember("seconds", wait.duration / .seconds(1)),
    ])
  }

  private func text(_ state: PagedListState, isEmpty: Bool) -> String {
    let (name, sentence) =
      switch state {
      case .loading: ("loading", "Loading.")
      case .hasMoreData: ("hasMoreData", "There is more.")
      case .error(let error): ("error", error.description)
      case .loadedContent: ("loadedContent", isEmpty ? "No items." : "End of the list.")
      }
    guard isJSON else { return sentence }
    let message = name == "error" ? [JSONMember("message", sentence)] : []
    return line([JSONMember("state", name)] + message)
  }
}

extension PageWait {
  /// The whole seconds of the wait, rounded up.
  var seconds: Int { Int((duration / .seconds(1)).rounded(.up)) }
}
