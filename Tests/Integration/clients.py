#!/usr/bin/env python3
"""Client code in a package of its own, compiled in release, run, and compared with what it should print.

    Tests/Integration/clients.py [--sample N] [--swift SWIFT] [--list]

A form is a pipeline with its types, erasures and closures: the optimiser sees source, operators,
erasure and sink together only in a client's package, in release. Forms are written in files of 60, each
a module, and all in Swift 6's language mode, a sixth of them in Swift 5's, too. `--sample` takes so many,
evenly, the same ones each time. Where the compiler fails on a file, the forms that make it fail are
found by halves.
"""

import argparse
import itertools
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGE = HERE / ".build-products" / "clients"
SCRATCH = HERE / ".build-products" / "clients-build"
FORMS_PER_FILE = 60


# What forms print


class Element(int):
    """A value of the type that a form is about, named by its number; other integers are Int."""


def E(*numbers):
    return [Element(number) for number in numbers]


class Stream:
    """What a publisher sends: values, the first `early` of them when subscribed to, and an end."""

    def __init__(self, values, end="finished", early=None, again=False):
        self.values, self.end, self.again = list(values), end, again
        self.early = len(self.values) if early is None else early
        self.ends_early = early is None and end != "open"

    def then(self, values, end=None):
        return Stream(values, end or self.end)


KINDS = {
    # The type, how a value is made, described, and described inside of an array or a tuple.
    # Not `Int(`, whose many initialisers take the type checker long in a chain.
    "Int": ("number(", "{}", "{}"),
    "String": ("text(", "s{}", '"s{}"'),
    "Place": ("Place(", "P{}", "P{}"),
    "Thing": ("Thing(", "T{}", "T{}"),
}


def described(value, kind, nested=False):
    if isinstance(value, Element):
        return KINDS[kind][2 if nested else 1].format(int(value))
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        brackets = "[]" if isinstance(value, list) else "()"
        return brackets[0] + ", ".join(described(each, kind, True) for each in value) + brackets[1]
    return str(value)


SUPPORT = """\
import Reactive
import ReactiveExtras

struct Oops: Error {}

struct Place: Hashable, Comparable, CustomStringConvertible {
  let n: Int
  var name = "a name that does not fit in sixteen bytes"
  init(_ n: Int) { self.n = n }
  var description: String { "P\\(n)" }
  static func < (a: Place, b: Place) -> Bool { a.n < b.n }
}

final class Thing: Hashable, Comparable, CustomStringConvertible, Sendable {
  let n: Int
  init(_ n: Int) { self.n = n }
  var description: String { "T\\(n)" }
  func hash(into hasher: inout Hasher) { hasher.combine(n) }
  static func == (a: Thing, b: Thing) -> Bool { a.n == b.n }
  static func < (a: Thing, b: Thing) -> Bool { a.n < b.n }
}

extension Int { var n: Int { self } }
extension String { var n: Int { Int(dropFirst())! } }
func number(_ n: Int) -> Int { n }
func text(_ n: Int) -> String { "s\\(n)" }
@inline(never) func opaque<V>(_ value: V) -> V { value }
@inline(never) func show<V>(_ value: V) { print(value) }
@inline(never) func end<F>(_ completion: Subscribers.Completion<F>) {
  switch completion {
  case .finished: print("finished")
  case .failure: print("failed")
  }
}
func taken<V>(_ value: V, _ isTaken: Bool) -> V? { isTaken ? value : nil }
func check<V>(_ value: V, _ isFine: Bool) throws -> V {
  if !isFine { throw Oops() }
  return value
}

final class Log {
  func show<V>(_ value: V) { print(value) }
  func end<F>(_ completion: Subscribers.Completion<F>) {
    if case .finished = completion { print("finished") } else { print("failed") }
  }
}

final class Holder<V> {
  var value: V { didSet { show(value) } }
  init(_ value: V) { self.value = value }
}

final class Model<V>: ObservableObject {
  @Published var value: V
  init(_ value: V) { self.value = value }
}

final class Discarding: TextOutputStream { func write(_ string: String) {} }

struct Plain: TopLevelEncoder, TopLevelDecoder {
  func encode<V: Encodable>(_ value: V) throws -> String { "\\(value)" }
  func decode<V: Decodable>(_ type: V.Type, from text: String) throws -> V {
    guard let value = Int(text) as? V else { throw Oops() }
    return value
  }
}

/// A client's own publisher, whose subscription is a structure.
struct Own<Output>: Publisher {
  typealias Failure = Never
  let values: [Output]
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: Ticket(combineIdentifier: CombineIdentifier()))
    for value in values { _ = subscriber.receive(value) }
    subscriber.receive(completion: .finished)
  }
  struct Ticket: Subscription {
    let combineIdentifier: CombineIdentifier
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }
}

/// A client's own publisher, whose subscription is an object.
struct OwnClass<Output>: Publisher {
  typealias Failure = Never
  let values: [Output]
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
    subscriber.receive(subscription: Ticket(values, subscriber))
  }
  final class Ticket<S: Subscriber>: Subscription where S.Input == Output, S.Failure == Never {
    var values: [Output]
    var subscriber: S?
    init(_ values: [Output], _ subscriber: S) { (self.values, self.subscriber) = (values, subscriber) }
    func request(_ demand: Subscribers.Demand) {
      var left = demand
      while let subscriber, left > 0, !values.isEmpty {
        left -= 1
        left += subscriber.receive(values.removeFirst())
      }
      guard values.isEmpty, let subscriber else { return }
      self.subscriber = nil
      subscriber.receive(completion: .finished)
    }
    func cancel() { subscriber = nil }
  }
}
"""


