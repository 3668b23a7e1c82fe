internal import Concerts
internal import Deadwax
internal import Wire

extension ShowResource {
  init(_ view: ShowView) {
    self.init(
      view.show,
      sets: view.sets.map { set in
        SetDetail(name: set.set, songs: set.songs.map { Song(title: $0.name, isSegue: $0.segue ?? false) })
      },
      musicians: view.musicians.map { Musician(name: $0.name, instruments: $0.instruments) },
      recordings: view.recordings)
    previous = view.previous.map { ShowSummary($0) }
    next = view.next.map { ShowSummary($0) }
    collections = view.collections.map { ConcertCollectionResource($0) }
    library = view.entry.map { ShowLibraryResource($0) }
    copies = view.copies.map { BoundCopy(copy: CopySummary($0.copy), recording: $0.binding.recording) }
  }
}

extension ShowCopyResource {
  init(_ view: ShowCopyView) {
    self.init(view.binding, copy: view.copy, show: view.show, recording: view.recording)
  }
}

extension ConcertCatalogueResource {
  init(_ summary: CatalogueSummary) {
    self.init(
      package: summary.version.map { ConcertPackageResource($0) },
      statistics: summary.statistics.map { SourceStatistic($0) })
  }
}

extension ConcertImportResource {
  init(_ view: ConcertImport) {
    self.init(id: view.id.text, state: view.phase.rawValue, phase: view.step.rawValue, bytes: view.bytes)
    (processed, total) = (view.processed, view.total)
    current = view.current.isEmpty ? nil : view.current
    package = view.version.map { ConcertPackageResource($0) }
    (shows, recordings, collections) = (view.shows, view.recordings, view.collections)
    unnamedRecordings = view.unnamedRecordings
    (removedShows, keptShows) = (view.removedShows, view.keptShows)
    faults = view.faults.map { FileFault(file: $0.file, detail: $0.sentence) }
    faultCount = view.faultCount
    detail = view.fault?.description
  }
}

extension ArchivedItemResource {
  init(_ item: ArchivedItem) {
    self.init(
      tracks: item.tracks.map {
        Track(
          number: $0.number, title: $0.title, seconds: $0.seconds, file: $0.file, format: $0.format,
          address: $0.address)
      },
      reviews: item.reviews.map {
        Review(title: $0.title, reviewer: $0.reviewer, date: $0.date, stars: $0.stars, text: $0.text)
      },
      fetchedAt: item.fetchedAt)
    (title, creator, date, venue) = (item.facts.title, item.facts.creator, item.facts.date, item.facts.venue)
    (place, source, lineage, taper) = (item.facts.place, item.facts.source, item.facts.lineage, item.facts.taper)
    (transferer, description) = (item.facts.transferer, item.facts.description)
  }
}
