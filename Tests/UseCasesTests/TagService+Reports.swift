import Deadwax
import Intake
import ReaderProtocol
import TagJobs

/// Reports of a reader, as its intake makes them: the presence first, then the service.
extension TagService {
  /// Notes a tag on a reader. Its scan, or `arrived`, follows.
  func note(_ tag: PresentTag) {
    if !presence.has(.tags, tag.reader) { presence.start(tag.reader, [.tags, .presence, .write], tag.since) }
    presence.appear(.tag(tag.uid), at: tag.reader, tag: tag, tag.since)
  }

  /// Reports a tag that is on a reader without a new scan.
  func reportStay(_ tag: PresentTag) {
    note(tag)
    arrived(tag)
  }

  /// Reports that a tag left a reader.
  func reportDeparture(_ uid: TagID, from reader: String, at station: Station.Name) {
    presence.leave(.tag(uid), at: reader)
    left(uid, from: reader, at: station)
  }

  /// Reports that a reader's program ended.
  func reportEnd(_ reader: String) {
    presence.end(reader)
    readerIsGone(reader)
  }
}