# Sources


class Source:
    """An expression, what stands before it, what is done after subscribing, and what comes of it."""

    def __init__(self, name, expression, stream, before="", after="", fails=False, eager=False):
        self.name, self.expression, self.stream = name, expression, stream
        self.before, self.after, self.fails, self.eager = before, after, fails, eager


def sends(*numbers, end):
    return "; ".join([f"source.send(T({number}))" for number in numbers] + [f"source.send(completion: {end})"])


SOURCES = [
    Source("passthrough", "source", Stream(E(1, 2, 2, 3), early=0),
           "let source = PassthroughSubject<T, Never>()", sends(1, 2, 2, 3, end=".finished")),
    Source("current", "source", Stream(E(1, 2, 2, 3), early=1),
           "let source = CurrentValueSubject<T, Never>(T(1))", sends(2, 2, 3, end=".finished")),
    Source("published", "model.$value", Stream(E(1, 2, 2, 3), "open", early=1),
           "let model = Model(T(1))", "model.value = T(2); model.value = T(2); model.value = T(3)"),
    Source("just", "Just(T(1))", Stream(E(1)), eager=True),
    Source("array", "[T(1), T(2), T(2), T(3)].publisher", Stream(E(1, 2, 2, 3)), eager=True),
    Source("optional", "Optional(T(1)).publisher", Stream(E(1)), eager=True),
    Source("result", "Result<T, Never>.success(T(1)).publisher", Stream(E(1)), eager=True),
    Source("lazy", "(1...3).lazy.map { T($0) }.publisher", Stream(E(1, 2, 3)), eager=True),
    Source("future", "Future<T, Never> { $0(.success(T(1))) }", Stream(E(1))),
    Source("deferred", "Deferred { [T(1), T(2), T(2), T(3)].publisher }", Stream(E(1, 2, 2, 3))),
    Source("record", "Record<T, Never>(output: [T(1), T(2)], completion: .finished)", Stream(E(1, 2))),
    Source("replay", "source", Stream(E(1, 2, 2, 3), early=2),
           "let source = ReplaySubject<T, Never>(bufferSize: 2); source.send(T(1)); source.send(T(2))",
           sends(2, 3, end=".finished")),
    Source("own", "Own(values: [T(1), T(2), T(2), T(3)])", Stream(E(1, 2, 2, 3))),
    Source("ownClass", "OwnClass(values: [T(1), T(2), T(2), T(3)])", Stream(E(1, 2, 2, 3))),
    Source("fail", "Fail<T, Oops>(error: Oops())", Stream([], "failed"), fails=True),
    Source("failing", "source", Stream(E(1, 2, 2, 3), "failed", early=0),
           "let source = PassthroughSubject<T, Oops>()", sends(1, 2, 2, 3, end=".failure(Oops())"), True),
    Source("failingCurrent", "source", Stream(E(1, 2, 2, 3), "failed", early=1),
           "let source = CurrentValueSubject<T, Oops>(T(1))", sends(2, 2, 3, end=".failure(Oops())"), True),
    Source("failure", "Result<T, Oops>.failure(Oops()).publisher", Stream([], "failed"), fails=True, eager=True),
    Source("failingRecord", "Record<T, Oops>(output: [T(1), T(2)], completion: .failure(Oops()))",
           Stream(E(1, 2), "failed", again=True), fails=True),
    Source("failingFuture", "Future<T, Oops> { $0(.failure(Oops())) }", Stream([], "failed"), fails=True),
]
SOURCE = {source.name: source for source in SOURCES}


# Operators


class Operator:
    """A text, what it makes of a stream, its type of value if that can be named, and whether it can
    fail: as its upstream, always, or never. In the text `«2»` is a literal, or a captured constant;
    `show` a function, or a captured object's."""

    def __init__(self, text, change, out="T", fails="same", of=None, chains=False):
        self.text, self.change, self.out, self.fails, self.chains = text, change, out, fails, chains
        self.accepts = of or (lambda source: True)


def each(function):
    return lambda s: s.then([function(value) for value in s.values])


def listed(function):
    return lambda s: s.then(function(s.values))


def folded(function):
    """What comes when everything has come."""
    return lambda s: s.then(function(s.values) if s.end == "finished" else [])


