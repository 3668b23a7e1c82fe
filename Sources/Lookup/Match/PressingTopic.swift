internal import Deadwax

/// A fact printed on a disc or its sleeve by which a person can tell pressings apart.
///
/// The cases are in order of effort: where two topics separate equally well, the first one is asked.
package enum PressingTopic: String, CaseIterable, Hashable, Sendable {
  case country
  case labelColor = "label_color"
  case catalogNumber = "catalog_number"
  case year
  /// The free text of the format, such as the colour of the vinyl.
  case formatText = "format_text"
  case matrix
}

/// What is known about one candidate, as far as a person can check it against the disc in hand.
package struct PressingFacts: Hashable, Sendable {
  /// The record number in the catalogue.
  package var id: Int64
  /// The known facts as they are shown. A topic without a known value is absent.
  package var values: [PressingTopic: String]

  package init(id: Int64, values: [PressingTopic: String]) {
    self.id = id
    self.values = values
  }

  /// Takes the facts of a search hit.
  ///
  /// A hit does not say which of its identifiers are matrix numbers, nor the colour of its label. Both stay unknown.
  package init(_ hit: SearchHit) {
    id = hit.id
    let text = hit.formats.compactMap(\.text).filter { !$0.isEmpty }.joined(separator: ", ")
    values = [:]
    values[.country] = hit.country
    values[.year] = hit.year.map { String($0) }
    // Discogs writes "none" where the sleeve has no number.
    values[.catalogNumber] = hit.catalogNumber.flatMap { $0.lowercased() == "none" ? nil : $0 }
    values[.formatText] = text.isEmpty ? nil : text
  }

  /// Returns the value in the form in which two spellings of one fact are equal; nil if it is unknown.
  func key(_ topic: PressingTopic) -> String? {
    let key = values[topic]?.lowercased().filter { $0.isLetter || $0.isNumber }
    return key.flatMap { $0.isEmpty ? nil : $0 }
  }
}
