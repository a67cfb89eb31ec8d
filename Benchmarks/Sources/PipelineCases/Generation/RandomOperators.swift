extension ElementOperator {
  static func random(_ random: inout Random) -> Self {
    switch random.below(13) {
    case 0: .map(random.within(1...5))
    case 1: .tryMap(random.throwing())
    case 2: .compactMap(random.question())
    case 3: .tryCompactMap(random.question(), random.throwing())
    case 4: .filter(random.question())
    case 5: .tryFilter(random.question(), random.throwing())
    case 6: .removeDuplicates(divisor: random.within(2...20))
    case 7: .tryRemoveDuplicates(divisor: random.within(2...20), random.throwing())
    case 8: .replaceNil(random.question())
    case 9: .scan
    case 10: .tryScan(random.throwing())
    case 11: .encode(random.throwing())
    default: .decode(random.throwing())
    }
  }
}

extension FoldOperator {
  static func random(_ random: inout Random) -> Self {
    switch random.below(22) {
    case 0: .collect
    case 1: .collectCount(random.within(1...3))
    case 2: .count
    case 3: .reduce
    case 4: .tryReduce(random.throwing())
    case 5: .min(divisor: random.within(2...20))
    case 6: .tryMin(random.throwing())
    case 7: .max(divisor: random.within(2...20))
    case 8: .tryMax(random.throwing())
    case 9: .contains(random.below(10))
    case 10: .containsWhere(random.question())
    case 11: .tryContains(random.question(), random.throwing())
    case 12: .allSatisfy(random.question())
    case 13: .tryAllSatisfy(random.question(), random.throwing())
    case 14: .ignoreOutput
    case 15: .replaceEmpty
    case 16: .first
    case 17: .firstWhere(random.question())
    case 18: .tryFirst(random.question(), random.throwing())
    case 19: .last
    case 20: .lastWhere(random.question())
    default: .tryLast(random.question(), random.throwing())
    }
  }
}

extension SliceOperator {
  static func random(_ random: inout Random) -> Self {
    switch random.below(10) {
    case 0: .prefix(random.within(0...4))
    case 1: .dropFirst(random.within(0...3))
    case 2: .outputAt(random.within(0...3))
    case 3:
      {
        let start = random.within(0...2)
        return .outputIn(start..<start + random.within(0...3))
      }()
    case 4: .prefixWhile(random.question())
    case 5: .tryPrefixWhile(random.question(), random.throwing())
    case 6: .dropWhile(random.question())
    case 7: .tryDropWhile(random.question(), random.throwing())
    case 8: .prefixUntilOutput
    default: .dropUntilOutput
    }
  }
}

extension Combination {
  static func random(_ random: inout Random) -> Self {
    switch random.below(9) {
    case 0, 1: .zip(random.within(2...4))
    case 2: .append
    case 3: .prepend
    case 4: .appendValues(random.values())
    case 5: .prependValues(random.values())
    case 6, 7:
      .flatMap(
        children: random.within(1...3), maximum: random.chance(50) ? nil : random.within(1...3))
    default: .switchToLatest(children: random.within(1...3))
    }
  }
}

extension Recovery {
  static func random(_ random: inout Random) -> Self {
    switch random.below(5) {
    case 0: .catch
    case 1: .tryCatch(throws: random.chance(40))
    case 2: .retry(random.within(1...3))
    case 3: .replaceError
    default: .mapError
    }
  }
}

extension Timing {
  static func random(_ random: inout Random) -> Self {
    switch random.below(8) {
    case 0: .debounce(random.interval())
    case 1: .throttle(random.interval(), latest: random.chance(50))
    case 2: .delay(random.interval())
    case 3: .timeout(random.interval(), fails: random.chance(50))
    case 4: .measureInterval
    case 5: .receiveOn
    case 6: .subscribeOn
    default: .receiveImmediately
    }
  }
}

extension Plumbing {
  static func random(_ random: inout Random) -> Self {
    switch random.below(8) {
    case 0, 1: .random(buffer: &random)
    case 2: .share
    case 3: .multicast
    case 4: .makeConnectable
    case 5: .handleEvents
    case 6: .print
    default: .breakpoint
    }
  }

  /// One that is kept full asks for as many values as it has room for, so it has room for some.
  private static func random(buffer random: inout Random) -> Self {
    let keepsFull = random.chance(50)
    return .buffer(
      random.within(keepsFull ? 1...3 : 0...3), keepsFull: keepsFull,
      whenFull: random.one(of: Overflow.allCases))
  }
}
