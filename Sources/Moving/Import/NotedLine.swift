internal import Deadwax

/// A line that gave a release values, with all that is needed to give them again.
struct NotedLine: Sendable {
  let line: ReleaseLine
  /// Its number in the file.
  let number: Int
  /// True if the line adds the release, and if the release is then looked up.
  let isAddition: Bool
  let isLookedUp: Bool
  /// True if its values replace those of the library, and if new values count as edited by a person.
  let isOwn: Bool
  let marksEdits: Bool

  /// The line as bytes.
  var bytes: [UInt8] {
    var packed = PackedBytes()
    packed.add(number)
    packed.add((isAddition ? 1 : 0) + (isLookedUp ? 2 : 0) + (isOwn ? 4 : 0) + (marksEdits ? 8 : 0))
    packed.add(line.id?.text)
    packed.add(line.status?.rawValue)
    packed.add(line.barcode?.key)
    for source in ReleaseLink.Source.allCases { packed.add(line.links[source]) }
    for field in ReleaseLine.order {
      switch line.values[field] {
      case .text(let text)?:
        packed.add(1)
        packed.add(text)
      case .number(let number)?:
        packed.add(2)
        packed.add(number)
      case .list(let list)?:
        packed.add(3)
        packed.add(list)
      case .empty?, nil: packed.add(0)
      }
    }
    packed.add(line.tags == nil ? 0 : 1)
    if let tags = line.tags { packed.add(tags) }
    return packed.bytes
  }
}

extension NotedLine {
  /// A line of its bytes; nil for other bytes.
  init?(bytes: [UInt8]) {
    var reader = PackedReader(bytes)
    guard let number = reader.number(), let flags = reader.number() else { return nil }
    let id = reader.text().flatMap { Release.ID($0) }
    let status = reader.text().flatMap(Release.Status.init(rawValue:))
    let barcode = reader.text().flatMap { GTIN(key: $0) }
    var links: [ReleaseLink.Source: String] = [:]
    for source in ReleaseLink.Source.allCases { links[source] = reader.text() }
    var values: [Release.Field: Release.FieldValue] = [:]
    for field in ReleaseLine.order {
      switch reader.number() {
      case 1: values[field] = .text(reader.text() ?? "")
      case 2: values[field] = .number(reader.number() ?? 0)
      case 3: values[field] = .list(reader.texts())
      default: continue
      }
    }
    let tags = reader.number() == 1 ? reader.texts() : nil
    self.init(
      line: ReleaseLine(id: id, status: status, barcode: barcode, links: links, values: values, tags: tags),
      number: number, isAddition: flags & 1 != 0, isLookedUp: flags & 2 != 0, isOwn: flags & 4 != 0,
      marksEdits: flags & 8 != 0)
  }
}
