import Deadwax
import LabelJobs
import Storage
import TestSupport
import Testing

/// Tests of the labels of copies that have recordings of shows.
@Suite(.serialized, .ownThread, .timeLimit(.minutes(25))) struct ShowLabelTests {
  @Test func `the label of a copy with a recording of a show has the day, the venue and the kind of source`() throws {
    let press = try LabelLibrary()
    defer { press.end() }
    try press.database.write { [copies = press.copies] transaction in
      var show = Show(
        id: "1977-05-08-barton-hall-ithaca-ny-usa", date: "1977-05-08", band: "Grateful Dead", venue: "Barton Hall")
      (show.city, show.state) = ("Ithaca", "NY")
      try transaction.store(show)
      try transaction.insert(ShowRecording(identifier: "gd77", show: show.id, sourceType: .soundboard))
      try transaction.bind(copies[0].id, toShow: show.id, recording: "gd77")
    }
    let job = try press.make(LabelOrder(subjects: .copies(["1"]), layout: "a4-3x8"))
    let label = try #require(try press.database.read { try $0.labels(of: job.id) }.first?.label)
    #expect(label.heading == "1977-05-08 Barton Hall, Ithaca, NY")
    #expect(label.details == ["Grateful Dead", "CAT 1 · SBD · No.\u{A0}1", "Shelf\u{A0}3"])
  }
}
