internal import Deadwax

/// The marks of edited fields as they are stored: a JSON object with a member for each field.
enum ReleaseEdits {
  static func write(_ edits: [Release.Field: Release.Edit]) throws -> String {
    try ColumnJSON.write(Dictionary(uniqueKeysWithValues: edits.map { ($0.key.rawValue, $0.value) }))
  }

  /// Reads the output of `write`. Fields of a newer version are left out.
  static func read(_ text: String) throws -> [Release.Field: Release.Edit] {
    guard text != "{}" else { return [:] }
    let edits = try ColumnJSON.read([String: Release.Edit].self, text)
    return Dictionary(
      uniqueKeysWithValues: edits.compactMap { name, edit in Release.Field(rawValue: name).map { ($0, edit) } })
  }
}
