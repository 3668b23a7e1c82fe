internal import Circulation
internal import Deadwax

extension JSONWriter {
  /// Writes an inbox item, a code that could not be resolved, for staff.
  mutating func inbox(_ view: InboxView) {
    let item = view.item
    object { json in
      json.member("id", item.id.text)
      json.member("class", item.key.class.rawValue)
      json.member("text", item.key.value)
      json.member("symbology", item.symbology.rawValue)
      json.member("state", item.state.rawValue)
      json.member("scans", item.scans)
      json.member("scan", item.scan.text)
      json.member("station", item.station.text)
      json.member("firstAt", item.firstAt.description)
      json.member("lastAt", item.lastAt.description)
      json.member("decidedAt", item.decidedAt?.description)
      if let target = item.target {
        json.key("target")
        json.object { json in
          json.member("kind", target.kind)
          json.member("id", target.id)
          json.member("title", view.release?.title)
        }
      }
      json.member("note", item.note)
      json.member("version", item.version)
    }
  }
}
