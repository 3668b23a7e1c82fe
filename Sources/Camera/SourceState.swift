/// The state of a source.
package enum SourceState: Sendable, Equatable {
  case ready
  /// The source is being opened, and may be ready soon.
  case opening
  /// The source is present and sends nothing usable. The reason and the remedy are one sentence each.
  case stalled(reason: String, hint: String)
  /// The source is absent or cannot be used now. The reason and the remedy are one sentence each.
  case absent(reason: String, hint: String)
}
