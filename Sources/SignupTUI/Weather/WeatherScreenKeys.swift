// The keys of the weather's screen.
extension WeatherScreen {
  var keys: KeyMap {
    let own: [KeyBinding]
    if let entry {
      own = entry.choices.map { keysOfChoice(entry, $0) } ?? keysOfPlace(entry)
    } else {
      own = keysOfList
    }
    return KeyMap(own + keysOfAll)
  }

  private var keysOfAll: [KeyBinding] {
    let isBusy = entry?.isBusy ?? false
    return KeyBinding.ofTheLoop + [
      KeyBinding(
        "Esc",
        entries.count > 1
          ? "cancel the request, show all places, or quit" : "cancel the request, or quit",
        footer: isBusy
          ? KeyHint("Esc", "cancel")
          : entry != nil && entries.count > 1 ? KeyHint("Esc", "places", rank: 2) : nil
      ) { _ in self.leave() },
      KeyBinding("q ^C", "quit", footer: KeyHint("q", "quit", rank: 4)) {
        self.result = $0 == .control("c") ? .interrupted : .quit
      },
      .help(footer: KeyHint("?", "keys", rank: 5)) { _ in
        self.help = KeyHelp(title: "Keys", hints: self.keys.hints)
      },
    ]
  }

  /// Cancels a request under way; otherwise goes back to the list, or quits from there.
  private func leave() {
    if let entry, entry.isBusy {
      entry.cancel()
    } else if entry != nil, entries.count > 1 {
      opened = nil
    } else {
      result = .quit
    }
  }

  /// The key that changes the units, which everything has.
  private var unitsKey: KeyBinding {
    KeyBinding(
      "u", "units: metric, imperial",
      footer: entry?.model.state.hasWeather ?? true ? KeyHint("u", "units", rank: 6) : nil
    ) { _ in self.units = self.units.next }
  }

  // MARK: All places

  private var keysOfList: [KeyBinding] {
    [
      KeyBinding("Enter", "open the place", footer: KeyHint("Enter", "open")) { _ in
        self.open(self.list.state.selection ?? 0)
      },
      KeyBinding("↑ ↓ PgUp PgDn", "places", footer: KeyHint("↑↓", "choose", rank: 7)) {
        _ = self.list.handle($0)
      },
      KeyBinding("Home End", "first, last place") { _ = self.list.handle($0) },
      KeyBinding(
        "r F5", "reload the weather of all places", footer: KeyHint("r", "refresh", rank: 1)
      ) { _ in for entry in self.entries { self.refresh(entry) } }, unitsKey,
    ]
  }

  private func open(_ index: Int) {
    opened = index
    list.state.select(index)
    choice = Table.weather(isSelectable: true)
    // The page of another place starts at the top, in the same view.
    let view = page.view
    page = WeatherPage()
    page.view = view
  }

  // MARK: The places of one name

  private func keysOfChoice(_ entry: WeatherEntry, _ places: [NamedPlace]) -> [KeyBinding] {
    [
      KeyBinding("Enter", "choose the place", footer: KeyHint("Enter", "take")) { _ in
        guard let row = self.choice.state.selection ?? places.indices.first,
          places.indices.contains(row)
        else { return }
        entry.search?.choose(places[row])
      },
      KeyBinding("↑ ↓ PgUp PgDn", "places", footer: KeyHint("↑↓", "choose", rank: 7)) {
        _ = self.choice.handle($0)
      },
      KeyBinding("Home End", "first, last place") { _ = self.choice.handle($0) },
    ]
  }

  // MARK: One place

  private func keysOfPlace(_ entry: WeatherEntry) -> [KeyBinding] {
    let hasWeather = entry.model.state.hasWeather
    return [
      KeyBinding(
        "r F5", "reload the weather",
        footer: KeyHint("r", "refresh", rank: entry.isBusy ? 3 : 1)
      ) { _ in self.refresh(entry) },
      // The button has the focus if it is shown.
      KeyBinding("Enter", "press the button", when: !hasWeather) { _ in self.refresh(entry) },
      KeyBinding(
        "v", "hours, curves, days", footer: hasWeather ? KeyHint("v", "view", rank: 6) : nil
      ) { _ in self.page.view = self.page.view.next }, unitsKey,
      KeyBinding(
        "↑ ↓ PgUp PgDn", "rows of the forecast",
        footer: hasWeather && page.view != .curves ? KeyHint("↑↓", "scroll", rank: 7) : nil
      ) { self.page.handle($0) },
      KeyBinding("Home End", "first, last row") { self.page.handle($0) },
    ] + keysOfOthers + (entry.trace.map(keysOfPlayer) ?? [])
  }

  private func refresh(_ entry: WeatherEntry) {
    entry.search?.start()
    entry.model.refresh()
  }

  private var keysOfOthers: [KeyBinding] {
    guard entries.count > 1, let opened else { return [] }
    let count = entries.count
    return [
      KeyBinding("⇥ ⇧⇥", "next, previous place", footer: KeyHint("⇥", "next", rank: 6)) {
        self.open((opened + ($0.modifiers.contains(.shift) ? count - 1 : 1)) % count)
      }
    ]
  }

  /// The keys that control the player.
  private func keysOfPlayer(_ trace: ReplayViewModel) -> [KeyBinding] {
    [
      KeyBinding(
        "Space", "play, pause",
        footer: KeyHint("Space", trace.isPlaying ? "pause" : "play ", rank: 2)
      ) { _ in trace.togglePause() },
      KeyBinding("← →", "a minute back, forward") {
        trace.seek(by: .seconds($0.key == .left ? -60 : 60))
      },
      KeyBinding("- + =", "slower, faster") {
        if $0.key == .character("-") { trace.slower() } else { trace.faster() }
      },
    ]
  }
}
