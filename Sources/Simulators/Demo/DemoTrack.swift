package import Deadwax

package struct DemoTrack: Hashable, Sendable {
  package let kind: Track.Kind
  /// The position, empty for headings and works.
  package let position: String
  package let title: String
  /// The artist, if it differs from that of the release.
  package let artist: String?
  /// The printed duration, such as "4:33". Nil if unknown.
  package let duration: String?
  /// The tracks of a work.
  package let parts: [DemoTrack]
}
