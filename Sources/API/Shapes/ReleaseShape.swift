internal import Catalogue
internal import Deadwax
internal import Wire

extension JSONWriter {
  mutating func brief(_ release: Release, matched number: Catalogue.Number? = nil) {
    object { json in
      json.member("id", release.id.text)
      json.member("title", release.title)
      json.member("artist", release.artist)
      json.member("year", release.year)
      json.member("medium", release.medium.rawValue)
      json.member("label", release.label)
      json.member("catalogNumber", release.catalogNumber)
      json.member("status", release.status.rawValue)
      json.member("barcode", release.barcode?.key)
      json.member("version", release.version)
      if release.isWished { json.member("isWished", true) }
      if release.isFavourite { json.member("isFavourite", true) }
      if let number {
        json.key("matched")
        json.object { json in
          json.member("kind", number.kind.rawValue)
          json.member("value", number.value)
        }
      }
    }
  }
}
