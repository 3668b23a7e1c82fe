package import Deadwax

extension StationFacts {
  /// The facts about the crate that receives the scanned records; empty in other modes than collect.
  package struct CollectingFacts: Hashable, Sendable {
    /// The open crate of the station. If there is none, or it was removed, the id for a new one.
    package var crate: Crate.ID?
    /// The number of its items.
    package var count = 0
    /// The records among those of the reading that it has already.
    package var present: Set<CrateItem.Subject> = []

    package init() {}
  }
}
