internal import Circulation
internal import Deadwax
internal import Messages
internal import OfflineStation

extension JSONWriter {
  /// Writes the result of merging an entry, for the station.
  mutating func verdict(_ verdict: MergeResult) {
    object { json in
      json.member("sequence", Int(verdict.sequence))
      json.member("state", verdict.state.rawValue)
      json.member("code", verdict.code.rawValue)
      json.key("reasons")
      json.array(verdict.reasons) { $0.string($1.rawValue) }
    }
  }

  /// Writes a merged entry with its result, for staff.
  mutating func offline(_ view: MergedEntryView, _ words: Messages) {
    let (item, entry) = (view.item, view.item.entry)
    object { json in
      json.member("id", item.id.text)
      json.member("station", item.station.text)
      json.member("journal", item.journal.text)
      json.member("sequence", Int(entry.sequence))
      json.member("at", entry.at.description)
      json.member("mergedAt", item.mergedAt.description)
      json.member("mode", entry.mode.rawValue)
      json.member("act", entry.act.rawValue)
      json.member("text", entry.code)
      json.member("symbology", entry.symbology.rawValue)
      json.member("card", entry.card)
      json.member("reader", entry.reader)
      json.member("displayed", entry.displayed.rawValue)
      json.member("state", item.verdict.state.rawValue)
      json.member("code", item.verdict.code.rawValue)
      json.member("title", words.title(of: Outcome(item.verdict.code, mode: entry.mode), in: .english))
      json.key("reasons")
      json.array(item.verdict.reasons) { json, code in
        json.object { json in
          json.member("code", code.rawValue)
          json.member("title", words.title(of: Outcome(code, mode: entry.mode), in: .english))
        }
      }
      json.member("open", item.isOpen)
      json.member("scan", item.scan.text)
      json.member("change", view.change?.id.text)
      if let release = view.release {
        json.key("release")
        json.object { json in
          json.member("id", release.id.text)
          json.member("title", release.title)
          json.member("artist", release.artist)
        }
      }
      if let copy = view.copy {
        json.key("copy")
        json.object { json in
          json.member("id", copy.id.text)
          json.member("number", copy.number)
          json.member("code", copy.code.description)
        }
      }
      if let borrower = view.borrower {
        json.key("borrower")
        json.object { json in
          json.member("id", borrower.id.text)
          json.member("shortName", borrower.shortName)
        }
      }
      json.member("doneAt", item.doneAt?.description)
      json.member("doneBy", item.doneBy)
      json.member("note", item.note)
    }
  }
}
