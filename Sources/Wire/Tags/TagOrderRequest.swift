package import Deadwax

/// A job for one tag.
package struct TagOrderRequest: Codable, Sendable {
  package var action: TagJob.Action
  /// The station whose reader carries it out; by default `desk`.
  package var station: Station.Name?
  /// The number of the tag, in either byte order; by default the tag on the reader.
  package var uid: String?
  /// The copy to bind the tag to; required for `write`, not allowed otherwise.
  package var copy: Copy.ID?
  /// True to allow foreign content to be overwritten.
  package var overwrite: Bool?
  /// True to allow the tag to be taken from the record that it is bound to.
  package var move: Bool?
  /// The action if the copy already has a tag.
  package var second: SecondTag?
  /// True to set a password after writing.
  package var seal: Bool?
  /// The maximum time to wait for the tag, in seconds.
  package var seconds: Int?

  /// Creates a request; a function sets the optional members.
  package init(action: TagJob.Action, _ set: (inout TagOrderRequest) -> Void = { _ in }) {
    self.action = action
    set(&self)
  }

  /// The treatment of a copy that already has a tag.
  package enum SecondTag: String, CaseIterable, Codable, Sendable {
    case refuse, add, replace
  }
}