def until(function):
    """The values, and the end if the stream ends early; `function` returns the values, or None."""
    def change(s):
        values = function(s.values)
        return s.then(s.values) if values is None else s.then(values, "finished")
    return change


def attempted(isFine, change=lambda s: s):
    """As `change`, up to the first value that is refused, where it fails."""
    def changed(s):
        for index, value in enumerate(s.values):
            if not isFine(value):
                return change(s.then(s.values[:index], "failed"))
        return change(s)
    return changed


def index(values, predicate):
    return next((i for i, value in enumerate(values) if predicate(value)), len(values))


def scanned(values):
    return [Element(max(values[: i + 1] + [2])) for i in range(len(values))]


def unique(values):
    return [key for key, _ in itertools.groupby(values)]


def found(predicate):
    """True at the first such value, else false at the end."""
    def change(s):
        if any(predicate(value) for value in s.values):
            return s.then([True], "finished")
        return folded(lambda _: [False])(s)
    return change


def refuted(predicate):
    def change(s):
        if not all(predicate(value) for value in s.values):
            return s.then([False], "finished")
        return folded(lambda _: [True])(s)
    return change


def pairs(values):
    return list(zip(values, values[1:]))


def failing(source):
    return source.fails


def sure(source):
    return not source.fails


def late(source):
    """Fails, if it does, not while it is subscribed to."""
    return not (source.fails and source.stream.ends_early)


def combined(s):
    seven = Element(7)
    first = [(s.values[s.early - 1], seven)] if s.early else []
    return s.then(first + [(value, seven) for value in s.values[s.early:]])


def zipped(s):
    values = list(zip(s.values, E(7, 8)))
    return s.then(values, "finished" if len(values) == 2 else s.end)


def merged(s):
    if s.ends_early and s.end == "failed":
        return s
    return s.then(s.values[: s.early] + E(7) + s.values[s.early:])


def caught(s):
    return s.then(s.values + E(9), "finished") if s.end == "failed" else s


def appended(s):
    return s.then(s.values + E(7, 8)) if s.end == "finished" else s


def nonempty(s):
    return s.then(E(9)) if s.end == "finished" and not s.values else s


def batched(s):
    if s.end == "failed":
        return s.then([])
    return s.then([list(s.values)] if s.values else [])


def by_two(s):
    chunks = [s.values[i: i + 2] for i in range(0, len(s.values), 2)]
    return s.then(chunks if s.end == "finished" else [c for c in chunks if len(c) == 2])


def twice(s):
    return s.then([value for value in s.values for _ in range(2)])


def same(s):
    return s


def timed_out(s):
    return s.then(s.values, "finished" if s.end == "open" else s.end)


def debounced(s):
    return s.then(s.values[-1:] if s.end == "open" else [])


