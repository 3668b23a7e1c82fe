package import Deadwax

extension StationFacts {
  /// The facts for the modes that write and bind tags.
  package struct TaggingFacts: Hashable, Sendable {
    /// The scanned tag; in bind also an unbound label.
    package var scanned: BindingCandidate?
    /// The tag or label in the stage.
    package var waiting: BindingCandidate?
    /// The tags of the affected copies, for write and bind.
    package var tags: [Copy.ID: [TagID]] = [:]
    /// The number of tags on the affected tag's reader; 0 if the tag is not known to be on a reader.
    package var present = 0
    /// The next copy in the station's tag queue.
    package var queueNext: Copy?
    /// True if the station has a tag queue, even a completed one.
    package var hasQueue = false
    /// True if the code is that of a blank label that was printed here and is not bound yet.
    package var isNewLabel = false

    package init() {}
  }
}
