internal import Deadwax

/// The facts about a copy that a line of a file has. What is empty is absent.
struct CopyLine: Sendable {
  let release: ReleaseLine
  let id: Copy.ID?
  let code: OwnCode?
  let number: Int?
  let status: Copy.Status?
  let isReference: Bool?
  let isSold: Bool?
  /// The names of its place, from the outermost place on; empty without a place.
  let place: [String]
  let slot: Int?
  let shelfMark: String?
  let mediaCondition: String?
  let sleeveCondition: String?
  let parts: Int?
  let partsMissing: Int?
  let plays: Int?
  let lastPlayedAt: Timestamp?
  let addedAt: Timestamp?
  let tags: [TagID]
  /// The own facts, without `isSold`.
  let facts: OwnFacts
  /// The number of copies that the line stands for.
  let quantity: Int

  /// True if the line says which copy it is about.
  var hasKey: Bool { id != nil || code != nil || number != nil }

  /// - Throws: `ImportRefusal` with the field.
  init(_ text: ImportText, now: Timestamp) throws(ImportRefusal) {
    release = try ReleaseLine(text)
    id = try text.id(.copyID, Copy.self)
    number = try text.number(.number, in: 1...999_999_999)
    code = try Self.code(text)
    status = try text.word(.status, Copy.Status.self)
    isReference = try text.isYes(.isReference)
    isSold = try text.isYes(.isSold)
    place = try Self.path(text)
    slot = try text.number(.slot, in: 1...9999)
    if slot != nil, place.isEmpty { throw ImportRefusal(.missing, .place) }
    shelfMark = try text.line(.shelfMark, atMost: Copy.Patch.longestShelfMark)
    mediaCondition = try text.grade(.mediaCondition)
    sleeveCondition = try text.grade(.sleeveCondition)
    parts = try text.number(.parts, in: 1...1000)
    partsMissing = try text.number(.partsMissing, in: 0...1000)
    plays = try text.number(.plays, in: 0...999_999_999)
    lastPlayedAt = try text.time(.lastPlayedAt, until: now)
    addedAt = try text.time(.addedAt, until: now)
    tags = try Self.tags(text)
    facts = try Self.facts(text)
    quantity = try text.number(.quantity, in: 1...1000) ?? 1
    if quantity > 1, id != nil || code != nil || number != nil || slot != nil || !tags.isEmpty {
      throw text.bad(.quantity, "must be 1 for a line with a number, a code, a tag or a slot of a copy")
    }
    if let parts, let partsMissing, partsMissing > parts {
      throw text.bad(.partsMissing, "must be at most the number of parts")
    }
    if isSold == true, status != .withdrawn { throw text.bad(.isSold, "must be no, unless the copy is withdrawn") }
    if facts.statusOn != nil || facts.statusReason != nil, status ?? .available == .available {
      throw text.bad(
        facts.statusOn == nil ? .statusReason : .statusOn, "needs a copy that is missing, lost or withdrawn")
    }
  }

  private static func facts(_ text: ImportText) throws(ImportRefusal) -> OwnFacts {
    OwnFacts(
      accession: try text.word(.accession, OwnFacts.Accession.self),
      acquiredFrom: try text.line(.acquiredFrom, atMost: OwnFacts.Patch.longestName),
      acquiredOn: try text.date(.acquiredOn), price: try text.money(.price, .priceCurrency),
      valuation: try text.money(.valuation, .valuationCurrency), valuedOn: try text.date(.valuedOn),
      valuedBy: try text.line(.valuedBy, atMost: OwnFacts.Patch.longestName),
      replacementCost: try text.money(.replacementCost, .replacementCurrency), statusOn: try text.date(.statusOn),
      statusReason: try text.line(.statusReason, atMost: OwnFacts.Patch.longestReason),
      notes: try text.lines(.notes, atMost: OwnFacts.Patch.longestNotes))
  }

  private static func code(_ text: ImportText) throws(ImportRefusal) -> OwnCode? {
    guard let given = text.row[.code]?.trimmed else { return nil }
    guard case .code(let code) = OwnCode.read(given), code.kind == .copy else {
      throw text.bad(.code, "must be a library code of a copy")
    }
    return code
  }

  private static func tags(_ text: ImportText) throws(ImportRefusal) -> [TagID] {
    guard let given = text.row[.tags] else { return [] }
    var tags: [TagID] = []
    for line in given.split(whereSeparator: \.isNewline) {
      guard let tag = TagID(String(line).trimmed), !tag.isRandom else {
        throw text.bad(.tags, "must be the numbers of tags, each on a line of its own")
      }
      tags.append(tag)
    }
    return tags
  }

  /// Returns the names of a path such as `Room 1 > Shelf 2`, in which `\>` stands for `>` and `\\` for `\`.
  static func path(_ text: ImportText) throws(ImportRefusal) -> [String] {
    guard let given = text.row[.place] else { return [] }
    var names = [""]
    var isEscaped = false
    for character in given {
      switch (character, isEscaped) {
      case ("\\", false): isEscaped = true
      case (">", false): names.append("")
      default:
        if isEscaped, character != ">", character != "\\" { names[names.count - 1].append("\\") }
        names[names.count - 1].append(character)
        isEscaped = false
      }
    }
    if isEscaped { names[names.count - 1].append("\\") }
    names = names.map(\.trimmed)
    guard names.count <= 20,
      names.allSatisfy({ name in
        (1...Place.longestName).contains(name.count)
          && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
      })
    else { throw text.bad(.place, "must be names of at most \(Place.longestName) characters, as Room 1 > Shelf 2") }
    return names
  }
}
