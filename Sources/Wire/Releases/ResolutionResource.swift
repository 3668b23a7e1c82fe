package import Deadwax

/// The record that a code belongs to.
package struct ResolutionResource: Codable, Sendable {
  /// The code, as requested.
  package var code: String
  /// The kind of record, or the reason why there is none.
  package var `class`: Class
  /// A description of the record.
  package var text: String
  package var release: ReleaseSummary?
  package var copy: CopySummary?
  /// The slot, as text.
  package var slot: String?
  /// The place, as text.
  package var place: String?
  package var mode: Mode?
  /// The id of the slot or the place.
  package var id: String?

  package init(
    code: String, class: Class, text: String, release: ReleaseSummary? = nil, copy: CopySummary? = nil,
    slot: String? = nil, place: String? = nil, mode: Mode? = nil, id: String? = nil
  ) {
    self.code = code
    self.class = `class`
    self.text = text
    self.release = release
    self.copy = copy
    self.slot = slot
    self.place = place
    self.mode = mode
    self.id = id
  }

  /// The kind of record that a code belongs to, or the reason why it belongs to none.
  package enum Class: String, CaseIterable, Codable, Sendable {
    case copy, release, borrower, place, slot, command, unbound, ambiguous, damaged, unusable
  }
}
