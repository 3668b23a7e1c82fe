package import Deadwax
package import Desk
package import Storage

extension Queryable {
  /// What a reading names.
  package func named(by reading: Reading) throws -> World.Named {
    if reading.fault == "codes-disagree" { return .disagreement }
    let code = Code.classify(reading.text, symbology: reading.symbology)
    // Interleaved 2 of 5 has no check digit of its own: what does not fit a number of the trade may be a card.
    if case .wrongCheckDigit(let digits) = code, reading.symbology == .itf,
      case .borrower(let card)? = try target(of: Code.Key(class: .text, value: digits))
    {
      return try named(.borrower(card), code)
    }
    guard case .tag(let uid) = code else { return try named(by: code) }
    // A tag names something by its number and by what is written on it; both must mean the same.
    let byNumber = try named(by: uid)
    guard let written = reading.written, case .code(let own) = OwnCode.read(written) else {
      return try byNumber.map { try named($0, code) } ?? .nothing(code)
    }
    let byWriting = try target(of: written)
    if let byNumber, let byWriting, byNumber != byWriting { return .disagreement }
    if let target = byWriting ?? byNumber { return try named(target, code) }
    return .nothing(.own(own))
  }

  /// What a code names.
  package func named(by code: Code) throws -> World.Named {
    if case .own(let own) = code, own.kind == .command {
      return Command(rawValue: own.number).map { .command($0) } ?? .nothing(code)
    }
    if case .tag(let uid) = code {
      guard let target = try named(by: uid) else { return .nothing(code) }
      return try named(target, code)
    }
    guard let key = code.key else { return .nothing(code) }
    let targets = try targets(of: key)
    if case .gtin(let gtin) = code, gtin.isRestricted, let house = try self.target(house: gtin) {
      // The house's own number for a copy, and a shop's for a release: nobody can tell which of the two is meant.
      return targets.isEmpty ? try named(house, code) : .ambiguous
    }
    // A card that carries a number of the trade is bound as text.
    var cards: [CodeTarget] = []
    if case .gtin(let gtin) = code, case .borrower(let card)? = try target(house: gtin) { cards = [.borrower(card)] }
    return try named(targets + cards, code)
  }

  /// What several bindings of one code come to: releases that share a barcode, a card that looks like an item.
  private func named(_ targets: [CodeTarget], _ code: Code) throws -> World.Named {
    guard let first = targets.first else { return .nothing(code) }
    guard targets.count > 1 else { return try named(first, code) }
    var releases: [World.Shelved] = []
    var card: Borrower?
    var other: World.Named?
    for target in targets {
      switch target {
      case .release(let id): releases.append(World.Shelved(id, copies: try copies(of: id)))
      case .borrower(let id): card = try borrower(id)
      case .copy, .place, .slot: other = try named(target, code)
      }
    }
    // What we have comes first; the order of the bindings decides among equals.
    let sorted = releases.filter { !$0.copies.isEmpty } + releases.filter(\.copies.isEmpty)
    if let only = sorted.first, sorted.count == 1 { other = .release(only.release, copies: only.copies) }
    if sorted.count > 1 { other = .releases(sorted) }
    switch (card, other) {
    case (let card?, let other?): return .cardAnd(card, other)
    case (let card?, nil): return .borrower(card)
    case (nil, let other?): return other
    case (nil, nil): return .nothing(code)
    }
  }

  /// What the house has printed a number of restricted circulation for.
  private func target(house gtin: GTIN) throws -> CodeTarget? {
    try target(of: Code.Key(class: .text, value: gtin.key))
  }

  private func named(by uid: TagUID) throws -> CodeTarget? {
    guard let key = Code.tag(uid).key else { return nil }
    if let target = try target(of: key) { return target }
    // Readers of the other byte order report the same number backwards.
    return try target(of: Code.Key(class: .tag, value: uid.reversed.description))
  }

  private func target(of written: String) throws -> CodeTarget? {
    guard case .code(let own) = OwnCode.read(written) else { return nil }
    return try target(of: Code.Key(class: .own, value: own.description))
  }

  private func named(_ target: CodeTarget, _ code: Code) throws -> World.Named {
    switch target {
    case .release(let id): return .release(id, copies: try copies(of: id))
    case .copy(let id): return try copy(id).map { .copy($0) } ?? .nothing(code)
    case .borrower(let id): return try borrower(id).map { .borrower($0) } ?? .nothing(code)
    case .place(let id): return try place(id).map { .place($0) } ?? .nothing(code)
    case .slot(let id): return try slot(id).map { .slot($0) } ?? .nothing(code)
    }
  }

  /// A tag or a label that is to name a copy, as the records know it.
  ///
  /// - Parameters:
  ///   - key: what was read.
  ///   - text: the code written on the tag, as just read; nil for what is known of it from before.
  ///   - leastCapacity: the bytes that a tag must have for the short form of a code.
  /// - Returns: what it names, and for a tag what is known of it.
  /// - Throws: a `StorageError`.
  package func atHand(_ key: Code.Key, written text: String? = nil, leastCapacity: Int) throws -> CodeAtHand {
    let binding = try binding(of: key)
    var code = CodeAtHand(key: key, bound: binding?.target, binding: binding?.id)
    guard let uid = key.uid else { return code }
    code.tag = try tag(uid)
    if let text = text ?? code.tag?.code?.description { code.written = try target(of: text) }
    code.canBeOpened = try secret(of: uid) != nil
    code.isTooSmall = (code.tag?.capacity).map { $0 < leastCapacity } ?? false
    code.openJob = try openTagWork(on: uid)?.job
    return code
  }
}
