package import Deadwax
package import Lending
internal import Storage

extension ForeignLibrary {
  /// Returns true for the first bytes of a property list, binary or XML.
  package static func isPropertyList(_ head: [UInt8]) -> Bool {
    let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(head.dropFirst(3)) : head
    return PropertyList.isBinary(head)
      || ["<?xml", "<!DOCTYPE plist", "<plist"].contains { text.starts(with: $0.utf8) }
  }

  /// Reads property lists, such as those of a folder: a table of the library under each key, or the values of a program
  /// under keys that end in `…Favorites`, `…Recent`, `…StationsCache` and `…DeviceSettings`.
  ///
  /// - Parameters:
  ///   - lists: the property lists with their names. Those of several lists under one key belong together.
  ///   - now: the time of the reading.
  ///   - lending: the policy by which a loan without a due time is due.
  /// - Throws: `ForeignFileError`.
  package init(
    propertyLists lists: [(name: String?, bytes: [UInt8])], now: Timestamp, lending: LendingPolicy
  ) throws(ForeignFileError) {
    var table: [String: PropertyList] = [:]
    for (name, bytes) in lists {
      do throws(ForeignFileError) {
        try Self.add(bytes, to: &table)
      } catch {
        throw error.inside(name)
      }
    }
    if Self.isNotes(table) {
      try self.init(notes: table, now: now, lending: lending)
    } else {
      var rows: [String: [[String: Binding]]] = [:]
      for (name, value) in table {
        guard case .list(let list) = value else { throw Self.wrong(name, "It must be a list of rows.") }
        for (index, row) in list.enumerated() {
          guard case .table(let cells) = row else {
            throw .wrongRow(table: name, row: index + 1, "It must be a dictionary.")
          }
          var bindings: [String: Binding] = [:]
          for (column, cell) in cells {
            guard let binding = Self.binding(cell) else {
              throw .wrongRow(table: name, row: index + 1, "'\(column.prefix(40))' must be a text or a whole number.")
            }
            bindings[column] = binding
          }
          rows[name, default: []].append(bindings)
        }
      }
      self.init(origin: nil, leftOut: [], rows: rows, nameless: [], recents: [], notes: nil)
    }
  }

  /// Adds the values of a property list to those of the lists before.
  private static func add(_ bytes: [UInt8], to table: inout [String: PropertyList]) throws(ForeignFileError) {
    guard case .table(let values) = try PropertyList(bytes) else {
      throw .damaged(entry: nil, line: nil, column: nil, "The property list must have a dictionary at its top.")
    }
    for (key, value) in values {
      switch (table[key].map(opened), opened(value)) {
      case (nil, _): table[key] = value
      case (.list(let before)?, .list(let more)): table[key] = .list(before + more)
      case (.table(let before)?, .table(let more)): table[key] = .table(before.merging(more) { before, _ in before })
      case (let before?, let more):
        guard before == more || !isNotes([key: value]) else {
          throw wrong(key, "Another property list has something else under this key.")
        }
      }
    }
  }

  /// Reads the values of a program as JSON: an object with keys as in a property list. Any other document gives nil.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - now: the time of the reading.
  ///   - lending: the policy by which a loan without a due time is due.
  /// - Throws: `ForeignFileError`.
  package init?(json bytes: [UInt8], now: Timestamp, lending: LendingPolicy) throws(ForeignFileError) {
    guard case .table(let table)? = PropertyList.json(bytes), Self.isNotes(table) else { return nil }
    try self.init(notes: table, now: now, lending: lending)
  }

  private static func isNotes(_ table: [String: PropertyList]) -> Bool {
    table.keys.contains { isFavourites($0) || isCache($0) || isRecent($0) || isDevices($0) }
  }

  /// Returns the ids in a list of them.
  private static func ids(_ value: PropertyList, under key: String) throws(ForeignFileError) -> [String] {
    guard case .list(let ids) = opened(value) else { throw wrong(key, "It must be a list of ids.") }
    var texts: [String] = []
    for id in ids {
      guard let text = self.id(id) else { throw wrong(key, "An id must be a text or a whole number.") }
      texts.append(text)
    }
    return texts
  }

