internal import Deadwax
internal import Lending
internal import Secrets
internal import Storage

/// Makes rows of the tables here from the rows of another program, record by record. A reference is resolved when its row
/// is added, so the records that it names come first.
struct ForeignRecords {
  /// A cell of a row, with the name of its column there.
  typealias Cell = (name: String, column: ForeignColumn, cell: Binding)
  private typealias Record = ForeignMapping.Record
  private typealias Cells = [Cell]

  /// The station of loans from another program.
  private static let station = "import"

  private(set) var rows: [String: [[String: Binding]]] = [:]
  private(set) var nameless: Set<String> = []
  private let values: ForeignValue
  /// The policy by which a loan without a due time is due.
  private let lending: LendingPolicy
  /// True if the copies have a table of their own.
  private let hasCopies: Bool
  /// The ids here by the keys there.
  private var ids: [ForeignMapping.Record: [String: String]] = [:]
  /// The first copy of each release.
  private var copies: [String: String] = [:]
  /// The medium of each release, and the release of each copy.
  private var media: [String: Medium] = [:]
  private var releases: [String: String] = [:]
  /// The records that were made of names.
  private var named: [String: String] = [:]
  private var repeated: [String: Int] = [:]
  private var tracks: [String: Int64] = [:]

  /// - Parameters:
  ///   - clock: the unit of times that are whole numbers.
  ///   - hasCopies: true if the copies have a table of their own, or if there are none.
  ///   - now: the time of the reading.
  ///   - lending: the policy by which a loan without a due time is due.
  init(_ clock: ForeignMapping.Clock, hasCopies: Bool, now: Timestamp, lending: LendingPolicy) {
    // A release may be announced for the next year.
    let lastYear = Int(now.description.prefix(4)).map { $0 + 1 } ?? 9999
    values = ForeignValue(clock: clock, lastYear: lastYear)
    self.hasCopies = hasCopies
    self.lending = lending
  }

  /// Returns what a column of a table is here; nil if the library has no place for it.
  func column(_ name: String, of record: ForeignMapping.Record) -> ForeignColumn? {
    let column = ForeignColumn.named(name, of: record)
    return hasCopies && column?.isOfCopy == true ? nil : column
  }

  /// Returns the id here of a release by its id there, which is a UUID, a text, or the digits of a number; nil for an
  /// unknown one.
  func release(_ id: String) -> String? {
    let forms: [Binding] = [.text(id)] + (Int64(id).map { [.integer($0)] } ?? [])
    return forms.lazy.compactMap { (try? values.key($0)).flatMap { key in ids[.release]?[key] } }.first
  }

  /// Adds the rows of a table.
  ///
  /// - Parameters:
  ///   - table: the rows, each with the cells of its columns.
  ///   - record: the record that each row is.
  ///   - name: the name of the table, for messages.
  /// - Throws: `ForeignFileError.wrongRow`.
  mutating func add(
    _ table: [[Cell]], of record: ForeignMapping.Record, table name: String
  ) throws(ForeignFileError) {
    // A place may be in one that comes later, so the keys of such a table are known before its rows are read.
    if record == .place { try reserve(table, name) }
    for (index, cells) in table.enumerated() {
      do throws(ForeignValue.Refusal) {
        try add(cells, of: record)
      } catch {
        throw .wrongRow(table: name, row: index + 1, error.sentence)
      }
    }
  }

  private mutating func reserve(_ table: [[Cell]], _ name: String) throws(ForeignFileError) {
    for (index, cells) in table.enumerated() {
      do throws(ForeignValue.Refusal) {
        guard let key = try key(cells) else { continue }
        let content = cells.map { "\($0.cell)" }.joined(separator: "\u{1F}")
        ids[.place, default: [:]][key] = try ownID(cells) ?? Self.id("place\u{1F}\(key)\u{1F}\(content)")
      } catch {
        throw .wrongRow(table: name, row: index + 1, error.sentence)
      }
    }
  }

