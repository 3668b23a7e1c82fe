package import Deadwax

/// A new copy that has a recording of a show.
package struct ShowCopyRequest: Codable, Sendable {
  /// The recording; omitted if it is not known.
  package var recording: String?
  /// The medium: `cassette`, `cd`, `vinyl` or `other`.
  package var medium: Medium

  package init(recording: String?, medium: Medium) { (self.recording, self.medium) = (recording, medium) }
}
