/// How the scanner is, in the words of the screen.
package struct ScannerState: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The scanner is not there.
    case absent
    case opening
    case ready
    /// It is there, and cannot be read just now.
    case stalled
    /// It cannot be used until something is changed.
    case failed
  }

  package let kind: Kind
  /// What happened, in one sentence.
  package let reason: String?
  /// What to do about it, in one sentence.
  package let hint: String?

  package init(_ kind: Kind, reason: String? = nil, hint: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.hint = hint
  }

  /// What an error means for whoever stands before the scanner.
  package init(_ error: ScannerError) {
    switch error {
    case .absent(let what):
      self.init(
        .absent, reason: "There is no scanner at \(what).", hint: "Plug it in or switch it on; it is found by itself.")
    case .denied(let path):
      self.init(
        .failed, reason: "This program may not open \(path).",
        hint: "Add its user to the group input (sudo adduser USER input), then log in again or restart the service.")
    case .notInput(let path):
      self.init(.failed, reason: "\(path) is no input device.", hint: "See deadwax-reader hid --list.")
    case .grabbed(let path, let holders):
      let who = holders.isEmpty ? "another program" : holders.joined(separator: " or ")
      self.init(
        .failed, reason: "\(path) is taken by \(who).",
        hint: "Close that program; the scanner is taken over as soon as it is free.")
    case .system:
      self.init(
        .stalled, reason: "The scanner cannot be used (\(error)).", hint: "Unplug it for a moment and plug it in again."
      )
    }
  }
}

/// What a scanner's reader has to tell.
package enum ScannerEvent: Hashable, Sendable {
  case code(ScannedCode)
  /// Something was sent that is not passed on.
  case dropped(Drop)
  case state(ScannerState)
}
