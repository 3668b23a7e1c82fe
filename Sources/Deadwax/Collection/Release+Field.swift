extension Release {
  /// A field of a release that people can edit, with its name in the API.
  ///
  /// The other details, such as the tracks, come from the source alone.
  package enum Field: String, CaseIterable, Codable, Sendable {
    case title, artist, medium, label, catalogNumber, year, country, released, notes, genres, styles
  }

  /// The value of a field.
  package enum FieldValue: Hashable, Sendable {
    case empty
    case text(String)
    case number(Int)
    case list([String])

    /// True if the field has no value, or an empty one.
    package var isEmpty: Bool {
      switch self {
      case .empty: true
      case .text(let text): text.isEmpty
      case .number: false
      case .list(let list): list.isEmpty
      }
    }

    /// The value as one line of text; nil for no value.
    package var line: String? {
      switch self {
      case .empty: nil
      case .text(let text): text
      case .number(let number): String(number)
      case .list(let list): list.joined(separator: ", ")
      }
    }
  }

  /// The mark of a field that a person has edited. A refresh from the source does not change the field.
  package struct Edit: Hashable, Sendable {
    /// The newest value of the source.
    package var source: FieldValue
    /// True if the source is known. Then the field can get its value again.
    package var isSourced: Bool

    package init(source: FieldValue, isSourced: Bool) {
      self.source = source
      self.isSourced = isSourced
    }

    /// The mark of a field without a source.
    package static let ofOwn = Edit(source: .empty, isSourced: false)
  }

  /// Returns the value of a field.
  package func value(of field: Field, _ detail: ReleaseDetail) -> FieldValue {
    func text(_ text: String?) -> FieldValue { text.map { .text($0) } ?? .empty }
    return switch field {
    case .title: .text(title)
    case .artist: .text(artist)
    case .medium: .text(medium.rawValue)
    case .label: text(label)
    case .catalogNumber: text(catalogNumber)
    case .year: year.map { .number($0) } ?? .empty
    case .country: text(country)
    case .released: text(detail.released)
    case .notes: text(detail.notes)
    case .genres: .list(detail.genres)
    case .styles: .list(detail.styles)
    }
  }

  /// Sets a field. A value of another type, or none for a field that needs one, leaves it unchanged.
  package mutating func set(_ field: Field, to value: FieldValue, _ detail: inout ReleaseDetail) {
    let text: String? = if case .text(let text) = value { text } else { nil }
    switch field {
    case .title: if let text, !text.isEmpty { title = text }
    case .artist: artist = text ?? ""
    case .medium: if let text, let medium = Medium(rawValue: text) { self.medium = medium }
    case .label: label = text
    case .catalogNumber: catalogNumber = text
    case .year: year = if case .number(let number) = value { number } else { nil }
    case .country: country = text
    case .released: detail.released = text
    case .notes: detail.notes = text
    case .genres: detail.genres = if case .list(let list) = value { list } else { [] }
    case .styles: detail.styles = if case .list(let list) = value { list } else { [] }
    }
  }
}

extension Release.FieldValue: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .empty
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let number = try? container.decode(Int.self) {
      self = .number(number)
    } else {
      self = .list(try container.decode([String].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .empty: try container.encodeNil()
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    case .list(let list): try container.encode(list)
    }
  }
}

extension Release.Edit: Codable {
  private enum Keys: String, CodingKey { case source, isSourced }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    source = try container.decodeIfPresent(Release.FieldValue.self, forKey: .source) ?? .empty
    isSourced = try container.decode(Bool.self, forKey: .isSourced)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    if source != .empty { try container.encode(source, forKey: .source) }
    try container.encode(isSourced, forKey: .isSourced)
  }
}