above = lambda value: value > 1
below = lambda value: value < 3
O = Operator
OPERATORS = {
    "map": O(".map { T($0.n + «1») }", each(lambda v: Element(v + 1)), chains=True),
    "mapToInt": O(".map { $0.n }", each(int), "Int"),
    "mapPath": O(".map(\\.n)", each(int), "Int"),
    "mapPaths": O(".map(\\.n, \\.n)", each(lambda v: (int(v), int(v))), None),
    "threeMaps": O(".map { $0 }.map { T($0.n + «1») }.map { $0 }", each(lambda v: Element(v + 1))),
    "tryMap": O(".tryMap { try check($0, $0.n < «3») }", attempted(below), fails="always", chains=True),
    "tryMapOnly": O(".tryMap { T($0.n + «1») }", each(lambda v: Element(v + 1)), fails="always"),
    "mapError": O(".mapError { $0 as any Error }", same, fails="always"),
    "mapErrorTo": O(".mapError { _ in Oops() }", same, of=failing),
    "setFailureType": O(".setFailureType(to: Oops.self)", same, fails="always", of=sure),
    "replaceNil": O(".map { $0.n > «1» ? Optional($0) : nil }.replaceNil(with: T(9))",
                    each(lambda v: v if v > 1 else Element(9)), of=lambda s: s.name not in ("array", "lazy")),
    "scan": O(".scan(T(2)) { max($0, $1) }", listed(scanned), chains=True),
    "scanSum": O(".scan(0) { $0 + $1.n + «0» }", listed(lambda l: [int(n) for n in itertools.accumulate(l)]), "Int"),
    "tryScan": O(".tryScan(T(2)) { max($0, try check($1, $1.n < «3»)) }",
                 attempted(below, listed(scanned)), fails="always"),
    "filter": O(".filter { $0.n > «1» }", listed(lambda l: [v for v in l if v > 1]), chains=True),
    "tryFilter": O(".tryFilter { try check($0, $0.n < «3»).n > 1 }",
                   attempted(below, listed(lambda l: [v for v in l if v > 1])), fails="always"),
    "compactMap": O(".compactMap { $0.n > «1» ? $0 : nil }", listed(lambda l: [v for v in l if v > 1])),
    # In a chain, `? : nil` takes the type checker seconds, or fails, as it does on an array.
    "compactMapFunction": O(".compactMap { taken($0, $0.n > «1») }", listed(lambda l: [v for v in l if v > 1]), chains=True),
    "compactMapToInt": O(".compactMap { $0.n > «1» ? $0.n : nil }", listed(lambda l: [int(v) for v in l if v > 1]), "Int"),
    "tryCompactMap": O(".tryCompactMap { try check($0, $0.n < «3») as T? }", attempted(below), fails="always"),
    "removeDuplicates": O(".removeDuplicates()", listed(unique), chains=True),
    "removeDuplicatesBy": O(".removeDuplicates { $0.n + «0» == $1.n }", listed(unique)),
    "tryRemoveDuplicates": O(".tryRemoveDuplicates { a, b in try check(a, a.n < «9») == b }", listed(unique), fails="always"),
    "ignoreOutput": O(".ignoreOutput()", listed(lambda l: []), None, of=lambda s: s.name != "failure"),
    "collect": O(".collect()", folded(lambda l: [list(l)]), "[T]"),
    "collectTwo": O(".collect(2)", by_two, "[T]"),
    "count": O(".count()", folded(lambda l: [len(l)]), "Int"),
    "reduce": O(".reduce(T(2)) { max($0, $1) }", folded(lambda l: [Element(max(l + [2]))]), chains=True),
    "reduceSum": O(".reduce(«0») { $0 + $1.n }", folded(lambda l: [sum(l)]), "Int"),
    "tryReduce": O(".tryReduce(T(2)) { max($0, try check($1, $1.n < «3»)) }",
                   attempted(below, folded(lambda l: [Element(max(l + [2]))])), fails="always"),
    "min": O(".min()", folded(lambda l: l and [min(l)]), chains=True),
    "max": O(".max()", folded(lambda l: l and [max(l)]), chains=True),
    "minBy": O(".min { $0.n + «0» > $1.n }", folded(lambda l: l and [max(l)])),
    "maxBy": O(".max { $0.n + «0» > $1.n }", folded(lambda l: l and [min(l)])),
    "tryMin": O(".tryMin { a, b in try check(a, a.n < «9») < b }", folded(lambda l: l and [min(l)]), fails="always"),
    "tryMax": O(".tryMax { a, b in try check(a, a.n < «9») < b }", folded(lambda l: l and [max(l)]), fails="always"),
    "first": O(".first()", until(lambda l: l[:1] or None), chains=True),
    "firstWhere": O(".first { $0.n > «1» }", lambda s: firsts(s, above), chains=True),
    "tryFirst": O(".tryFirst { try check($0, $0.n < «3»).n > 1 }", lambda s: attempted_first(s), fails="always"),
    "last": O(".last()", folded(lambda l: l[-1:]), chains=True),
    "lastWhere": O(".last { $0.n < «3» }", folded(lambda l: [v for v in l if v < 3][-1:]), chains=True),
    "tryLast": O(".tryLast { try check($0, $0.n < «3»).n > 1 }",
                 attempted(below, folded(lambda l: [v for v in l if v > 1][-1:])), fails="always"),
    "contains": O(".contains(T(2))", found(lambda v: v == 2), "Bool"),
    "containsWhere": O(".contains { $0.n > «1» }", found(above), "Bool"),
    "tryContains": O(".tryContains { try check($0, $0.n < «9») > T(1) }", found(above), "Bool", "always"),
    "allSatisfy": O(".allSatisfy { $0.n < «3» }", refuted(below), "Bool"),
    "tryAllSatisfy": O(".tryAllSatisfy { try check($0, $0.n < «9») < T(3) }", refuted(below), "Bool", "always"),
    "dropFirst": O(".dropFirst()", listed(lambda l: l[1:]), chains=True),
    "dropTwo": O(".dropFirst(2)", listed(lambda l: l[2:])),
    "dropWhile": O(".drop { $0.n < «2» }", listed(lambda l: l[index(l, lambda v: v >= 2):]), chains=True),
    "tryDrop": O(".tryDrop { try check($0, $0.n < «9»).n < 2 }",
                 listed(lambda l: l[index(l, lambda v: v >= 2):]), fails="always"),
    "prefix": O(".prefix(2)", until(lambda l: l[:2] if len(l) >= 2 else None), chains=True),
    "prefixWhile": O(".prefix { $0.n < «2» }", lambda s: prefixed(s, lambda v: v < 2), chains=True),
    "tryPrefix": O(".tryPrefix { try check($0, $0.n < «9»).n < 2 }",
                   lambda s: prefixed(s, lambda v: v < 2), fails="always"),
    "outputAt": O(".output(at: 1)", until(lambda l: l[1:2] or None), of=lambda s: s.name != "lazy"),
    "outputIn": O(".output(in: 0..<2)", until(lambda l: l[:2] if len(l) >= 2 else None),
                  of=lambda s: s.name != "lazy"),
    "dropUntil": O(".drop(untilOutputFrom: Just(«1»))", same, of=sure),
    "prefixUntil": O(".prefix(untilOutputFrom: PassthroughSubject<Int, Never>())", same),
    "append": O(".append(T(7), T(8))", appended, chains=True),
    "appendPublisher": O(".append([T(7), T(8)].publisher)", appended, of=sure),
    "appendErased": O(".append(Just(T(7)).append(T(8)).eraseToAnyPublisher())", appended, of=sure),
    "prepend": O(".prepend(T(7))", listed(lambda l: E(7) + l), chains=True),
    "prependPublisher": O(".prepend(Just(T(7)))", listed(lambda l: E(7) + l), of=sure),
    "merge": O(".merge(with: Just(T(7)))", merged, of=sure),
    "mergeErased": O(".merge(with: Just(T(7)).eraseToAnyPublisher())", merged, of=sure),
    "mergeFailing": O(".merge(with: Just(T(7)).setFailureType(to: Oops.self))", merged, of=failing),
    "combineLatest": O(".combineLatest(Just(T(7)))", combined, None, of=sure),
    "combineLatestWith": O(".combineLatest(Just(T(7))) { T($0.n + $1.n + «0») }",
                           lambda s: each(lambda p: Element(p[0] + p[1]))(combined(s)), of=sure),
    "combineThree": O(".combineLatest(Just(T(7)), Just(«1»)) { T($0.n + $1.n + $2) }",
                      lambda s: each(lambda p: Element(p[0] + p[1] + 1))(combined(s)), of=sure),
    "zip": O(".zip([T(7), T(8)].publisher)", zipped, None, of=sure),
    "zipWith": O(".zip([T(7), T(8)].publisher) { T($0.n + $1.n + «0») }",
                 lambda s: each(lambda p: Element(p[0] + p[1]))(zipped(s)), of=sure),
    "flatMap": O(".flatMap { Just(T($0.n + «1»)) }", each(lambda v: Element(v + 1)), of=sure),
    "flatMapErased": O(".flatMap { Just($0).eraseToAnyPublisher() }", same, of=sure),
    "flatMapMapped": O(".flatMap { v in [«1», 2].publisher.map { _ in v }.eraseToAnyPublisher() }", twice, of=sure),
    "flatMapLimited": O(".flatMap(maxPublishers: .max(1)) { [$0, $0].publisher }", twice, of=sure),
    "flatMapFailing": O(".flatMap { Just($0).setFailureType(to: Oops.self) }", same, of=failing),
    "switchToLatest": O(".map { Just($0) }.switchToLatest()", same, of=sure),
    "switchErased": O(".map { Just(T($0.n + «1»)).eraseToAnyPublisher() }.switchToLatest()",
                      each(lambda v: Element(v + 1)), of=sure),
    "catch": O(".catch { _ in Just(T(9)) }", caught, fails="never", of=failing),
    "catchErased": O(".catch { _ in Just(T(«9»)).eraseToAnyPublisher() }", caught, fails="never", of=failing),
    "tryCatch": O(".tryCatch { _ in Just(T(«9»)) }", caught, fails="always", of=failing),
    "retry": O(".retry(1)", lambda s: s.then(s.values * (2 if s.again else 1)), chains=True),
    "replaceError": O(".replaceError(with: T(9))", caught, fails="never", chains=True),
    "replaceEmpty": O(".replaceEmpty(with: T(9))", nonempty, chains=True),
    "assertNoFailure": O(".assertNoFailure()", same, fails="never", of=sure),
    "share": O(".share()", same),
    "multicast": O(".multicast { PassthroughSubject() }.autoconnect()", same),
    "makeConnectable": O(".makeConnectable().autoconnect()", same, of=sure),
    "handleEvents": O(".handleEvents(receiveOutput: { show($0) })", twice),
    "handleEnd": O(".handleEvents(receiveCompletion: { _ in _ = «1» }, receiveCancel: { _ = «2» })", same),
    "print": O('.print("", to: Discarding())', same),
    "breakpoint": O(".breakpoint(receiveOutput: { $0.n > «9» })", same),
    "buffer": O(".buffer(size: 10, prefetch: .byRequest, whenFull: .dropNewest)", same),
    "measureInterval": O(".measureInterval(using: clock).map { _ in «1» }", each(lambda v: 1), "Int"),
    "encode": O(".map { $0.n }.encode(encoder: Plain())", each(int), None, "always"),
    "decode": O('.map { "\\($0.n)" }.decode(type: Int.self, decoder: Plain())', each(int), "Int", "always"),
    "receiveOnImmediate": O(".receive(on: ImmediateScheduler.shared)", same),
    "receiveOn": O(".receive(on: clock)", same),
    "subscribeOn": O(".subscribe(on: ImmediateScheduler.shared)", same),
    "delay": O(".delay(for: 2, scheduler: clock)", same),
    "debounce": O(".debounce(for: 1, scheduler: clock)", debounced),
    "throttleLatest": O(".throttle(for: 1, scheduler: clock, latest: true)", listed(lambda l: l[-1:]), of=sure),
    "throttleFirst": O(".throttle(for: 1, scheduler: clock, latest: false)", listed(lambda l: l[:1]), of=sure),
    "timeout": O(".timeout(5, scheduler: clock)", timed_out),
    "collectByTime": O(".collect(.byTime(clock, 1))", batched, "[T]"),
    "pairwise": O(".pairwise()", listed(pairs), None),
    "nwise": O(".nwise(2)", listed(lambda l: [list(pair) for pair in pairs(l)]), "[T]"),
    "materialize": O(".materialize().dematerialize()", same, fails=None),
    "removeAllDuplicates": O(".removeAllDuplicates()", listed(lambda l: list(dict.fromkeys(l)))),
    "withLatestFrom": O(".withLatestFrom(Just(T(7)))", each(lambda v: Element(7)), of=sure),
    "amb": O(".amb(Empty(completeImmediately: false))", same),
    "flatMapLatest": O(".flatMapLatest { Just(T($0.n + «1»)) }", each(lambda v: Element(v + 1)), of=sure),
    "flatMapFirst": O(".flatMapFirst { Just(T($0.n + «1»)) }", each(lambda v: Element(v + 1)), of=sure),
}


