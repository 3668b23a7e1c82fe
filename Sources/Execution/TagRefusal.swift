package import Deadwax

/// The reasons that refuse a tag job or a binding: all of them, the most important first.
package struct TagRefusal: Error, Hashable, Sendable {
  package var reasons: [Outcome.Code]
  package var uid: TagID?
  /// The record that the tag is bound to, if that is a reason.
  package var bound: CodeTarget?
  /// The number of tags on the reader, if that is a reason.
  package var present: Int

  package init(_ reasons: [Outcome.Code], uid: TagID? = nil, bound: CodeTarget? = nil, present: Int = 0) {
    self.reasons = reasons
    self.uid = uid
    self.bound = bound
    self.present = present
  }
}
