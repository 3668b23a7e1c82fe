internal import Deadwax

/// A format of a release as Discogs writes it: a quantity as a string, a name, descriptions, and a free remark.
struct DiscogsFormat: Decodable {
  let format: Format

  private enum Keys: String, CodingKey { case name, qty, text, descriptions }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    guard let name = container.text(.name) else {
      throw DecodingError.keyNotFound(Keys.name, .init(codingPath: [], debugDescription: "no name"))
    }
    format = Format(
      name: name, quantity: Int(clamping: min(9999, max(1, container.integer(.qty) ?? 1))), text: container.text(.text),
      descriptions: container.texts(.descriptions))
  }

  /// Splits the flat list of a search result that has no separate formats. Each name of a medium begins a format, and
  /// the following words describe it.
  static func formats(flattened words: [String]) -> [Format] {
    var formats: [Format] = []
    for word in words {
      if formats.isEmpty || MediumFamily(formatName: word) != nil {
        formats.append(Format(name: word))
      } else {
        formats[formats.count - 1].descriptions.append(word)
      }
    }
    return formats
  }
}
