package import Deadwax

/// A copy that has a recording of a show, with what is known of both.
package struct ShowCopyView: Sendable {
  package let binding: ShowCopy
  package let copy: Copy
  /// The show; nil if the catalogue has it no longer.
  package let show: Show?
  package let sets: [ShowSet]
  /// The recording; nil if it is not known, or if the catalogue has it no longer.
  package let recording: ShowRecording?
}
