package import Deadwax

/// The order for a bulk change. Exactly one of `copies`, `releases` and `query` says which copies.
package struct BulkChangeRequest: Codable, Sendable {
  /// The action: `edit`, `move` or `remove`.
  package var action: String
  package var copies: [Copy.ID]?
  /// Releases, of which all copies are meant.
  package var releases: [Release.ID]?
  /// A query of the library.
  package var query: String?
  /// For `edit`: the fields of the copies to change, except `release`.
  package var copy: Copy.Patch?
  /// For `edit`: the own facts of the copies to change.
  package var facts: OwnFacts.Patch?
  /// For `edit`: the condition of the medium and of the sleeve.
  package var mediaCondition: String?
  package var sleeveCondition: String?
  /// For `move`: the place.
  package var place: Place.ID?
  /// For `move`: true to put each copy into the next free slot of the place.
  package var fillsSlots: Bool?

  package init(
    action: String, copies: [Copy.ID]?, releases: [Release.ID]?, query: String?, copy: Copy.Patch?,
    facts: OwnFacts.Patch?, mediaCondition: String?, sleeveCondition: String?, place: Place.ID?, fillsSlots: Bool?
  ) {
    self.action = action
    self.copies = copies
    self.releases = releases
    self.query = query
    self.copy = copy
    self.facts = facts
    self.mediaCondition = mediaCondition
    self.sleeveCondition = sleeveCondition
    self.place = place
    self.fillsSlots = fillsSlots
  }
}
