/// A copy of the library that has a recording of a show.
package struct ShowCopy: Hashable, Sendable {
  package var copy: Copy.ID
  package var show: String
  /// The recording; nil if it is not known which one.
  package var recording: String?
  package var version: Int

  package init(copy: Copy.ID, show: String, recording: String?, version: Int) {
    (self.copy, self.show, self.recording, self.version) = (copy, show, recording, version)
  }
}
