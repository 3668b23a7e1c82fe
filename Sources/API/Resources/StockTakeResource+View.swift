internal import StockTakes
internal import Wire

extension StockTakeResource {
  init(_ view: StockTakeView) {
    self.init(
      view.take, expected: view.expected, counts: view.counts, exceptions: view.exceptions, again: view.again,
      stations: view.stations, lateScans: view.lateScans, isUndone: view.isUndone)
  }
}

extension StockTakeEntryResource {
  init(_ view: StockTakeEntryView) {
    self.init(
      view.entry, number: view.number, title: view.title, artist: view.artist, shelfMark: view.shelfMark,
      place: view.placeName, slot: view.slotNumber, seenIn: view.seenIn, listCode: view.listCode)
  }
}

extension StockTakeScanResource {
  init(_ view: StockTakeScanView) {
    self.init(
      view.scan, receivedAt: view.receivedAt, class: view.class, isAgain: view.isAgain, title: view.title,
      artist: view.artist, number: view.number, place: view.placeName)
  }
}

extension StockTakePreviewResource {
  init(_ preview: StockTakePreview) {
    self.init(
      counts: preview.counts, effects: preview.effects,
      uncounted: preview.uncounted.map { Uncounted(place: $0.place, name: $0.name, copies: $0.copies) },
      awaited: preview.awaited, digest: preview.digest)
  }
}
