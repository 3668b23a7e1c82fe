package import Deadwax
package import StationLogic
package import Storage

extension Queryable {
  /// Resolves a reading.
  package func named(by reading: Reading) throws -> StationFacts.Resolution {
    if reading.fault == "codes-disagree" { return .disagreement }
    let code = Code.classify(reading.text, symbology: reading.symbology)
    // Interleaved 2 of 5 has no check digit of its own: a number with a wrong GTIN check digit may be a card.
    if case .wrongCheckDigit(let digits) = code, reading.symbology == .itf,
      case .borrower(let card)? = try target(of: Code.Key(class: .text, value: digits))
    {
      return try named(.borrower(card), code)
    }
    guard case .tag(let uid) = code else { return try named(by: code) }
    // A tag is resolved by its UID and by the code in its content; both must lead to the same record.
    let byNumber = try named(by: uid)
    guard let written = reading.written, case .code(let own) = OwnCode.read(written) else {
      return try byNumber.map { try named($0, code) } ?? .nothing(code)
    }
    let byWriting = try target(of: written)
    if let byNumber, let byWriting, byNumber != byWriting { return .disagreement }
    if let target = byWriting ?? byNumber { return try named(target, code) }
    return .nothing(.own(own))
  }

  /// Resolves a code.
  package func named(by code: Code) throws -> StationFacts.Resolution {
    if case .own(let own) = code, own.kind == .command {
      return Command(rawValue: own.number).map { .command($0) } ?? .nothing(code)
    }
    if case .tag(let uid) = code {
      guard let target = try named(by: uid) else { return .nothing(code) }
      return try named(target, code)
    }
    if case .own(let own) = code, own.kind == .listed {
      return try target(of: OwnCode(.copy, number: own.number).description).map { try named($0, code) }
        ?? .nothing(code)
    }
    guard let key = code.key else { return .nothing(code) }
    let targets = try targets(of: key)
    if case .gtin(let gtin) = code, gtin.isRestricted, let library = try self.target(library: gtin) {
      // The library's own number for a copy, and a shop's number for a release: the code alone does not decide between
      // them.
      return targets.isEmpty ? try named(library, code) : .ambiguous
    }
    // A card whose number is a GTIN is bound as text.
    var cards: [CodeTarget] = []
    if case .gtin(let gtin) = code, case .borrower(let card)? = try target(library: gtin) { cards = [.borrower(card)] }
    return try named(targets + cards, code)
  }

  /// Combines several bindings of one code: releases that share a barcode, or a card with the same number as a release.
  private func named(_ targets: [CodeTarget], _ code: Code) throws -> StationFacts.Resolution {
    guard let first = targets.first else { return .nothing(code) }
    guard targets.count > 1 else { return try named(first, code) }
    var releases: [StationFacts.ReleaseCopies] = []
    var card: Borrower?
    var other: StationFacts.Resolution?
    for target in targets {
      switch target {
      case .release(let id): releases.append(StationFacts.ReleaseCopies(id, copies: try copies(of: id)))
      case .borrower(let id): card = try borrower(id)
      case .copy, .place, .slot: other = try named(target, code)
      }
    }
    // Releases with copies come first; among equals the order of the bindings decides.
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

  /// Returns the target for which the library printed a number of restricted circulation.
  private func target(library gtin: GTIN) throws -> CodeTarget? {
    try target(of: Code.Key(class: .text, value: gtin.key))
  }

  private func named(by uid: TagID) throws -> CodeTarget? {
    guard let key = Code.tag(uid).key else { return nil }
    if let target = try target(of: key) { return target }
    // Readers of the other byte order report the same UID reversed.
    return try target(of: Code.Key(class: .tag, value: uid.reversed.description))
  }

  private func target(of written: String) throws -> CodeTarget? {
    guard case .code(let own) = OwnCode.read(written) else { return nil }
    return try target(of: Code.Key(class: .own, value: own.description))
  }

  private func named(_ target: CodeTarget, _ code: Code) throws -> StationFacts.Resolution {
    switch target {
    case .release(let id): return .release(id, copies: try copies(of: id))
    case .copy(let id): return try copy(id).map { .copy($0) } ?? .nothing(code)
    case .borrower(let id): return try borrower(id).map { .borrower($0) } ?? .nothing(code)
    case .place(let id): return try place(id).map { .place($0) } ?? .nothing(code)
    case .slot(let id): return try slot(id).map { .slot($0) } ?? .nothing(code)
    }
  }

  /// Returns the facts about a tag or a label that is to be bound to a copy.
  ///
  /// - Parameters:
  ///   - key: the code that was read.
  ///   - text: the content of the tag as just read; nil to use the stored content.
  ///   - leastCapacity: the number of bytes that a tag needs for the short form of a code.
  /// - Returns: the current binding, and for a tag the facts that are stored about it.
  /// - Throws: a `StorageError`.
  package func atHand(_ key: Code.Key, written text: String? = nil, leastCapacity: Int) throws -> BindingCandidate {
    let binding = try binding(of: key)
    var code = BindingCandidate(key: key, bound: binding?.target, binding: binding?.id)
    guard let uid = key.uid else { return code }
    code.tag = try tag(uid)
    if let text = text ?? code.tag?.code?.description { code.written = try target(of: text) }
    code.canBeOpened = try secret(of: uid) != nil
    code.isTooSmall = (code.tag?.capacity).map { $0 < leastCapacity } ?? false
    code.openJob = try openTagWork(on: uid)?.job
    return code
  }
}
