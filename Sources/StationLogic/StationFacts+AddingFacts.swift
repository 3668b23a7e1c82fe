package import Deadwax

extension StationFacts {
  /// The facts for the mode that adds copies, and about the past of a copy in look-up.
  package struct AddingFacts: Hashable, Sendable {
    /// The place in the settings of the open batch, or in the settings to be set; nil if it does not exist.
    package var place: Place?
    /// The number of copies that the open batch has so far, without those whose addition was undone.
    package var inBatch = 0
    /// True if the release to be added is on the wish list.
    package var isWished = false
    /// True if the library owns another release with the same title and artist.
    package var hasOtherRelease = false
    /// The beginning of the last loan of the copy that is looked up, if that loan has ended.
    package var lastLentAt: Timestamp?
    /// The show that the copy that is looked up has a recording of.
    package var show: ShowFacts?
    /// The next question about the record of the release that was looked up; nil if there is none.
    package var source: SourceQuestion?
    /// True if the open question about a record is still as it was asked: no one has chosen elsewhere, and no look-up has
    /// found other records.
    package var isSourceOpen = false

    package init() {}
  }
}
