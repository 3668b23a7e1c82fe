extension EventBody {
  /// The outcome of an operation on a screen.
  package struct ScreenOutcome: Hashable, Codable, Sendable {
    package var code: Outcome.Code

    package init(code: Outcome.Code) { self.code = code }
  }

  /// The state of a hold, or `gone` if an undo removed it.
  package enum HoldState: Hashable, Sendable {
    case stored(Hold.State)
    case gone
  }

  package enum CopyChange: String, CaseIterable, Codable, Sendable {
    case available, found, played, condition, missing, lost, withdrawn, parts, reference, undone, removed, unplaced
    case inHouse = "in-house"
    case shelfMark = "shelf-mark"
    /// The library's own facts about it, such as its price.
    case ownFacts = "own-facts"
    /// The release that it is a copy of.
    case release
  }

  package enum BorrowerChange: String, CaseIterable, Codable, Sendable {
    case enrolled, changed, blocked, unblocked, erased
    case pinSet = "pin-set"
    case pinRemoved = "pin-removed"
    case cardAdded = "card-added"
    case cardRemoved = "card-removed"
  }

  package enum FeeChange: String, CaseIterable, Codable, Sendable { case charged, settled, waived }

  /// The state of all look-ups; of one look-up only `not-found`.
  package enum LookupState: String, CaseIterable, Codable, Sendable {
    case working
    /// The catalogue cannot be reached, or has requested a delay.
    case waiting
    /// Nothing is looked up until staff correct the token.
    case paused
    case notFound = "not-found"
  }

  package enum TagChange: String, CaseIterable, Codable, Sendable {
    case seen, bound, unbound, written, suspect, undone
    /// The tag was removed from a reader.
    case left
  }
}

extension EventBody.HoldState: Codable {
  private static let goneWord = "gone"

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let isGone = try container.decode(String.self) == Self.goneWord
    self = isGone ? .gone : .stored(try container.decode(Hold.State.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .gone: try container.encode(Self.goneWord)
    case .stored(let state): try container.encode(state)
    }
  }
}
