internal import Execution

extension ImportText {
  /// Returns the tags that people put on a release, separated by semicolons or on lines of their own.
  func releaseTags() throws(ImportRefusal) -> [String]? {
    let entries = row[.releaseTags].map { FieldValidation.releaseTags(in: $0) } ?? []
    guard !entries.isEmpty else { return nil }
    guard let tags = try? FieldValidation.releaseTags(entries) else {
      throw bad(.releaseTags, "must have at most 50 tags of at most 60 characters, separated by semicolons")
    }
    return tags
  }
}
