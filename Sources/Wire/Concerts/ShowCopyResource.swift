package import Deadwax

/// A copy with the show that it has a recording of.
package struct ShowCopyResource: Codable, Sendable {
  package var copy: CopySummary
  /// The date, the venue, the songs and the source.
  package var show: ShowFacts
  /// The version of the binding.
  package var version: Int

  package init(_ binding: ShowCopy, copy: Copy, show: Show?, recording: ShowRecording?) {
    self.copy = CopySummary(copy)
    self.show = ShowFacts(binding, show: show, recording: recording)
    version = binding.version
  }
}
