internal import Catalogue
internal import Deadwax
internal import Wire

extension JSONWriter {
  mutating func brief(_ release: Release) {
    object { json in json.briefMembers(release) }
  }

  mutating func briefMembers(_ release: Release) {
    member("id", release.id.text)
    member("title", release.title)
    member("artist", release.artist)
    member("year", release.year)
    member("medium", release.medium.rawValue)
    member("label", release.label)
    member("catalogNumber", release.catalogNumber)
    member("status", release.status.rawValue)
    member("barcode", release.barcode?.key)
    member("version", release.version)
  }

  mutating func opened(_ opened: Catalogue.Opened) {
    let detail = opened.detail
    object { json in
      json.briefMembers(opened.release)
      json.member("country", opened.release.country)
      json.member("released", detail.released)
      json.member("notes", detail.notes)
      json.key("genres")
      json.array(detail.genres) { $0.string($1) }
      json.key("styles")
      json.array(detail.styles) { $0.string($1) }
      json.key("artists")
      json.array(detail.artists) { json, artist in
        json.object { json in
          json.member("name", artist.name)
          json.member("join", artist.join)
          json.member("role", artist.role)
        }
      }
      json.key("labels")
      json.array(detail.labels) { json, label in
        json.object { json in
          json.member("name", label.name)
          json.member("catalogNumber", label.catalogNumber)
        }
      }
      json.key("formats")
      json.array(detail.formats) { $0.format($1) }
      json.key("tracks")
      json.array(detail.tracks) { $0.track($1) }
      json.key("identifiers")
      json.array(detail.identifiers) { json, identifier in
        json.object { json in
          json.member("type", identifier.type)
          json.member("value", identifier.value)
          json.member("description", identifier.note)
        }
      }
      json.key("copies")
      json.array(opened.copies) { $0.brief($1) }
      if let source = detail.source {
        json.key("source")
        json.object { json in
          json.member("name", source.name)
          json.member("id", source.id)
          json.member("url", source.url)
          json.member("fetchedAt", source.fetchedAt.description)
        }
      }
    }
  }

  private mutating func format(_ format: Format) {
    object { json in
      json.member("name", format.name)
      json.member("qty", format.quantity)
      json.member("text", format.text)
      json.key("descriptions")
      json.array(format.descriptions) { $0.string($1) }
    }
  }

  private mutating func track(_ track: Track) {
    object { json in
      json.member("kind", track.kind.rawValue)
      json.member("position", track.position)
      json.member("title", track.title)
      json.member("duration", track.seconds.map { duration($0) })
      if !track.parts.isEmpty {
        json.key("tracks")
        json.array(track.parts) { $0.track($1) }
      }
    }
  }

}

/// Returns a duration in the usual notation: 3:32, 1:02:33.
private func duration(_ seconds: Int) -> String {
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return seconds < 3600
    ? "\(seconds / 60):\(two(seconds % 60))"
    : "\(seconds / 3600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
}
