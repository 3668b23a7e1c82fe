internal import Deadwax
internal import Lending
internal import Queries
internal import Storage

/// Collects the records that an order names, and the text of each label.
struct LabelGathering {
  let order: LabelOrder
  let inStoreEAN: InStoreEAN
  /// The web address below which phones find copies; nil if none is set.
  let address: String?
  /// The time zone of the library, in which a query counts its days.
  let zone: POSIXTimeZone
  let reading: ReadTransaction
  private(set) var drafts: [LabelDraft] = []
  private(set) var skipped: [LabelJob.Skipped] = []

  init(
    _ order: LabelOrder, inStoreEAN: InStoreEAN, address: String?, zone: POSIXTimeZone, reading: ReadTransaction
  ) {
    self.order = order
    self.inStoreEAN = inStoreEAN
    self.address = address
    self.zone = zone
    self.reading = reading
  }

  /// Collects everything in the order. Subjects that are not available are listed in `skipped`.
  ///
  /// - Throws: `LabelFault` for an order that is invalid as a whole.
  mutating func gather() throws {
    switch order.subjects {
    case .copies(let names): for name in names { try add(copy: name) }
    case .copiesBelow(let name):
      let place = try place(name)
      for copy in try reading.copies(below: place.id, limit: LabelOrder.labelLimit + 1) {
        try add(copy, as: copy.id.text)
      }
    case .search(let text):
      let query = try query(text)
      guard try reading.isReleaseIndexComplete() else {
        throw LabelFault(.unavailable, "The search index is being built, so copies may be missing. Try again later.")
      }
      let moment = SearchMoment(now: reading.now, in: zone)
      let releases = try reading.releases(
        matching: query, in: ReleaseFilter(), at: moment, before: nil, limit: LabelOrder.labelLimit + 1)
      // A part about copies, such as a crate, chooses some copies of a release, as for a bulk change.
      let chosen =
        query.isAboutCopies
        ? try reading.copies(matching: query, at: moment, in: nil, limit: .max).map { Set($0) } : nil
      for (release, _) in releases {
        for copy in try reading.copies(of: release.id) where chosen?.contains(copy.id) ?? true {
          try add(copy, as: copy.id.text)
        }
        if drafts.count > LabelOrder.labelLimit { break }
      }
    case .places(let names): for name in names { try add(place: name) }
    case .slots(let names): for name in names { try add(slot: name) }
    case .borrowers(let names): for name in names { try add(borrower: name) }
    case .commands:
      for command in Command.allCases {
        let code = command.code.description
        drafts.append(
          LabelDraft(code: code, heading: command.heading, details: [command.detail], caption: code, subject: code))
      }
    case .blanks(let count):
      for _ in 0..<count {
        let code = OwnCode.new(.blank)
        drafts.append(
          LabelDraft(
            code: code.description, heading: "", caption: code.description, binding: .issue(code),
            subject: code.description))
      }
    case .alignment: break
    }
  }

  /// Parses a query of the library. The last word may be the beginning of a word, as in the search of the page.
  private func query(_ text: String) throws(LabelFault) -> Query {
    do {
      let query = try Query(text, isTyping: true)
      guard query.condition != nil else { throw LabelFault(.invalid, "There is nothing to search for.") }
      return query
    } catch let error as QueryError {
      throw LabelFault(.invalid, "\(error)")
    } catch let fault as LabelFault {
      throw fault
    } catch {
      preconditionFailure("a query throws its own error")
    }
  }

  private mutating func skip(_ subject: String, _ reason: String) {
    skipped.append(LabelJob.Skipped(subject: String(subject.prefix(100)), reason: reason))
  }

  // MARK: - Copies

  private mutating func add(copy name: String) throws {
    var found: Copy?
    if let id = Copy.ID(name) {
      found = try reading.copy(id)
    } else if case .copy(let id)? = try target(name) {
      found = try reading.copy(id)
    } else if let number = Int(name.hasPrefix("#") ? String(name.dropFirst()) : name), number > 0 {
      found = try reading.copy(number: number)
    }
    guard let found else { return skip(name, "There is no such copy.") }
    try add(found, as: name)
  }

