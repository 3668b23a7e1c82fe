package import Deadwax
internal import Lending

/// What a code is, as far as can be told without the records.
enum Thing: Hashable {
  /// Somebody's card, with how things stood with it; nil for one that is not known.
  case card(Replica.Standing?)
  /// A record, or a barcode of several.
  case copy(Replica.Standing?)
  case place
  case order(Command)
  /// It names nothing; with what is told.
  case useless(Outcome.Code)
  /// Nobody knew it. Whether it may be the card of somebody new: no barcode of the trade is, and no label of a copy.
  case unknown(mayBeCard: Bool)

  /// A reading with all that it may be found under.
  struct Seen {
    /// As it is written down: not longer than any code that can name something.
    let text: String
    /// What is written on a tag and can be trusted.
    let written: String?
    let code: Code
    let own: OwnCode?
    /// Empty where it can name nothing; then the text itself tells it from others.
    let keys: Set<Code.Key>
    /// In what form somebody's card is named by it.
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
      // A tag that names somebody by what is written on it does so also where its number is bound to nothing.
      if reading.symbology == .tagUID, let own, own.kind == .borrower {
        card = (own.description, .ndef)
      } else {
        card = (text, reading.symbology)
      }
    }

    /// Whether there is anything to write down.
    var isWritable: Bool { !text.trimmed.isEmpty }
  }

  /// - Parameters:
  ///   - seen: the reading.
  ///   - standing: how things stood with what it names; nil for what nobody knew.
  ///   - patterns: the forms of cards that others gave out.
  init(_ seen: Seen, standing: Replica.Standing?, patterns: [CardPattern]) {
    if let own = seen.own, own.kind == .command {
      self = Command(rawValue: own.number).map { .order($0) } ?? .useless(.unknownCommand)
      return
    }
    switch standing {
    case .card?, .cardBlocked?, .cardExpired?, .cardHindered?: self = .card(standing)
    case .copyIn?, .copyOut?, .copyReady?, .copyNotForLoan?, .several?: self = .copy(standing)
    case .place?: self = .place
    case nil: self = Thing(unknown: seen, patterns: patterns)
    }
  }

  private init(unknown seen: Seen, patterns: [CardPattern]) {
    switch seen.own?.kind {
    case .borrower?: self = .card(nil)
    case .copy?: self = .copy(nil)
    case .place?, .slot?: self = .place
    case .blank?, .command?: self = .unknown(mayBeCard: false)
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
  /// The same without what no hub takes: what is written on a tag and not to be trusted, and names of forms that are none.
  package var plain: Reading {
    let isForm = (1...40).contains(symbology.rawValue.utf8.count)
    let isCode = fault == nil && (1...Code.lengthLimit).contains(written?.utf8.count ?? 0)
    return Reading(
      id: id, at: at, symbology: isForm ? symbology : .unknown, text: text, written: isCode ? written : nil,
      isVerified: isVerified, quality: quality, frames: frames)
  }
}

extension String {
  /// Its beginning, of at most so many bytes and whole characters.
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
