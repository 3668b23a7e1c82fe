import Deadwax
import Intake
import ReaderProtocol
import Testing

@Suite(.timeLimit(.minutes(5)))
struct PresenceTests {
  private let presence = Presence(grace: .seconds(5))
  private let start = Timestamp(milliseconds: 1_795_165_520_000)

  /// Reports a code in view, and returns true if that is a scan.
  private func appear(_ text: String, at reader: String = "camera", _ now: Timestamp) -> Bool {
    presence.appear(.code(.qr, text), at: reader, tag: nil, now)
  }

  /// Reports a tag, and returns true if that is a scan.
  private func lay(_ uid: TagID, on reader: String, _ now: Timestamp, at station: Station.Name = .hubStation) -> Bool {
    presence.appear(
      .tag(uid), at: reader, tag: PresentTag(uid: uid, reader: reader, station: station, since: now), now)
  }

  private func tag(_ last: Int) throws -> TagID { try #require(TagID(.nfcA, [4, 0xA2, 0xB3, UInt8(last)])) }

  @Test func `an object that stays is one scan; removed and placed again it is two`() {
    #expect(appear("1", start))
    #expect(!appear("1", start + .seconds(3600)))
    presence.leave(.code(.qr, "1"), at: "camera")
    #expect(appear("1", start + .seconds(3601)))
  }

  @Test func `two readers see for themselves, and two codes are two things`() {
    #expect(appear("x", start))
    #expect(appear("x", at: "second camera", start))
    #expect(appear("y", start))
    #expect(presence.appear(.code(.ean13, "x"), at: "camera", tag: nil, start))
    #expect(presence.count(at: "camera", start) == 3)
  }

  @Test func `a restarted reader does not scan again what is still there`() {
    #expect(appear("x", start))
    presence.start("camera", [.codes], start + .seconds(10))
    #expect(!appear("x", start + .seconds(11)))
    // Reported again, it counts as still there.
    #expect(!appear("x", start + .seconds(60)))
  }

  @Test func `a copy that was removed while a reader was down is a scan when it returns`() {
    #expect(appear("x", start))
    presence.start("camera", [.codes], start + .seconds(10))
    #expect(presence.count(at: "camera", start + .seconds(14)) == 1)
    #expect(presence.count(at: "camera", start + .seconds(15)) == 0)
    #expect(appear("x", start + .seconds(15)))
  }

  @Test func `a restart of another reader changes nothing`() {
    #expect(appear("x", start))
    presence.start("nfc", [.tags], start)
    #expect(!appear("x", start + .seconds(60)))
  }

  @Test func `a scan that could not be stored is one again, although its object is still there`() throws {
    let uid = try tag(1)
    #expect(lay(uid, on: "nfc", start))
    presence.retract(.tag(uid), at: "nfc")
    #expect(presence.place(of: uid) != nil)
    #expect(lay(uid, on: "nfc", start + .seconds(1)))
    #expect(!lay(uid, on: "nfc", start + .seconds(2)))
  }

  @Test func `a tag keeps its time, and is found in either byte order until it leaves or its reader ends`() throws {
    let uid = try tag(1)
    for seconds in 0...2 { _ = lay(uid, on: "nfc", start + .seconds(seconds)) }
    #expect(presence.place(of: uid.reversed)?.tag.since == start)
    presence.note(uid.reversed) { $0.capacity = 137 }
    #expect(presence.tags(at: .hubStation).map(\.capacity) == [137])

    presence.end("nfc")
    #expect(presence.place(of: uid) == nil && presence.tags(on: "nfc").isEmpty)
    // Back on its reader it is known again, and no new scan.
    presence.start("nfc", [.tags], start + .seconds(3))
    #expect(presence.place(of: uid) == nil)
    #expect(!lay(uid, on: "nfc", start + .seconds(4)))
    #expect(presence.place(of: uid)?.tag.since == start + .seconds(4))
    presence.leave(.tag(uid), at: "nfc")
    #expect(presence.place(of: uid) == nil && presence.count(at: "nfc", start) == 0)
  }

  @Test func `a writing reader counts its tags, one made for many counts one, and others count none`() throws {
    presence.start("reads", [.tags], start)
    presence.start("writes", [.tags, .write], start)
    presence.start("many", [.tags, .write, .many], start)
    for (index, reader) in ["reads", "writes", "writes", "many", "many"].enumerated() {
      _ = lay(try tag(index), on: reader, start)
    }
    let counts = try (0..<5).map { presence.countForWriting(try tag($0)) }
    #expect(counts == [0, 2, 2, 1, 1])
    // A tag that a gate and a writing reader see is on the writing one.
    for index in 10..<20 { _ = lay(try tag(index), on: "gate \(index)", start) }
    for index in 10..<20 { _ = lay(try tag(index), on: "writes", start) }
    let readers = try (10..<20).map { presence.place(of: try tag($0))?.tag.reader }
    #expect(Set(readers) == ["writes"])
    #expect(!presence.has(.write, "a reader without a hello"))
  }

  @Test func `each station has its own tags, the oldest first`() throws {
    let door = try #require(Station.Name("door"))
    let tags = try (0..<4).map(tag)
    for (tag, seconds) in zip(tags, [1, 3, 2]) { _ = lay(tag, on: "gate", start + .seconds(seconds), at: door) }
    _ = lay(tags[3], on: "nfc", start)
    #expect(presence.tags(at: door).map(\.uid) == [tags[0], tags[2], tags[1]])
    #expect(presence.tags(at: .hubStation).map(\.uid) == [tags[3]])
  }

  @Test func `a hand holds tags of other readers that are not made for many`() throws {
    presence.start("gate", [.tags, .many], start)
    presence.start("nfc", [.tags, .write], start)
    let tags = try (0..<3).map(tag)
    for (tag, reader) in zip(tags, ["gate", "nfc", "camera"]) { _ = lay(tag, on: reader, start) }
    #expect(presence.tagsInHand(besides: "camera", at: .hubStation).map(\.uid) == [tags[1]])
    #expect(presence.tagsInHand(besides: "nfc", at: .hubStation).map(\.uid) == [tags[2]])
    #expect(presence.tags(at: .hubStation).count == 3)
  }
}
