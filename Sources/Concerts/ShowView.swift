package import Deadwax

/// A show with everything that its page has.
package struct ShowView: Sendable {
  package let show: Show
  package let sets: [ShowSet]
  package let musicians: [ShowMusician]
  /// The recordings, those of the best rating first.
  package let recordings: [ShowRecording]
  /// The shows before and after it.
  package let previous: Show?
  package let next: Show?
  package let collections: [ConcertCollection]
  /// The notes of the library about it; nil if it is not in the library.
  package let entry: ShowLibraryEntry?
  /// The copies of the library that have a recording of it.
  package let copies: [ShowCopyView]
}
