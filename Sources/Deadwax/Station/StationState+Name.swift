extension StationState {
  /// The state of a station in one word, for screens: the topmost open prompt.
  package enum Name: String, CaseIterable, Codable, Sendable {
    case idle, session, pending, question, pin, choosing, fault
  }

  package var name: Name {
    if fault != nil { return .fault }
    return switch stage {
    case .idle: session == nil ? .idle : .session
    case .pendingCopy, .pendingSlot, .pendingPlace, .pendingCode: .pending
    case .pin, .staffPIN: .pin
    case .question, .confirming: .question
    case .choosing: .choosing
    }
  }
}
