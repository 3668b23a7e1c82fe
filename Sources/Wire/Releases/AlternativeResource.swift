package import Deadwax

/// A record of the external catalogue that carries the barcode of a release.
package struct AlternativeResource: Codable, Hashable, Sendable {
  /// The record number in the catalogue.
  package var id: String
  /// "Artist - Title", as the catalogue's search writes it.
  package var title: String
  package var country: String?
  package var year: Int?
  package var catalogNumber: String?
  /// The formats, such as "CD, Album, Reissue".
  package var formats: String
  /// The colour and other remarks.
  package var note: String?
  /// The numbers in the run-out of a record, or on the hub of a CD.
  package var matrix: [String]
  /// The criterion by which it comes behind the one before it; nil for the first.
  package var behindBy: Reason?
  /// True if the release was filled in from it.
  package var isCurrent: Bool
  /// The address of the record's page.
  package var url: String

  package init(
    id: String, title: String, country: String?, year: Int?, catalogNumber: String?, formats: String, note: String?,
    matrix: [String], behindBy: Reason?, isCurrent: Bool
  ) {
    self.id = id
    self.title = title
    self.country = country
    self.year = year
    self.catalogNumber = catalogNumber
    self.formats = formats
    self.note = note
    self.matrix = matrix
    self.behindBy = behindBy
    self.isCurrent = isCurrent
    url = "https://www.discogs.com/release/\(id)"
  }

  /// The criterion by which an alternative comes behind the one before it.
  package enum Reason: String, CaseIterable, Codable, Sendable {
    case barcode, medium, irregular
    case catalogNumber = "catalog-number"
    case country
    case clubEdition = "club-edition"
    case owners, year, number
  }
}

/// The alternatives of a release, the most likely first.
package struct AlternativeList: Codable, Sendable {
  package var items: [AlternativeResource]
  /// The record number that a person chose for the barcode; nil if none was chosen.
  package var choice: String?
  /// The version of the release, for `If-Match` of a choice.
  package var version: Int

  package init(items: [AlternativeResource], choice: String?, version: Int) {
    self.items = items
    self.choice = choice
    self.version = version
  }
}

/// A dialogue that finds the right alternative: what remains after some answers, and the next question.
package struct AlternativeDialogueResource: Codable, Sendable {
  /// The alternatives that fit all answers.
  package var items: [AlternativeResource]
  /// The next question; nil if none can split what remains.
  package var question: Question?
  /// The version of the release, for `If-Match` of a choice.
  package var version: Int

  /// A question with at most nine answers.
  package struct Question: Codable, Sendable {
    package var feature: Feature
    package var choices: [Choice]

    package init(feature: Feature, choices: [Choice]) {
      self.feature = feature
      self.choices = choices
    }
  }

  /// What a question asks for.
  package enum Feature: String, CaseIterable, Codable, Sendable {
    case country, year
    case catalogNumber = "catalog-number"
    case note, formats, matrix
  }

  /// An answer.
  package struct Choice: Codable, Sendable {
    /// 1 to 9.
    package var number: Int
    /// The feature as the catalogue writes it; nil for "none of these".
    package var text: String?
    /// The number of alternatives that remain with this answer.
    package var count: Int

    package init(number: Int, text: String?, count: Int) {
      self.number = number
      self.text = text
      self.count = count
    }
  }

  package init(items: [AlternativeResource], question: Question?, version: Int) {
    self.items = items
    self.question = question
    self.version = version
  }
}

/// The choice of an alternative.
package struct SourceRequest: Codable, Sendable {
  /// The record number of one of the alternatives.
  package var id: String

  package init(id: String) { self.id = id }
}
