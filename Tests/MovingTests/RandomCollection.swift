import Deadwax
import Storage
import TestSupport

/// Writes random records into a library: hostile texts, several copies of a release, places, slots, tags and facts.
struct RandomCollection {
  var random: SeededRandom
  private var places: [Place] = []
  private var slots: [Slot] = []

  init(_ random: SeededRandom) { self.random = random }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func text() -> String {
    let parts = [
      "=", "+1", "-", "@", "'", "\"", ",", ";", "\t", " ", "é", "😀", "\u{202E}", "＝", "Blue", "Train", "\n", "\r\n",
      "'=", ">",
      "\\",
    ]
    return "A" + (0..<Int.random(in: 1...4, using: &random)).map { _ in pick(parts) }.joined()
      + (chance(50) ? "z" : " ")
  }

  private mutating func optional() -> String? { chance(60) ? text() : nil }

  private mutating func money() -> Money? {
    chance(40)
      ? Money(amount: Int.random(in: 0...100_000, using: &random), currency: pick(["EUR", "JPY", "KWD"])) : nil
  }

  private mutating func date() -> CivilDate? {
    chance(50) ? CivilDate(daysSince1970: Int.random(in: 0...20_000, using: &random)) : nil
  }

  mutating func write(_ count: Int, in transaction: WriteTransaction) throws {
    try arrange(in: transaction)
    var releases: [Release] = []
    for _ in 0..<count {
      if releases.isEmpty || chance(70) { releases.append(try release(in: transaction)) }
      try copy(of: pick(releases), in: transaction)
    }
  }

  private mutating func arrange(in transaction: WriteTransaction) throws {
    for name in ["Room > 1", "Room \\ 2"] {
      let room = Place(id: transaction.newID(), kind: .room, name: name)
      let shelf = Place(id: transaction.newID(), parent: room.id, kind: .shelf, name: "Shelf")
      try transaction.insert(room)
      try transaction.insert(shelf)
      places += [room, shelf]
      for number in 1...20 {
        let slot = Slot(
          id: transaction.newID(), place: shelf.id, placeName: shelf.name, number: number, isSingle: number > 3)
        try transaction.insert(slot)
        slots.append(slot)
      }
    }
  }

  private mutating func release(in transaction: WriteTransaction) throws -> Release {
    let barcode = chance(50) ? GTIN(key: pick(["0074646362822", "96385074", "4006381333931"])) : nil
    let release = Release(
      id: transaction.newID(), status: pick([.manual, .resolved, .notFound]), medium: pick(Medium.allCases),
      title: text(), artist: chance(90) ? text() : "", label: optional(), catalogNumber: optional(),
      year: chance(50) ? Int.random(in: 1950...2020, using: &random) : nil, country: optional(), barcode: barcode)
    var detail = ReleaseDetail()
    if chance(40) {
      detail.links.set(ReleaseLink(source: .discogs, number: "\(Int.random(in: 1...9, using: &random))", isOwn: true))
    }
    if chance(20) { detail.links.set(ReleaseLink(source: .wikidata, number: "Q42", isOwn: true)) }
    if chance(30) {
      detail.tags = [pick(["=jazz, night", "'live", "\"Björk\""]), pick(["reissue", "@ 日本", "-2024"])]
    }
    try transaction.insert(release, detail)
    if let barcode { try transaction.bind(Code.Key(class: .gtin, value: barcode.key), to: .release(release.id)) }
    return release
  }

  private mutating func copy(of release: Release, in transaction: WriteTransaction) throws {
    var location: Location?
    var isSingle = true
    if chance(60) {
      let place = pick(places)
      location = Location(place: place.id, placeName: place.name)
      if chance(50), !slots.isEmpty {
        let index = Int.random(in: 0..<slots.count, using: &random)
        (location, isSingle) = (slots[index].location, slots[index].isSingle)
        if isSingle { slots.remove(at: index) }
      }
    }
    let status = pick([Copy.Status.available, .available, .missing, .lost, .withdrawn])
    let number = try transaction.nextCopyNumber() + (chance(10) ? 5 : 0)
    let copy = Copy(
      id: transaction.newID(), release: release.id, number: number, code: transaction.newOwnCode(.copy),
      location: location, mediaCondition: chance(50) ? pick(["M", "VG+", "odd"]) : nil, sleeveCondition: optional(),
      shelfMark: optional(), status: status, isReference: chance(20), partCount: 3,
      partsMissing: Int.random(in: 0...3, using: &random), plays: chance(30) ? 7 : 0,
      lastPlayedAt: chance(30) ? MovingLibrary.start : nil,
      addedAt: Timestamp(milliseconds: Int64.random(in: 0...1_795_165_520_000, using: &random)))
    var facts = OwnFacts(
      accession: chance(40) ? pick(OwnFacts.Accession.allCases) : nil, acquiredFrom: optional(), acquiredOn: date(),
      price: money(), valuation: money(), valuedOn: date(), valuedBy: optional(), replacementCost: money(),
      notes: optional())
    if status != .available { (facts.statusOn, facts.statusReason) = (date(), optional()) }
    facts.isSold = status == .withdrawn && chance(50)
    try transaction.insert(copy, facts, slotIsSingle: isSingle)
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      guard let tag = TagID(.nfcA, [0x04] + random.bytes(6)) else { throw TestFailure("no tag") }
      try transaction.bind(Code.Key(tag), to: .copy(copy.id))
    }
  }
}
