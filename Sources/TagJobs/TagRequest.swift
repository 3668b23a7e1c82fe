package import Deadwax

/// A request for an action on a tag, with everything that it allows.
package struct TagRequest: Hashable, Sendable {
  /// The treatment of a copy that has a tag already.
  package enum ExistingTagPolicy: String, CaseIterable, Sendable {
    case refuse, add
    /// Unbinds the copy's other tags when this one is written.
    case replace
  }

  package var action: TagJob.Action
  /// The tag; nil for the only tag at the station.
  package var uid: TagID?
  /// The copy that the tag is bound to; required for `write`, and for no other action.
  package var copy: Copy.ID?
  /// True if foreign content may be overwritten.
  package var overwrite: Bool
  /// True if the tag may be bound to something else until now.
  package var move: Bool
  package var second: ExistingTagPolicy
  /// True if the tag is sealed after the write.
  package var seal: Bool
  /// The time within which the tag has to be placed on the reader.
  package var patience: Duration

  package init(
    _ action: TagJob.Action, uid: TagID? = nil, copy: Copy.ID? = nil, overwrite: Bool = false, move: Bool = false,
    second: ExistingTagPolicy = .refuse, seal: Bool = false, patience: Duration = .seconds(60)
  ) {
    self.action = action
    self.uid = uid
    self.copy = copy
    self.overwrite = overwrite
    self.move = move
    self.second = second
    self.seal = seal
    self.patience = patience
  }
}