  private mutating func add(_ cells: Cells, of record: Record) throws(ForeignValue.Refusal) {
    var (row, copy) = ([String: Binding](), [String: Binding]())
    var special: [String: Binding] = [:]
    for (name, column, cell) in cells where cell != .null {
      do throws(ForeignValue.Refusal) {
        switch column.form {
        case .key, .uuid: continue
        case .barcode, .discogs, .favourite, .ownership: special[column.target] = cell
        case .reference(let other):
          guard let key = try values.key(cell) else { continue }
          guard let id = ids[other]?[key] else { throw .init(sentence: "refers to a \(other) that is missing") }
          row[column.target] = .text(id)
        case .name(let other):
          guard let text = try values.text(cell, atMost: other == .place ? Place.longestName : 200) else { continue }
          let id = named(text, other)
          if column.isOfCopy { copy[column.target] = .text(id) } else { row[column.target] = .text(id) }
        default:
          guard let value = try values.value(cell, column.form) else { continue }
          if column.isOfCopy { copy[column.target] = value } else { row[column.target] = value }
        }
      } catch {
        throw .init(sentence: "'\(name.prefix(40))' \(error.sentence).")
      }
    }
    switch record {
    case .place, .borrower:
      guard row["name"] != nil else { throw .init(sentence: "It has no name.") }
      if record == .place { row["kind"] = .text(Place.Kind.shelf.rawValue) }
      try append(row, cells, record, adding: [:])
    case .release: try addRelease(row, copy, special, cells)
    case .track: try addTrack(row)
    case .copy:
      guard case .text(let release)? = row["release_id"] else { throw .init(sentence: "It has no release.") }
      note(try append(Self.added(row), cells, .copy, adding: [:]), of: release)
    case .loan: try addLoan(row, cells)
    }
  }

  // MARK: records

  private mutating func addRelease(
    _ row: [String: Binding], _ copy: [String: Binding], _ special: [String: Binding], _ cells: Cells
  ) throws(ForeignValue.Refusal) {
    var row = row
    guard row["title"] != nil else { throw .init(sentence: "It has no title.") }
    if row["artist"] == nil { row["artist"] = .text("") }
    let changed = row["modified_at"] ?? row["created_at"] ?? .integer(0)
    let isOwned = try special["wished_at"].map { cell throws(ForeignValue.Refusal) in try values.isOwned(cell) } ?? true
    if !isOwned { row["wished_at"] = row["created_at"] ?? .integer(0) }
    if let cell = special["favourite_at"], try values.isYes(cell) { row["favourite_at"] = changed }
    let barcode = try special["barcode"].flatMap { cell throws(ForeignValue.Refusal) in
      try values.text(cell, atMost: 200)
    }
    let number = barcode.map { GTIN.read($0) }
    if case .gtin(let gtin)? = number { row["barcode"] = .text(gtin.key) }
    let id = try append(row, cells, .release, adding: [:])
    if case .text(let word)? = row["medium"] { media[id] = Medium(rawValue: word) }
    if case .gtin(let gtin)? = number {
      rows["code", default: []].append([
        "class": .text("gtin"), "value": .text(gtin.key), "release_id": .text(id),
        "bound_at": row["created_at"] ?? .integer(0),
      ])
    } else if let barcode {
      // A number with a wrong check digit is kept as it was read, and is no key.
      rows["identifier", default: []].append([
        "release_id": .text(id), "position": .integer(0), "type": .text("Barcode"), "value": .text(barcode),
      ])
    }
    if let cell = special["discogs"], let text = try values.text(cell, atMost: 20), text != "0" {
      guard Int64(text).map({ $0 > 0 }) == true else { throw .init(sentence: "The number at Discogs is no number.") }
      rows["release_link", default: []].append([
        "release_id": .text(id), "position": .integer(0), "source": .text("discogs"), "number": .text(text),
      ])
    }
    guard !hasCopies, isOwned else { return }
    var copy = copy
    copy["release_id"] = .text(id)
    for name in ["created_at", "modified_at"] where copy[name] == nil { copy[name] = row[name] }
    let copyID = Self.id("copy\u{1F}\(id)")
    copy["id"] = .text(copyID)
    rows["copy", default: []].append(Self.added(copy))
    note(copyID, of: id)
  }

  private mutating func note(_ copy: String, of release: String) {
    releases[copy] = release
    if copies[release] == nil { copies[release] = copy }
  }

  private mutating func addTrack(_ row: [String: Binding]) throws(ForeignValue.Refusal) {
    var row = row
    guard case .text(let release)? = row["release_id"] else { throw .init(sentence: "It has no release.") }
    row["position"] = .integer(tracks[release, default: 0])
    tracks[release, default: 0] += 1
    row["kind"] = .text("track")
    if row["printed_position"] == nil { row["printed_position"] = .text("") }
    if row["title"] == nil { row["title"] = .text("") }
    rows["track", default: []].append(row)
  }

