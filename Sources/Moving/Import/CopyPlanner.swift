internal import Deadwax
internal import Storage

/// Plans an import of copies with their releases and places.
struct CopyPlanner: ImportPlanner, Sendable {
  /// Facts about the whole file that the first line needs.
  struct Outline: Sendable {
    var highestNumber = 0
    var sharedSlots: Set<PlannedPlaces.SlotName> = []
    var fields: [ImportField?]
    var dialect: ImportDialect
    /// A folder on whose disk the plan has space.
    var folder: String
  }

  private let now: Timestamp
  private let outline: Outline
  private var nextNumber: Int
  private var places: PlannedPlaces
  private var releases: ReleaseMatches
  /// The lines of the copies, by what belongs to one copy alone.
  private var lines: [Copy.ID: Int] = [:]
  private var numbers: [Int: Int] = [:]
  private var codes: [Code.Key: Int] = [:]
  private var slots: [Slot.ID: Int] = [:]
  private var added: Set<Copy.ID> = []
  /// The releases that get a cover.
  private var covered: Set<Release.ID> = []
  /// The copies that leave their slot.
  private var moved: Set<Copy.ID> = []
  /// The copies of the library that lines without a key may be about, by release.
  private var waiting: [Release.ID: [Copy]] = [:]

  init(_ outline: Outline, in records: some Queryable) throws {
    self.outline = outline
    now = records.now
    nextNumber = max(outline.highestNumber + 1, try records.nextCopyNumber())
    places = try PlannedPlaces(in: records, shared: outline.sharedSlots)
    releases = try ReleaseMatches(in: records, folder: outline.folder)
  }

  mutating func begin(in records: some Queryable) throws { nextNumber = max(nextNumber, try records.nextCopyNumber()) }

  mutating func planned(_ row: ImportRow, in records: some Queryable) throws -> (ImportLine, [ImportWrite]) {
    let text = ImportText(
      row: row, isExact: outline.dialect == .deadwax,
      today: CivilDate(daysSince1970: Int(now.milliseconds / 86_400_000) + 1))
    let line = try CopyLine(text, now: now)
    let known = try copy(line, in: records)
    let match: (release: PlannedRelease, isOwn: Bool)?
    if let known {
      match = (try releases.release(known.release, in: records), true)
      if let id = line.release.id, try records.remaining(of: id) != known.release {
        throw ImportRefusal(.otherRecord, .releaseID)
      }
    } else {
      match = try releases.find(line.release, in: records)
    }
    let isDiscogs = [.discogsCollection, .discogsListings].contains(outline.dialect)
    var release =
      try match?.release
      ?? PlannedRelease(
        line.release, id: line.release.id ?? .new(at: now), isLookedUp: isDiscogs && line.release.links[.discogs] != nil
      )
    let merge = try release.take(
      line.release, number: row.line, isOwn: match?.isOwn ?? true, marksEdits: !isDiscogs)
    // The copies that a line without a key is about: those that the library has already, then new ones.
    var paired: [Copy] = known.map { [$0] } ?? []
    if !line.hasKey, known == nil, let match, !match.release.isNew {
      paired = Array(try waitingCopies(of: release.release.id, in: records).prefix(line.quantity))
    }
    try check(line, paired.first, in: records)

    // Nothing is refused from here on.
    var plan = ImportLine(
      line: row.line, fate: .same, subject: row.subject.isEmpty ? release.subject : row.subject,
      addsRelease: match == nil, differences: merge.differences,
      refusal: nil)
    var writes: [ImportWrite] = []
    if match == nil {
      plan.differences = []
      writes.append(
        .release(release.release, release.detail, isLookedUp: release.release.status == .unresolved))
    } else if merge.isChanged {
      plan.fate = .change
      writes.append(
        .edit(
          release.release, release.detail, areLinksChanged: merge.areLinksChanged, isBarcodeNew: merge.isBarcodeNew))
    }
    try releases.note(
      release,
      of: NotedLine(
        line: line.release, number: row.line, isAddition: match == nil,
        isLookedUp: release.release.status == .unresolved, isOwn: match?.isOwn ?? true, marksEdits: !isDiscogs),
      isFirst: merge.isFirst)
    try addCover(of: row, to: release.release.id, isNew: match == nil, &plan, &writes, in: records)
    var location: (Location, isSingle: Bool)?
    if !line.place.isEmpty { location = try places.location(line.place, slot: line.slot, in: records, &writes) }
    if known == nil, !paired.isEmpty { waiting[release.release.id]?.removeFirst(paired.count) }
    for copy in paired {
      lines[copy.id] = row.line
      if paired.count == 1 {
        try change(copy, line, location?.0, isOwn: known != nil, &plan, &writes, in: records)
      }
    }
    for _ in paired.count..<max(paired.count, known == nil ? line.quantity : 1) {
      plan.fate = .add
      add(line, release.release.id, row.line, location, &writes)
    }
    return (plan, writes)
  }

