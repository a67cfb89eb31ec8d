import Formats
import Positioning

extension JSONFields {
  /// Returns a reader's result for the object at a key; nil if there is none.
  func object<Value>(
    _ key: String, _ read: (JSONFields) throws(DocumentError) -> Value
  ) throws(DocumentError) -> Value? {
    guard let json = try optional(key, as: JSONValue.self) else { return nil }
    return try within(key) { () throws(DocumentError) in try read(try JSONFields(json)) }
  }

  /// Returns a reader's result for the first object in the list at a key.
  func first<Value>(
    of key: String, _ read: (JSONFields) throws(DocumentError) -> Value
  ) throws(DocumentError) -> Value {
    guard let first = try self(key, as: [JSONValue].self).first else {
      throw DocumentError("this list is empty").inside(key)
    }
    return try within(key + "[0]") { () throws(DocumentError) in try read(try JSONFields(first)) }
  }

  /// Returns a number in a range; nil if it is missing.
  func number(
    _ key: String, in range: ClosedRange<Double>, unit: String
  ) throws(DocumentError) -> Double? {
    guard let number = try optional(key, as: Double.self) else { return nil }
    guard range.contains(number) else {
      throw DocumentError("\(number) is not a valid \(unit)").inside(key)
    }
    return number
  }

  /// Returns a temperature possible on Earth: without `units=metric` the service sends kelvins.
  func celsius(_ key: String) throws(DocumentError) -> Double {
    let degrees = try self(key, as: Double.self)
    return try within(key) { () throws(DocumentError) in try degrees.asCelsius }
  }

  /// Returns seconds since 1970 as an instant.
  func time(_ key: String) throws(DocumentError) -> Timestamp {
    let seconds = try self(key, as: Int.self)
    return try within(key) { () throws(DocumentError) in try Timestamp(unixTime: seconds) }
  }

  /// Returns the time of sunrise or sunset; nil if there is none, in which case the service sends
  /// 0.
  func sun(_ key: String) throws(DocumentError) -> Timestamp? {
    guard let seconds = try optional(key, as: Int.self), seconds != 0 else { return nil }
    return try time(key)
  }
}

extension Double {
  /// The number as a temperature possible on Earth.
  var asCelsius: Double {
    get throws(DocumentError) {
      guard (-120...90).contains(self) else {
        throw DocumentError(
          "\(self) is not a temperature in degrees Celsius; request it with units=metric")
      }
      return self
    }
  }
}

extension Timestamp {
  /// Makes the instant of a number of seconds since 1970.
  init(unixTime seconds: Int) throws(DocumentError) {
    let (nanoseconds, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isTooMuch else { throw DocumentError("\(seconds) is not a time in seconds since 1970") }
    self.init(nanosecondsSince1970: Int64(nanoseconds))
  }
}
