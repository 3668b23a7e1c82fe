package import Deadwax

/// The form of an outcome that the recording stores. It contains no names of persons.
package struct StoredOutcome: Hashable, Codable, Sendable {
  package var code: Outcome.Code
  package var mode: Mode
  package var release: Release.ID?
  package var copy: Copy.ID?
  package var place: Place.ID?
  package var placeName: String?
  package var slot: Slot.ID?
  package var slotNumber: Int?
  package var dueAt: Timestamp?
  package var choices: [CodeTarget]?
  package var facts: Outcome.Facts?

  package init(_ outcome: Outcome) {
    code = outcome.code
    mode = outcome.mode
    release = outcome.release
    copy = outcome.copy
    place = outcome.location?.place
    placeName = outcome.location?.placeName
    slot = outcome.location?.slot
    slotNumber = outcome.location?.slotNumber
    dueAt = outcome.dueAt
    choices = outcome.choices.isEmpty ? nil : outcome.choices
    facts = outcome.facts == Outcome.Facts() ? nil : outcome.facts
  }

  package var outcome: Outcome {
    Outcome(
      code, mode: mode, release: release, copy: copy,
      location: place.map { Location(place: $0, placeName: placeName ?? "", slot: slot, slotNumber: slotNumber) },
      dueAt: dueAt, choices: choices ?? [], facts: facts ?? Outcome.Facts())
  }
}