def firsts(s, predicate):
    place = index(s.values, predicate)
    return s.then(s.values[place: place + 1], "finished" if place < len(s.values) else s.end)


def attempted_first(s):
    place = index(s.values, lambda v: v > 1)
    if place < len(s.values) and not below(s.values[place]):
        return s.then([], "failed")
    return firsts(s, above)


def prefixed(s, predicate):
    place = index(s.values, lambda v: not predicate(v))
    return s.then(s.values[:place], "finished" if place < len(s.values) else s.end)


# Forms

ERASED = ".eraseToAnyPublisher()"
# What is erased: before the operators, and behind them.
ERASURES = {"plain": ("", ""), "end": ("", ERASED), "source": (ERASED, ""), "both": (ERASED, ERASED),
            "twice": ("", ERASED + ERASED)}
# By whether closures capture: for streams that can fail and those that cannot. The marks say whether
# the end is printed, and what the kind of value must be.
SINKS = {
    False: {
        "sink": (".sink { show($0) }", "never"),
        "sinkEnd": (".sink(receiveCompletion: { end($0) }, receiveValue: { show($0) })", "end"),
        "sinkFunction": (".sink(receiveCompletion: end, receiveValue: show)", "end"),
        "assign": (".assign(to: \\.value, on: Holder<OUT>(FIRST))", "never named"),
    },
    True: {
        "sink": (".sink { log.show($0) }", "never"),
        "sinkEnd": (".sink(receiveCompletion: { log.end($0) }, receiveValue: { log.show($0) })", "end"),
        "assign": (".assign(to: \\.value, on: holder)", "never named"),
        "assignPublished": (".assign(to: &keeper.$value)", "never element"),
    },
}


