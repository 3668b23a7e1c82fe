/// The show that a copy has a recording of.
package struct ShowBindingRequest: Codable, Sendable {
  package var show: String
  /// The recording; omitted if it is not known.
  package var recording: String?

  package init(show: String, recording: String?) { (self.show, self.recording) = (show, recording) }
}