  /// The favourites mark the cached objects, which are releases without copies.
  private init(
    notes table: [String: PropertyList], now: Timestamp, lending: LendingPolicy
  ) throws(ForeignFileError) {
    var favourites: Set<String> = []
    for (key, value) in table where Self.isFavourites(key) {
      favourites.formUnion(try Self.ids(value, under: key))
    }
    var records = ForeignRecords(.milliseconds, hasCopies: true, now: now, lending: lending)
    var leftOut: Set<String> = Set(
      table.keys.filter {
        !Self.isFavourites($0) && !Self.isCache($0) && !Self.isRecent($0) && !Self.isDevices($0)
      })
    var objectCount = 0
    var found: Set<String> = []
    for key in table.keys.sorted() where Self.isCache(key) {
      guard case .list(let objects)? = table[key].map(Self.opened) else {
        throw Self.wrong(key, "It must be a list of objects.")
      }
      var pending: [[ForeignRecords.Cell]] = []
      for (index, object) in objects.enumerated() {
        guard case .table(let members) = object else { throw .wrongRow(table: key, row: index + 1, "It is no object.") }
        var cells: [ForeignRecords.Cell] = []
        for name in members.keys.sorted() {
          guard let column = records.column(name.lowercased() == "name" ? "title" : name, of: .release),
            !cells.contains(where: { $0.column.target == column.target }),
            let cell = members[name].flatMap(Self.binding)
          else {
            leftOut.insert("\(key).\(name)")
            continue
          }
          cells.append((name, column, cell))
        }
        if let id = (members["id"] ?? members["uuid"]).flatMap(Self.id), favourites.contains(id),
          let mark = records.column("favourite", of: .release)
        {
          cells.removeAll { $0.column.target == mark.target }
          cells.append(("favourite", mark, .integer(1)))
          found.insert(id)
        }
        pending.append(cells)
      }
      objectCount += pending.count
      try records.add(pending, of: .release, table: key)
    }
    for id in favourites.subtracting(found) { leftOut.insert("favourite \(id)") }
    var recents: [String] = []
    for key in table.keys.sorted() where Self.isRecent(key) {
      guard let value = table[key] else { continue }
      for id in try Self.ids(value, under: key) {
        guard let release = records.release(id) else {
          leftOut.insert("recent \(id)")
          continue
        }
        if !recents.contains(release) { recents.append(release) }
        // No list of recent releases is longer.
        if recents.count == Self.mostRecents { break }
      }
    }
    let devices = try Self.deviceSettings(table, leftOut: &leftOut)
    self.init(
      origin: "property list", leftOut: leftOut.sorted().map { String($0.prefix(100)) }, rows: records.rows,
      nameless: records.nameless, recents: recents,
      notes: ForeignNotes(favourites: found.count, cachedObjects: objectCount, deviceSettings: devices))
  }

  private static func isFavourites(_ key: String) -> Bool { key.hasSuffix("Favorites") || key.hasSuffix("Favourites") }
  private static func isCache(_ key: String) -> Bool { key.hasSuffix("Cache") }
  private static func isRecent(_ key: String) -> Bool { key.hasSuffix("Recent") || key.hasSuffix("Recents") }
  static func isDevices(_ key: String) -> Bool { key.hasSuffix("DeviceSettings") }
  private static let mostRecents = 500

  static func wrong(_ key: String, _ sentence: String) -> ForeignFileError {
    .damaged(entry: String(key.prefix(100)), line: nil, column: nil, sentence)
  }

  /// Returns the value that stands as JSON in data or in a text; any other value as it is.
  static func opened(_ value: PropertyList) -> PropertyList {
    switch value {
    case .data(let bytes): PropertyList.json(bytes) ?? value
    case .text(let text): PropertyList.json(Array(text.utf8)) ?? value
    default: value
    }
  }

  static func id(_ value: PropertyList) -> String? {
    switch value {
    case .text(let text): Identifier<Release>(text)?.text ?? text
    case .number(let number): String(number)
    default: nil
    }
  }

  private static func binding(_ value: PropertyList) -> Binding? {
    switch value {
    case .text(let text): .text(text)
    case .number(let number), .time(let number): .integer(number)
    case .flag(let flag): .integer(flag ? 1 : 0)
    case .real, .data, .list, .table: nil
    }
  }
}