# What a holder has before anything is assigned.
FIRST = {"T": "T(0)", "Int": "0", "Bool": "false", "[T]": "[]"}


class Form:
    """One function of a client's, and what it should print."""

    def __init__(self, source, operators, erasure, captures, sink, kind):
        self.source, self.operators, self.kind = source, operators, kind
        self.erasure, self.captures, self.sink = erasure, captures, sink
        self.name = " ".join(
            [source.name, *operators, erasure, "captures" if captures else "literal", sink, kind])
        self.fails, self.out, self.expected = outcome(source, operators)

    def text(self, number):
        first, last = ERASURES[self.erasure]
        sink, _ = SINKS[self.captures][self.sink]
        operators = "".join(OPERATORS[name].text for name in self.operators)
        before = [self.source.before] if self.source.before else []
        if self.captures:
            operators = operators.replace("{ show(", "{ log.show(")
            for word, value in (("zero", 0), ("one", 1), ("two", 2), ("three", 3), ("nine", 9)):
                if f"«{value}»" in operators:
                    before.append(f"let {word} = opaque({value})")
                    operators = operators.replace(f"«{value}»", word)
            if "log." in operators + sink:
                before.append("let log = Log()")
            if "holder" in sink:
                before.append("let holder = Holder<OUT>(FIRST)")
            if "keeper" in sink:
                before.append("let keeper = Model(T(0))")
                before.append("let watching = keeper.$value.dropFirst().sink { show($0) }")
        operators = re.sub("«(.)»", r"\1", operators)
        pipeline = self.source.expression + first + operators + last + sink
        if "clock" in operators:
            before.append("let clock = VirtualTimeScheduler()")
        after = [self.source.after] if self.source.after else []
        if "clock" in operators:
            after.append("clock.advance(by: 100)")
        if "keeper" in sink:
            after.append("watching.cancel()")
        else:
            pipeline = "let subscription = " + pipeline
            after.append("subscription.cancel()")
        lines = [f"func form{number}() {{  // {self.name}", *before, pipeline, *after]
        text = "\n  ".join(lines) + "\n}\n"
        out = self.out or "T"
        text = text.replace("OUT", out).replace("FIRST", FIRST[out])
        return re.sub(r"\bT\b", self.kind, re.sub(r"\bT\(", KINDS[self.kind][0], text))

    def lines(self):
        shown = [described(value, self.kind) for value in self.expected.values]
        if "end" in SINKS[self.captures][self.sink][1] and self.expected.end != "open":
            shown.append(self.expected.end)
        return shown


