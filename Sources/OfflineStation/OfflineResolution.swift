package import Deadwax
internal import Lending

/// The kind of a code, as far as it can be determined without the records.
enum OfflineResolution: Hashable {
  /// A card with its standing; nil if the card is not known.
  case card(Replica.CachedStatus?)
  /// A copy, or a barcode of several.
  case copy(Replica.CachedStatus?)
  case place
  case order(Command)
  /// A code that cannot belong to a record, with the outcome to report.
  case useless(Outcome.Code)
  /// An unknown code. It may be the card of a new borrower, unless it is a retail barcode or the label of a copy.
  case unknown(mayBeCard: Bool)

  /// A reading with all keys under which it may be found.
  struct Seen {
    /// The text for the journal, cut to the maximum length of a code.
    let text: String
    /// The trusted code that is written on the tag.
    let written: String?
    let code: Code
    let own: OwnCode?
    /// The keys of the code. If it has none, the text itself is the key that distinguishes it from others.
    let keys: Set<Code.Key>
    /// The code and symbology by which the reading identifies a card.
    let card: (code: String, symbology: Symbology)

    init(_ reading: Reading) {
      let reading = reading.plain
      code = Code.classify(reading.text, symbology: reading.symbology)
      text = reading.text.cut(to: Code.lengthLimit)
      written = reading.written
      var own: OwnCode?
      if case .own(let code) = code { own = code }
      if let written, case .code(let code) = OwnCode.read(written) { own = own ?? code }
      self.own = own
      let keys = [code.key, own.flatMap { Code.own($0).key }].compactMap(\.self)
      self.keys = Set(keys.isEmpty ? [Code.Key(class: .text, value: text)] : keys)
      // A tag that has a borrower's code written on it identifies the borrower even if its number is not bound.
      if reading.symbology == .tagUID, let own, own.kind == .borrower {
        card = (own.description, .ndef)
      } else {
        card = (text, reading.symbology)
      }
    }

    /// True if there is a text to write to the journal.
    var isWritable: Bool { !text.trimmed.isEmpty }
  }

  /// - Parameters:
  ///   - seen: the reading.
  ///   - standing: the standing of the code; nil if the replica does not have it.
  ///   - patterns: the patterns of external cards.
  init(_ seen: Seen, standing: Replica.CachedStatus?, patterns: [CardPattern]) {
    if let own = seen.own, own.kind == .command {
      self = Command(rawValue: own.number).map { .order($0) } ?? .useless(.unknownCommand)
      return
    }
    switch standing {
    case .card?, .cardBlocked?, .cardExpired?, .cardHindered?: self = .card(standing)
    case .copyIn?, .copyOut?, .copyReady?, .copyNotForLoan?, .several?: self = .copy(standing)
    case .place?: self = .place
    case nil: self = OfflineResolution(unknown: seen, patterns: patterns)
    }
  }

  private init(unknown seen: Seen, patterns: [CardPattern]) {
    switch seen.own?.kind {
    case .borrower?: self = .card(nil)
    case .copy?: self = .copy(nil)
    case .place?, .slot?: self = .place
    case .blank?, .command?, .listed?: self = .unknown(mayBeCard: false)
    case nil:
      switch seen.code {
      case .damagedOwn: self = .useless(.damagedCode)
      case .wrongCheckDigit: self = .useless(.wrongCheckDigit)
      case .unusable: self = .useless(.unusableCode)
      case .tag(let uid) where uid.isRandom: self = .useless(.tagRandomUID)
      case .text(let text) where patterns.contains(where: { $0.matches(text) }): self = .card(nil)
      case .gtin, .own: self = .unknown(mayBeCard: false)
      case .tag, .text: self = .unknown(mayBeCard: true)
      }
    }
  }
}

extension Reading {
  /// The reading without data that a hub does not accept: untrusted text written on a tag, and invalid names of
  /// symbologies.
  package var plain: Reading {
    let isForm = (1...40).contains(symbology.rawValue.utf8.count)
    let isCode = fault == nil && (1...Code.lengthLimit).contains(written?.utf8.count ?? 0)
    return Reading(
      id: id, at: at, symbology: isForm ? symbology : .unknown, text: text, written: isCode ? written : nil,
      isVerified: isVerified, quality: quality, frames: frames)
  }
}

extension String {
  /// Returns the longest prefix of whole characters with at most that many bytes.
  fileprivate func cut(to bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var room = bytes
    return String(
      prefix { character in
        room -= String(character).utf8.count
        return room >= 0
      })
  }
}