  private mutating func add(_ copy: Copy, as name: String) throws {
    let release = try reading.release(copy.release)
    let words = words(of: copy, release, try reading.past(of: copy.id).show)
    var draft = LabelDraft(
      code: copy.code.description, heading: words.first ?? "", details: Array(words.dropFirst()),
      caption: copy.code.description, subject: name)
    if order.carriesAddress, let address { draft.code = CopyAddress.text(of: copy.code, below: address) }
    guard order.form == .ean13 else {
      drafts.append(draft)
      return
    }
    guard let ean = inStoreEAN.ean13(of: copy) else {
      return skip(
        name, "The number of copy \(copy.number) is too high for an EAN-13 that begins with \(inStoreEAN.prefix).")
    }
    let key = Code.Key(class: .text, value: ean)
    switch try reading.target(of: key) {
    case .copy(copy.id): break
    case nil:
      // A record may carry a shop's number from the same range. Such a number would be ambiguous.
      guard try reading.target(of: Code.Key(class: .gtin, value: ean)) == nil else {
        return skip(name, "\(ean) is already the barcode of a release; configure another label prefix.")
      }
      draft.binding = .bind(key, .copy(copy.id))
    default: return skip(name, "\(ean) belongs to another record.")
    }
    draft.code = ean
    draft.caption = InStoreEAN.grouped(ean)
    drafts.append(draft)
  }

  /// Returns the lines of a copy's label with the requested fields. No line breaks between a word and its number. A copy
  /// with a recording of a show has the day and the venue in place of the title.
  private func words(of copy: Copy, _ release: Release?, _ show: ShowFacts?) -> [String] {
    func field(_ field: LabelOrder.Field, _ text: String?) -> String? {
      order.fields.contains(field) ? text : nil
    }
    let numbers: [String?] = [
      field(.catalogNumber, release?.catalogNumber), field(.catalogNumber, show?.sourceType),
      field(.number, "No.\u{A0}\(copy.number)"),
    ]
    let place = copy.location?.text.replacing(#/ (?=[0-9]+(?:,|$))/#, with: "\u{A0}")
    let lines: [String?] = [
      field(.title, show?.line ?? release?.title), field(.artist, show?.band ?? release?.artist),
      numbers.compactMap(\.self).joined(separator: " · "),
      field(.place, place),
    ]
    return lines.compactMap(\.self).filter { !$0.isEmpty }
  }

  // MARK: - Places, slots, borrowers

  private func place(_ name: String) throws -> Place {
    if let id = Place.ID(name), let place = try reading.place(id) { return place }
    if case .place(let id)? = try target(name), let place = try reading.place(id) { return place }
    let named = try reading.places(named: name)
    guard named.count <= 1 else {
      throw LabelFault(.invalid, "Several places have the name \(name); give an id or a code.")
    }
    guard let place = named.first else { throw LabelFault(.invalid, "No place matches \(name.prefix(100)).") }
    return place
  }

  private mutating func add(place name: String) throws {
    let place: Place
    do {
      place = try self.place(name)
    } catch let fault as LabelFault {
      return skip(name, fault.description)
    }
    let parent = try place.parent.flatMap { try reading.place($0) }
    try add(
      name, .place(place.id), .place, heading: place.name,
      details: [
        parent.map { "\(place.kind.rawValue.capitalizedFirst) in \($0.name)" } ?? place.kind.rawValue.capitalizedFirst
      ])
  }

  private mutating func add(slot name: String) throws {
    var found: Slot?
    if let id = Slot.ID(name) {
      found = try reading.slot(id)
    } else if case .slot(let id)? = try target(name) {
      found = try reading.slot(id)
    }
    guard let slot = found else { return skip(name, "There is no such slot.") }
    try add(name, .slot(slot.id), .slot, heading: "Slot\u{A0}\(slot.number)", details: [slot.placeName])
  }

  private mutating func add(borrower name: String) throws {
    var found: Borrower?
    if let id = Borrower.ID(name) {
      found = try reading.borrower(id)
    } else if case .borrower(let id)? = try target(name) {
      found = try reading.borrower(id)
    }
    guard let borrower = found else { return skip(name, "There is no such borrower.") }
    try add(name, .borrower(borrower.id), .borrower, heading: borrower.name, details: ["Borrower's card"])
  }

  /// Adds a draft with the code that identifies the target already, or else with a new one.
  private mutating func add(
    _ name: String, _ target: CodeTarget, _ kind: OwnCode.Kind, heading: String, details: [String]
  ) throws {
    let known = try reading.ownCode(of: target)
    let code = known ?? .new(kind)
    drafts.append(
      LabelDraft(
        code: code.description, heading: heading, details: details, caption: code.description,
        binding: known == nil ? .bind(Code.Key(class: .own, value: code.description), target) : .none, subject: name))
  }

  /// Returns the target of one of Deadwax's own codes.
  private func target(_ text: String) throws -> CodeTarget? {
    guard case .code(let code) = OwnCode.read(text) else { return nil }
    return try reading.target(of: Code.Key(class: .own, value: code.description))
  }
}

extension ShowFacts {
  /// The day and the place; nil if the catalogue has the show no longer.
  fileprivate var line: String? {
    guard let date, let venue else { return nil }
    return "\(date) \([venue, place].compactMap(\.self).joined(separator: ", "))"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