def outcome(source, operators):
    """Whether a pipeline can fail, its kind of value, and what it sends."""
    fails, out, stream = source.fails, "T", source.stream
    for name in operators:
        operator = OPERATORS[name]
        fails = {"same": fails, "always": True, "never": False, None: fails}[operator.fails]
        out = operator.out
        stream = operator.change(stream)
    return fails, out, stream


def suits(sink, captures, fails, out):
    marks = SINKS[captures][sink][1]
    return not ("never" in marks and fails or "named" in marks and out is None
                or "element" in marks and out != "T")


def forms():
    chosen = random.Random(36)
    made = {}

    def add(source, operators, erasure, captures, kind, sink=None):
        fails, out, _ = outcome(source, operators)
        sinks = [name for name in SINKS[captures] if suits(name, captures, fails, out)]
        form = Form(source, operators, erasure, captures, sink or chosen.choice(sinks), kind)
        made.setdefault(form.name, form)

    # What was reported.
    add(SOURCE["passthrough"], ["removeDuplicates"], "end", False, "String", "sink")
    add(SOURCE["just"], ["map", "map", "map"], "plain", False, "String", "sink")
    # Every operator, in every erasure, with closures of both kinds.
    sources = itertools.cycle(SOURCES)
    kinds = itertools.cycle(KINDS)
    for name, operator in OPERATORS.items():
        for erasure, captures in itertools.product(ERASURES, SINKS):
            source = next(source for source in sources if operator.accepts(source))
            if name == "materialize" and erasure in ("plain", "source", "twice"):
                # Its kinds follow from the sink alone, which does not name them.
                continue
            add(source, [name], erasure, captures, next(kinds))
        next(kinds)
    # Every source, in every erasure, with every kind of value, without closures that capture.
    for source, erasure, kind in itertools.product(SOURCES, ERASURES, KINDS):
        add(source, [], erasure, False, kind)
    # Three operators in a row, which many publishers evaluate at once: each with itself, and others.
    chains = [name for name, operator in OPERATORS.items() if operator.chains]
    eager = [source for source in SOURCES if source.eager and not source.fails]
    rows = [[name] * 3 for name in chains] + [[name, "map", name] for name in chains]
    rows += [[chosen.choice(chains) for _ in range(3)] for _ in range(110)]
    for row, source in zip(rows, itertools.cycle(eager)):
        add(source, row, "plain", chosen.choice([False, True]), chosen.choice(list(KINDS)))
    return [form for form in made.values() if not is_special(form)]


def is_special(form):
    """Where an optional's publisher has no value, it has nothing to reduce either, as in Combine."""
    stream = form.source.stream
    for name in form.operators:
        if name in ("reduce", "tryReduce") and not stream.values and len(form.operators) > 1:
            return True
        stream = OPERATORS[name].change(stream)
    return False


# The package


def write(modules):
    """Writes the package: each module a file of forms, and what they share."""
    shutil.rmtree(PACKAGE, ignore_errors=True)
    products = ["Reactive", "ReactiveExtras"]
    dependencies = ", ".join(f'.product(name: "{p}", package: "ViewModelKit")' for p in products)
    names = ", ".join(f'"{name}"' for name in modules)
    targets = [f'.executableTarget(name: "Clients", dependencies: [{names}])']
    for name, (mode, members) in modules.items():
        targets.append(f'.target(name: "{name}", dependencies: [{dependencies}], '
                       f'swiftSettings: [.swiftLanguageMode(.v{mode})])')
        folder = PACKAGE / "Sources" / name
        folder.mkdir(parents=True)
        (folder / "Support.swift").write_text(SUPPORT)
        (folder / "Forms.swift").write_text(source_text(members))
    folder = PACKAGE / "Sources" / "Clients"
    folder.mkdir(parents=True)
    (folder / "main.swift").write_text(
        "".join(f"import {name}\n" for name in modules) + "".join(f"{name}.run()\n" for name in modules))
    listed_targets = ",\n    ".join(targets)
    (PACKAGE / "Package.swift").write_text(f"""\
// swift-tools-version: 6.3
import PackageDescription
let package = Package(
  name: "Clients",
  dependencies: [.package(name: "ViewModelKit", path: "{HERE}", traits: [])],
  targets: [
    {listed_targets},
  ])
""")


