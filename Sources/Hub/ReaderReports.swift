internal import Deadwax
internal import Intake
internal import Log
internal import Scanning
internal import TagJobs

/// The reports of the readers of one station, on their way to the services of the hub.
struct ReaderReports: Sendable {
  let station: Station.Name
  let scans: ScanService
  let tags: TagService
  let plays: PresencePlayService
  let logger: Logger

  /// Passes a report on. Called on the reader's lane; returns at once.
  func take(_ report: ReadingIntake.Report, from reader: String) {
    switch report {
    case .scan(let scan):
      accept(scan)
      if let tag = scan.tag { plays.arrived(tag) }
    case .codeLeft(let text, let symbology): scans.left(text, symbology, from: reader, at: station)
    case .tagStayed(let tag):
      tags.arrived(tag)
      plays.arrived(tag)
    case .tagLeft(let uid):
      tags.left(uid, from: reader, at: station)
      plays.left(uid, from: reader, at: station)
    case .tagsUnknown:
      tags.readerIsGone(reader)
      plays.readerIsGone(reader, at: station)
    case .isReady(let isReady): tags.reader(reader, isReady: isReady)
    case .result(let result): tags.took(result, from: reader)
    }
  }

  private func accept(_ scan: ReadingIntake.Scan) {
    scans.accept(scan.reading, station: station, reader: scan.reader, tag: scan.tag) { [tags, logger] result in
      guard case .failure(let error) = result else { return }
      // The reading was never acknowledged; a new presentation is a new attempt.
      logger.error("could not record a reading of \(scan.reader): \(error)")
      if let object = scan.object { tags.presence.retract(object, at: scan.reader) }
    }
  }
}
