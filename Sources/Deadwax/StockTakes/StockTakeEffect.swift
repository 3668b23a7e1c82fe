/// A change of the records that a stock-take makes when it is applied.
package enum StockTakeEffect: Hashable, Sendable {
  case missing(Copy.ID)
  case lost(Copy.ID)
  case move(Copy.ID, to: Place.ID)
  /// Checks the copy in as of the time at which it was scanned.
  case checkIn(Copy.ID, at: Timestamp)
  case find(Copy.ID)

  /// The kind in one word, as in the API.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case missing, lost, move
    case checkIn = "return"
    case found
  }

  package var kind: Kind {
    switch self {
    case .missing: .missing
    case .lost: .lost
    case .move: .move
    case .checkIn: .checkIn
    case .find: .found
    }
  }

  package var copy: Copy.ID {
    switch self {
    case .missing(let id), .lost(let id), .move(let id, _), .checkIn(let id, _), .find(let id): id
    }
  }

  /// Returns a short text that differs for other effects: a person applies exactly what the preview listed.
  package static func digest(_ effects: [StockTakeEffect]) -> String {
    // FNV-1a of 64 bits: it only has to differ when something changed meanwhile.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for effect in effects {
      var text = "\(effect.kind.rawValue) \(effect.copy)\n"
      if case .move(_, let place) = effect { text += place.text }
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
