/// A key of an object in a file, with its permitted values. The file's JSON Schema is made from
/// such keys, and so is the check for unknown ones.
package struct JSONSchemaKey: Sendable {
  package let name: String
  /// The schema of its value, as JSON; empty for any value.
  package let schema: String
  /// Its meaning, for the author of a file.
  package let meaning: String

  package init(_ name: String, _ schema: String, _ meaning: String) {
    (self.name, self.schema, self.meaning) = (name, schema, meaning)
  }

  /// The members of the key's schema; nil if it has none.
  fileprivate var members: [JSONMember]? {
    guard case .object(let members)? = try? JSONReader.read(Array(schema.utf8)) else { return nil }
    return members
  }
}

extension [JSONSchemaKey] {
  /// Returns the members of the schema of an object with only these keys.
  ///
  /// - Parameter required: The required keys.
  package func objectSchema(required: [String]) -> [JSONMember] {
    let properties = map { key in
      JSONMember(
        key.name, JSONValue.object((key.members ?? []) + [JSONMember("description", key.meaning)]))
    }
    return [JSONMember("type", "object")]
      + (required.isEmpty ? [] : [JSONMember("required", required)]) + [
        JSONMember("properties", JSONValue.object(properties)),
        JSONMember("additionalProperties", false),
      ]
  }
}
