/// The state of the scanner, with texts for the screen.
package struct ScannerState: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The scanner is not attached.
    case absent
    case opening
    case ready
    /// The scanner is attached, but cannot be read at the moment.
    case stalled
    /// The scanner cannot be used until someone changes something.
    case failed
  }

  package let kind: Kind
  /// The cause, in one sentence.
  package let reason: String?
  /// The remedy, in one sentence.
  package let hint: String?

  package init(_ kind: Kind, reason: String? = nil, hint: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.hint = hint
  }

  /// Describes an error to the user, with a reason and a hint.
  package init(_ error: ScannerError) {
    switch error {
    case .absent(let what):
      self.init(
        .absent, reason: "There is no scanner at \(what).",
        hint: "Connect it or switch it on; it is detected automatically.")
    case .denied(let path):
      self.init(
        .failed, reason: "This program may not open \(path).",
        hint: "Add its user to the group input (sudo adduser USER input), then log in again or restart the service.")
    case .notInput(let path):
      self.init(.failed, reason: "\(path) is not an input device.", hint: "See deadwax-reader hid --list.")
    case .grabbed(let path, let holders):
      let who = holders.isEmpty ? "another program" : holders.joined(separator: " or ")
      self.init(
        .failed, reason: "\(path) is in use by \(who).",
        hint: "Close that program; the scanner is then opened automatically.")
    case .system:
      self.init(
        .stalled, reason: "The scanner cannot be used (\(error)).", hint: "Unplug it briefly and connect it again."
      )
    }
  }
}
