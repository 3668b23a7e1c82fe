package import Deadwax

/// A show that was played lately.
package struct RecentShowView: Sendable {
  package let recent: RecentShow
  /// The show; nil if the catalogue has it no longer.
  package let show: Show?
}