  private mutating func addLoan(_ row: [String: Binding], _ cells: Cells) throws(ForeignValue.Refusal) {
    var row = row
    if case .text(let release)? = row.removeValue(forKey: "release_id"), row["copy_id"] == nil {
      guard let copy = copies[release] else { throw .init(sentence: "Its release has no copy.") }
      row["copy_id"] = .text(copy)
    }
    guard case .text(let copy)? = row["copy_id"] else { throw .init(sentence: "It has no copy.") }
    guard case .integer(let opened)? = row["opened_at"] ?? row["created_at"] else {
      throw .init(sentence: "It has no time at which it began.")
    }
    row["opened_at"] = .integer(opened)
    if row["borrower_id"] == nil {
      guard let returned = row["returned_at"] else { throw .init(sentence: "It is open, and has no borrower.") }
      row["anonymised_at"] = returned
    }
    row["station"] = .text(Self.station)
    for name in ["created_at", "modified_at"] { row[name] = nil }
    // The id of a loan does not depend on the policy, which may have changed when the same file comes again.
    let rules = row["due_at"] == nil ? ["due_at": due(of: copy, lentAt: opened)] : [:]
    try append(row, cells, .loan, adding: rules)
  }

  /// Returns the due time by the library's rules. A borrower of another program is in the standard group.
  private func due(of copy: String, lentAt opened: Int64) -> Binding {
    let medium = releases[copy].flatMap { media[$0] } ?? .other
    return .integer(
      lending.due(for: medium, group: Borrower.standardGroup, at: Timestamp(milliseconds: opened)).milliseconds)
  }

  /// A copy has the time of its addition in place of that of its row.
  private static func added(_ copy: [String: Binding]) -> [String: Binding] {
    var copy = copy
    let created = copy.removeValue(forKey: "created_at")
    if copy["added_at"] == nil { copy["added_at"] = created }
    return copy
  }

  // MARK: ids

  private func key(_ cells: Cells) throws(ForeignValue.Refusal) -> String? {
    for (_, column, cell) in cells {
      if case .key = column.form { return try values.key(cell) }
    }
    return nil
  }

  /// Returns the UUID of a row; nil if it has none.
  private func ownID(_ cells: Cells) throws(ForeignValue.Refusal) -> String? {
    for (_, column, cell) in cells {
      if case .uuid = column.form, let key = try values.key(cell) {
        guard let id = Identifier<Release>(key) else { throw .init(sentence: "Its uuid is no UUID.") }
        return id.text
      }
    }
    return try key(cells).flatMap { Identifier<Release>($0)?.text }
  }

  /// Adds a row under its id, with cells that do not count as its content. One without a UUID gets an id that follows from
  /// its content.
  @discardableResult
  private mutating func append(
    _ row: [String: Binding], _ cells: Cells, _ record: Record, adding derived: [String: Binding]
  ) throws(ForeignValue.Refusal) -> String {
    let key = try key(cells)
    var row = row
    let id: String
    if let own = try ownID(cells) {
      id = own
    } else {
      let content = row.keys.sorted().map { "\($0)=\(String(describing: row[$0]))" }.joined(separator: "\u{1F}")
      let text = "\(record.rawValue)\u{1F}\(content)"
      let reserved = record == .place ? key.flatMap { ids[.place]?[$0] } : nil
      id = reserved ?? Self.id("\(text)\u{1F}\(repeated[text, default: 0])")
      repeated[text, default: 0] += 1
      // A place is the same one if it is called so.
      if record != .place { nameless.insert(id) }
    }
    if let key {
      guard record == .place || ids[record]?[key] == nil else { throw .init(sentence: "Its id is there twice.") }
      ids[record, default: [:]][key] = id
    }
    row["id"] = .text(id)
    rows[record.rawValue, default: []].append(row.merging(derived) { own, _ in own })
    return id
  }

  /// Returns the id of a record that is known by its name alone. The same name is the same record.
  private mutating func named(_ name: String, _ record: Record) -> String {
    let text = "\(record.rawValue)\u{1F}\(record == .place ? name.lowercased() : name)"
    if let known = named[text] { return known }
    let id = Self.id("name\u{1F}\(text)")
    named[text] = id
    var row: [String: Binding] = ["id": .text(id), "name": .text(name)]
    if record == .place { row["kind"] = .text(Place.Kind.shelf.rawValue) }
    rows[record.rawValue, default: []].append(row)
    return id
  }

  private static func id(_ text: String) -> String {
    let (high, low) = Digest.of(Array(text.utf8))
    return Identifier<Release>(digest: high, low).text
  }
}
