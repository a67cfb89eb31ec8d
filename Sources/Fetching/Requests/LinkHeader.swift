extension HTTPHeaders {
  /// The original target of the first link with a relation (RFC 8288): usually a URL, perhaps
  /// relative to the request's URL.
  ///
  ///     let headers: HTTPHeaders = ["Link": #"</users?page=2>; rel="next""#]
  ///     headers.link("next")  // "/users?page=2"
  ///
  /// - Parameter relation: The relation: `next`, `prev`, `first`, `last`.
  /// - Returns: Nil if there is no such link, or it cannot be read.
  public func link(_ relation: String) -> String? {
    for value in values(of: "Link") {
      var reader = LinkReader(rest: value.unicodeScalars[...])
      while let link = reader.next() {
        if link.relations.contains(where: relation.isSameASCII) { return link.target }
      }
    }
    return nil
  }

  /// True if there are links, with any relation.
  package var hasLinks: Bool { self["Link"] != nil }
}

/// Reads the links of a header's value, up to the first invalid one.
private struct LinkReader {
  var rest: Substring.UnicodeScalarView

  /// Takes a link: `<target>; rel="next last"; title="…"`.
  mutating func next() -> (target: String, relations: [String])? {
    skip(" \t,")
    guard eat("<"), let end = rest.firstIndex(of: ">") else { return nil }
    let target = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    var relations: [String]?
    while true {
      skip(" \t")
      guard eat(";") else { return (target, relations ?? []) }
      skip(" \t")
      let name = String(take { !" \t=;,".unicodeScalars.contains($0) })
      skip(" \t")
      let value = eat("=") ? self.value() : ""
      // If there are several, the first one counts.
      if name.isSameASCII(as: "rel"), relations == nil {
        relations = value.unicodeScalars.split { $0 == " " || $0 == "\t" }.map(String.init)
      }
    }
  }

  private mutating func value() -> String {
    skip(" \t")
    guard eat("\"") else { return String(take { !" \t;,".unicodeScalars.contains($0) }) }
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\", let next = rest.popFirst() {
        text.append(next)
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }

  private mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> Substring.UnicodeScalarView
  {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return part
  }

  private mutating func skip(_ scalars: String) {
    rest = rest.drop { scalars.unicodeScalars.contains($0) }
  }

  private mutating func eat(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }
}
