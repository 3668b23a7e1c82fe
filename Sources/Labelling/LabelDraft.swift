internal import Deadwax
internal import Labels
internal import Storage

/// A label before it has its place in a job.
struct LabelDraft {
  /// What has to be kept so that the code means something when it is scanned.
  enum Binding {
    /// It does already.
    case none
    case bind(Code.Key, CodeTarget)
    /// A blank's number is remembered as printed.
    case issue(OwnCode)
  }

  /// What the symbol says; nil on a label that is only looked at.
  var code: String?
  var heading: String
  var details: [String] = []
  var caption: String
  var binding = Binding.none
  /// As it was asked for.
  var subject: String
}

/// Finds the records that an order names, and what stands on the label of each.
struct LabelGathering {
  let order: LabelOrder
  let house: HouseNumber
  let reading: ReadTransaction
  private(set) var drafts: [LabelDraft] = []
  private(set) var skipped: [LabelJob.Skipped] = []

  init(_ order: LabelOrder, house: HouseNumber, reading: ReadTransaction) {
    self.order = order
    self.house = house
    self.reading = reading
  }

  /// Goes through all that was asked for; what cannot be had is told in `skipped`.
  ///
  /// - Throws: `LabelFault` for an order that makes no sense as a whole.
  mutating func gather() throws {
    switch order.subjects {
    case .copies(let names): for name in names { try add(copy: name) }
    case .copiesBelow(let name):
      let place = try place(name)
      for copy in try reading.copies(below: place.id, limit: LabelOrder.labelLimit + 1) {
        try add(copy, as: copy.id.text)
      }
    case .search(let text):
      let words = text.split(separator: " ").map(String.init)
      guard !words.isEmpty else { throw LabelFault(.invalid, "There is nothing to search for.") }
      let releases = try reading.releases(matching: words, before: nil, limit: LabelOrder.labelLimit + 1)
      for (release, _) in releases {
        for copy in try reading.copies(of: release.id) { try add(copy, as: copy.id.text) }
        if drafts.count > LabelOrder.labelLimit { break }
      }
    case .places(let names): for name in names { try add(place: name) }
    case .slots(let names): for name in names { try add(slot: name) }
    case .borrowers(let names): for name in names { try add(borrower: name) }
    case .commands:
      for command in Command.allCases {
        let words = command.words
        let code = command.code.description
        drafts.append(
          LabelDraft(code: code, heading: words.heading, details: [words.detail], caption: code, subject: code))
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

  private mutating func skip(_ subject: String, _ reason: String) {
    skipped.append(LabelJob.Skipped(subject: String(subject.prefix(100)), reason: reason))
  }

  // MARK: copies

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
    let number = "No. \(copy.number)"
    var draft = LabelDraft(
      code: copy.code.description, heading: release?.title ?? number,
      details: [release?.artist ?? "", release?.catalogNumber.map { "\($0) · \(number)" } ?? number],
      caption: copy.code.description, subject: name)
    guard order.form == .ean13 else {
      drafts.append(draft)
      return
    }
    guard let ean = house.ean13(of: copy) else {
      return skip(name, "Copy \(copy.number) has too high a number for an EAN-13 that begins with \(house.prefix).")
    }
    let key = Code.Key(class: .text, value: ean)
    switch try reading.target(of: key) {
    case .copy(copy.id): break
    case nil:
      // A shop may have numbered a record in the same range: such a number would mean two things.
      guard try reading.target(of: Code.Key(class: .gtin, value: ean)) == nil else {
        return skip(name, "\(ean) is a barcode of a release here already; another prefix of the house is needed.")
      }
      draft.binding = .bind(key, .copy(copy.id))
    default: return skip(name, "\(ean) names something else here.")
    }
    draft.code = ean
    draft.caption = HouseNumber.grouped(ean)
    drafts.append(draft)
  }

  // MARK: places, slots, borrowers

  private func place(_ name: String) throws -> Place {
    if let id = Place.ID(name), let place = try reading.place(id) { return place }
    if case .place(let id)? = try target(name), let place = try reading.place(id) { return place }
    let named = try reading.places(named: name)
    guard named.count <= 1 else {
      throw LabelFault(.invalid, "Several places are called \(name); name one by its id or its code.")
    }
    guard let place = named.first else { throw LabelFault(.invalid, "There is no place \(name.prefix(100)).") }
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
    try add(name, .slot(slot.id), .slot, heading: "Slot \(slot.number)", details: [slot.placeName])
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

  /// With the code that names it already, else with a fresh one.
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

  /// What one of our own codes names.
  private func target(_ text: String) throws -> CodeTarget? {
    guard case .code(let code) = OwnCode.read(text) else { return nil }
    return try reading.target(of: Code.Key(class: .own, value: code.description))
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
