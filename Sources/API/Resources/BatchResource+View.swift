internal import Deadwax
internal import History
internal import Wire

extension BatchResource {
  init(_ view: UndoService.Batch) {
    self.init(
      id: view.batch.id, station: view.batch.station, settings: Settings(view.batch.settings, place: view.place),
      beganAt: RFC3339Time(view.batch.beganAt), endedAt: RFC3339Time(view.batch.endedAt), count: view.count,
      copies: view.lines.map {
        Line(
          copy: CopySummary($0.copy), release: ReleaseSummary($0.release), change: $0.change, isKept: $0.isKept)
      })
  }
}
