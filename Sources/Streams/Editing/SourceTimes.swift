import Expressions
import Formats
import Reactive
import ReactiveExtras

/// The times of a source's values, which can be moved individually.
///
/// Items follow each other, each delayed from the previous one. Moving a value therefore changes
/// its delay and that of the next value, which compensates; all others keep their times.
extension StreamForm {
  /// The time of each item of a source, or of an input's test data, in nanoseconds from its
  /// beginning. Nil for other documents, and if an item has operators with a clock or a stream of
  /// their own, such as `debounce` and `merge`. O(items).
  package var times: [Int]? {
    guard kind == .source || kind == .input else { return nil }
    var (times, time) = ([Int](), 0)
    times.reserveCapacity(items.count)
    for item in items {
      guard let delay = item.delay else { return nil }
      let (sum, isTooLarge) = time.addingReportingOverflow(delay)
      guard !isTooLarge else { return nil }
      time = sum
      times.append(time)
    }
    return times
  }

  /// The indices of the items that send a value; an item's operators may drop it. O(items).
  var sendingItems: [Int] { items.indices.filter { items[$0].sendsValue } }

  /// Moves an item of a source to another time; the others keep theirs. An item that is moved past
  /// another also changes its index. O(items).
  ///
  ///     var form = StreamForm(document)  // a value each second
  ///     form.moveItem(1, to: 2_500_000_000)  // delays of 1, 1.5 and 0.5 seconds
  ///
  /// - Parameters:
  ///   - index: The item's index.
  ///   - nanoseconds: Its new time, in nanoseconds from the source's beginning; 0 for less.
  /// - Returns: The item's new index; nil if the ``times`` are not known, or there is no such item.
  @discardableResult package mutating func moveItem(_ index: Int, to nanoseconds: Int) -> Int? {
    guard var times, times.indices.contains(index) else { return nil }
    let longest = Int(Operator.secondsRange.upperBound) * 1_000_000_000
    times[index] = min(max(0, nanoseconds), longest)
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    let moved = order.map { items[$0] }
    items = moved
    var before = 0
    for (new, old) in order.enumerated() {
      let delay = times[old] - before
      if items[new].delay != delay { items[new].setDelay(delay) }
      before = times[old]
    }
    return order.firstIndex(of: index)
  }

}

extension StreamForm.Item {
  /// The time since the previous item, in nanoseconds; nil if it is unknown.
  fileprivate var delay: Int? {
    var sum = 0.0
    for step in operators {
      switch step.kind {
      case .map, .filter, .scan, .reduce, .removeDuplicates, .distinct, .dropFirst, .timestamp,
        .groupBy, .sort, .collect, .first, .last, .count:
        // These send their results for a single value without a delay.
        break
      case .prefix where Int(step["count"].trimmed) ?? 0 > 0: break
      case .delay:
        guard let seconds = Double(step["seconds"].trimmed), seconds.isFinite, seconds >= 0 else {
          return nil
        }
        sum += seconds
      case .prefix, .debounce, .throttle, .sample, .window, .rate, .merge, .append, .prepend,
        .flatMap, .zip, .combineLatest, .withLatestFrom, .each:
        return nil
      }
    }
    return sum <= Operator.secondsRange.upperBound ? Int((sum * 1e9).rounded()) : nil
  }

  /// True if its operators do not drop its value.
  fileprivate var sendsValue: Bool {
    let steps = operators.filter { $0.kind != .delay }
    guard !steps.isEmpty, let value = StreamValue(editedText: text) else { return true }
    var sends = false
    let item = StreamItem(value: value, operators: steps.compactMap { try? $0.checkedStep() })
    _ = item.toPublisher(on: VirtualTimeScheduler()).sink { _ in sends = true }
    return sends
  }

  /// Changes the delay, which becomes a single operator.
  fileprivate mutating func setDelay(_ nanoseconds: Int) {
    let first = operators.firstIndex { $0.kind == .delay }
    operators.removeAll { $0.kind == .delay }
    guard first != nil || nanoseconds > 0 else { return }
    var delay = OperatorForm(.delay)
    delay["seconds"] = Marble.text(ofTime: nanoseconds)
    // Before the operators that followed the first delay.
    operators.insert(delay, at: first ?? 0)
  }
}