def source_text(members):
    text = "import Glibc\nimport Reactive\nimport ReactiveExtras\n\n"
    text += "".join(form.text(number) for number, form in members.items())
    calls = "".join(f'  print("#{number}"); fflush(nil); form{number}()\n' for number in members)
    return f"{text}\npublic func run() {{\n{calls}}}\n"


def compiles(swift, modules_folder, mode, members):
    """Whether the compiler survives a file of some forms; and what it says."""
    folder = PACKAGE / "halves"
    folder.mkdir(exist_ok=True)
    (folder / "Support.swift").write_text(SUPPORT)
    (folder / "Forms.swift").write_text(source_text(members))
    done = subprocess.run(
        [swift + "c", "-O", "-wmo", "-parse-as-library", "-swift-version", str(mode), "-module-name", "Halves",
         "-I", modules_folder, "-c", "Support.swift", "Forms.swift", "-o", "Halves.o"],
        cwd=folder, capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def culprits(swift, modules_folder, mode, members):
    """The forms of a file that the compiler fails on, each by itself, by halves."""
    if compiles(swift, modules_folder, mode, members)[0]:
        return {}
    if len(members) == 1:
        return members
    items = list(members.items())
    found = {}
    for half in (items[: len(items) // 2], items[len(items) // 2:]):
        found |= culprits(swift, modules_folder, mode, dict(half))
    return found or members


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sample", type=int, help="the number of forms, evenly taken")
    parser.add_argument("--swift", default="swift", help="the command of the compiler's version")
    parser.add_argument("--list", action="store_true", help="print the forms and what they should print")
    options = parser.parse_args()
    started = time.monotonic()
    every = dict(enumerate(forms()))
    if options.sample and options.sample < len(every):
        step = len(every) / options.sample
        every = {int(n * step): every[int(n * step)] for n in range(options.sample)} | {1: every[1]}
    if options.list:
        for number, form in every.items():
            print(form.text(number), "//", ", ".join(form.lines()))
        return
    modules = {}
    items = sorted(every.items())
    for start in range(0, len(items), FORMS_PER_FILE):
        modules[f"Forms{start // FORMS_PER_FILE:02}"] = (6, dict(items[start: start + FORMS_PER_FILE]))
    # Swift 5's mode makes the same code of nearly everything; a sixth of the files will do.
    older = items[:: max(6, len(items) // 120)]
    modules["Older"] = (5, {number + 100_000: form for number, form in older})
    write(modules)

    build = [options.swift, "build", "-c", "release", "--package-path", str(PACKAGE), "--scratch-path", str(SCRATCH)]
    done = subprocess.run(build + ["--product", "Clients"], capture_output=True, text=True)
    if done.returncode != 0:
        failed = False
        print("\n".join(line for line in done.stdout.splitlines() if "error:" in line), file=sys.stderr)
        folder = subprocess.run(build + ["--show-bin-path"], capture_output=True, text=True).stdout.strip()
        if not compiles(options.swift, folder + "/Modules", 6, {})[0]:
            sys.exit(f"FAILED: the libraries do not build. {done.stderr}")
        for mode, members in modules.values():
            for number, form in culprits(options.swift, folder + "/Modules", mode, members).items():
                failed = True
                _, said = compiles(options.swift, folder + "/Modules", mode, {number: form})
                first = next((line for line in said.splitlines() if "error: " in line),
                             "The compiler crashed: " + said[-500:])
                print(f"FAILED to compile, Swift {mode}: {form.name}\n{form.text(number)}{first}\n", file=sys.stderr)
        sys.exit("FAILED: see above." if failed else f"FAILED: {done.stdout}{done.stderr}")
    built = time.monotonic()

    folder = subprocess.run(build + ["--show-bin-path"], capture_output=True, text=True).stdout.strip()
    ran = subprocess.run([folder + "/Clients"], capture_output=True, text=True, timeout=120)
    printed = {}
    for line in ran.stdout.splitlines():
        if line.startswith("#"):
            printed[int(line[1:])] = []
        else:
            printed[list(printed)[-1]].append(line)
    members = {number: form for _, some in modules.values() for number, form in some.items()}
    if ran.returncode != 0:
        form = members[list(printed)[-1]]
        sys.exit(f"FAILED: the program ended with {ran.returncode} in {form.name}\n"
                 f"{form.text(list(printed)[-1])}{ran.stderr[:2000]}")
    wrong = 0
    for number, form in members.items():
        if printed.get(number) != form.lines():
            wrong += 1
            if wrong <= 40:
                print(f"FAILED: {form.name}\n{form.text(number)}printed {printed.get(number)}, "
                      f"not {form.lines()}\n", file=sys.stderr)
    if wrong:
        sys.exit(f"FAILED: {wrong} of {len(members)} forms.")
    print(f"{len(members)} forms of client code compiled in {built - started:.0f} s, "
          f"and printed what they should.")


if __name__ == "__main__":
    main()