  /// Returns the copy of the library that a line names; nil for none.
  ///
  /// - Throws: `ImportRefusal` if its numbers name different copies, or another line is about it.
  private func copy(_ line: CopyLine, in records: some Queryable) throws -> Copy? {
    if let id = line.id, let earlier = lines[id] { throw ImportRefusal(.repeated, .copyID, line: earlier) }
    if let number = line.number, let earlier = numbers[number] {
      throw ImportRefusal(.repeated, .number, line: earlier)
    }
    if let code = line.code, let earlier = codes[Code.Key(class: .own, value: code.description)] {
      throw ImportRefusal(.repeated, .code, line: earlier)
    }
    let named = try line.id.flatMap { try records.copy($0) }
    let coded = try line.code.flatMap { try records.copy(coded: $0) }
    let numbered = try line.number.flatMap { try records.copy(numbered: $0) }
    guard let found = named ?? coded ?? (line.id == nil && line.code == nil ? numbered : nil) else {
      if let number = line.number, numbered != nil {
        throw ImportRefusal(.numberTaken, .number, value: "\(number)")
      }
      guard !line.hasKey, let tag = line.tags.first, case .copy(let id)? = try records.binding(of: tag)?.target,
        !added.contains(id)
      else { return nil }
      if let earlier = lines[id] { throw ImportRefusal(.repeated, .tags, line: earlier) }
      return try records.copy(id)
    }
    if let id = line.id, found.id != id { throw ImportRefusal(.otherRecord, .copyID) }
    if let code = line.code, found.code != code { throw ImportRefusal(.otherRecord, .code) }
    if let number = line.number, found.number != number { throw ImportRefusal(.otherRecord, .number) }
    if let earlier = lines[found.id] { throw ImportRefusal(.repeated, .number, line: earlier) }
    return found
  }

  /// Returns the copies of a release that no line was about, in the order of their numbers. Copies that left the
  /// collection are not among them.
  private mutating func waitingCopies(of release: Release.ID, in records: some Queryable) throws -> [Copy] {
    let all =
      try waiting[release]
      ?? records.copies(of: release).filter {
        !added.contains($0.id) && ![.lost, .withdrawn].contains($0.status)
      }
    let left = all.filter { lines[$0.id] == nil }
    waiting[release] = left
    return left
  }

  /// Refuses a code, a tag or a slot that belongs to something else.
  private func check(_ line: CopyLine, _ copy: Copy?, in records: some Queryable) throws {
    if let code = line.code, copy == nil {
      let key = Code.Key(class: .own, value: code.description)
      guard try records.target(of: key) == nil else {
        throw ImportRefusal(.codeTaken, .code, value: code.description)
      }
    }
    for (index, tag) in line.tags.enumerated() {
      let taken = ImportRefusal(.codeTaken, .tags, value: tag.description)
      if codes[Code.Key(tag)] != nil || codes[Code.Key(tag.reversed)] != nil { throw taken }
      if line.tags[..<index].contains(where: { $0 == tag || $0.reversed == tag }) { throw taken }
      if let target = try records.binding(of: tag)?.target {
        guard let copy, target == .copy(copy.id) else { throw taken }
      }
    }
    guard let number = line.slot, let slot = try places.slot(line.place, number, in: records) else { return }
    if slot.isDisabled, copy?.location?.slot != slot.id {
      throw ImportRefusal(.slotDisabled, .slot, value: "\(number)")
    }
    guard slot.isSingle else { return }
    if slots[slot.id] != nil { throw ImportRefusal(.slotTaken, .slot, value: "\(number)") }
    if let occupant = try records.copy(in: slot.id), occupant.id != copy?.id, !moved.contains(occupant.id) {
      throw ImportRefusal(.slotTaken, .slot, value: "\(number)")
    }
  }

  /// A cover fills a gap alone: a release with a cover keeps it.
  private mutating func addCover(
    of row: ImportRow, to release: Release.ID, isNew: Bool, _ plan: inout ImportLine, _ writes: inout [ImportWrite],
    in records: some Queryable
  ) throws {
    guard let cover = row.cover, !covered.contains(release), try records.cover(of: release) == nil else { return }
    covered.insert(release)
    writes.append(.cover(cover, release))
    if plan.fate == .same { plan.fate = .change }
    guard !isNew else { return }
    plan.differences.append(
      ImportLine.Difference(field: .cover, before: nil, after: cover.summary, isKept: false, isEdited: false))
  }

  private mutating func add(
    _ line: CopyLine, _ release: Release.ID, _ number: Int, _ location: (Location, isSingle: Bool)?,
    _ writes: inout [ImportWrite]
  ) {
    let copy = ImportWrite.NewCopy(
      id: line.id ?? .new(at: now), release: release, number: line.number ?? nextNumber, code: line.code,
      location: location?.0, isSlotSingle: location?.isSingle ?? true, line: line)
    if line.number == nil { nextNumber += 1 }
    added.insert(copy.id)
    if line.id != nil { lines[copy.id] = number }
    if line.number != nil { numbers[copy.number] = number }
    if let code = line.code { codes[Code.Key(class: .own, value: code.description)] = number }
    if let location, location.isSingle, let slot = location.0.slot { slots[slot] = number }
    writes.append(.copy(copy))
    for tag in line.tags {
      codes[Code.Key(tag)] = number
      writes.append(.tag(tag, copy.id))
    }
  }

  private mutating func change(
    _ copy: Copy, _ line: CopyLine, _ location: Location?, isOwn: Bool, _ plan: inout ImportLine,
    _ writes: inout [ImportWrite], in records: some Queryable
  ) throws {
    guard let facts = try records.ownFacts(of: copy.id) else { return }
    var changed = ChangedCopyFields(copy, facts)
    changed.take(line, location, isOwn: isOwn)
    plan.differences += changed.differences
    if let moved = changed.location {
      self.moved.insert(copy.id)
      if let slot = moved.slot, try records.slot(slot)?.isSingle ?? true { slots[slot] = plan.line }
    }
    if let write = changed.write { writes.append(.change(write)) }
    let bound = try records.tags(of: copy.id)
    for tag in line.tags where !bound.contains(tag) && !bound.contains(tag.reversed) {
      codes[Code.Key(tag)] = plan.line
      plan.differences.append(
        ImportLine.Difference(field: .tags, before: nil, after: tag.description, isKept: false, isEdited: false))
      writes.append(.tag(tag, copy.id))
    }
    if plan.differences.contains(where: { !$0.isKept }) { plan.fate = .change }
  }
}
