internal import Deadwax
internal import Queries

extension FieldValidation {
  /// Returns the tags of a release as they are stored. Of tags with equal words, the first stays.
  ///
  /// - Parameter texts: the tags as a person typed them.
  /// - Returns: the tags.
  /// - Throws: `StaffError.badValue` for too many tags, and for one that is empty or too long, or has a semicolon, a control
  ///   character or no letter.
  package static func releaseTags(_ texts: [String]) throws -> [String] {
    let field = "tags"
    guard texts.count <= ReleaseTag.most else {
      throw StaffError.badValue(field: field, sentence: "A release has at most \(ReleaseTag.most) tags.")
    }
    var tags: [String] = []
    for text in texts {
      let tag = try line(text, field, atMost: ReleaseTag.longest)
      guard !tag.contains(ReleaseTag.separator) else {
        throw StaffError.badValue(field: field, sentence: "A tag must have no semicolon.")
      }
      guard ReleaseTag(tag) != nil else {
        throw StaffError.badValue(field: field, sentence: "Each tag must have a letter or digit.")
      }
      tags.append(tag)
    }
    return ReleaseTag.distinct(tags).map(\.text)
  }

  /// Returns the tags of a line, which are separated by semicolons or line breaks.
  package static func releaseTags(in line: String) -> [String] {
    // Other signs of a new line, such as U+2028, may be in a tag.
    let signs: Set<Character> = [ReleaseTag.separator, "\n", "\r", "\r\n"]
    return line.split { signs.contains($0) }.map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}
