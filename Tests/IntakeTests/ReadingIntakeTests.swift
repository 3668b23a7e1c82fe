import Deadwax
import Intake
import ReaderProtocol
import Testing
import Threads

/// Tests of the intake that a hub and an offline station share.
@Suite(.timeLimit(.minutes(5)))
struct ReadingIntakeTests {
  private let presence = Presence()
  private let reports = Locked<[String]>([])
  private let scans = Locked<[ReadingIntake.Scan]>([])
  private let intake: ReadingIntake

  init() {
    intake = ReadingIntake(station: .hubStation, presence: presence) { [reports, scans] report, reader in
      if case .scan(let scan) = report { scans.withLock { $0.append(scan) } }
      reports.withLock { $0.append("\(reader): \(Self.word(report))") }
    }
  }

  private static func word(_ report: ReadingIntake.Report) -> String {
    switch report {
    case .scan(let scan): "scan \(scan.reading.text)"
    case .codeLeft(let text, let symbology): "left \(symbology) \(text)"
    case .tagStayed(let tag): "stayed \(tag.uid)"
    case .tagLeft(let uid): "left \(uid)"
    case .tagsUnknown: "tags unknown"
    case .isReady(let isReady): isReady ? "ready" : "not ready"
    case .result(let result): "result \(result.of)"
    }
  }

  private func hello(_ reader: String, _ capabilities: Set<ReaderCapability>) throws {
    let kind = try #require(ReaderKind(rawValue: "made-up"))
    intake.take(.hello(ReaderMessage.Hello(reader: kind, device: "", capabilities: capabilities)), from: reader)
  }

  private func code(_ event: ReaderMessage.CodeSeen.Event, _ text: String, from reader: String = "camera") {
    let seen = ReaderMessage.CodeSeen(event: event, id: .new(at: .now()), at: .now(), symbology: .qr, text: text)
    intake.take(.code(seen), from: reader)
  }

  private func tag(
    _ event: ReaderMessage.TagSeen.Event, _ uid: String = "04A2B3C4D5E680", access: String? = nil,
    from reader: String = "nfc"
  ) throws {
    let uid = try #require(TagID(uid))
    let seen = ReaderMessage.TagSeen(event: event, id: .new(at: .now()), at: .now(), uid: uid, access: access)
    intake.take(.tag(seen), from: reader)
  }

  private var told: [String] { reports.withLock { $0 } }

  @Test func `a code in view is one scan, and each code of a reader without presence is one`() throws {
    try hello("camera", [.codes, .presence])
    for _ in 1...3 { code(.appeared, "A") }
    code(.left, "A")
    code(.appeared, "A")
    for _ in 1...2 { code(.scanned, "B", from: "scanner") }
    #expect(told == ["camera: scan A", "camera: left QR A", "camera: scan A", "scanner: scan B", "scanner: scan B"])
    #expect(scans.withLock { $0.map(\.object) } == [.code(.qr, "A"), .code(.qr, "A"), nil, nil])
    #expect(intake.present(at: "camera") == 1 && intake.present(at: "scanner") == 0)
  }

  @Test func `a tag is a scan with its facts, then stays, then leaves`() throws {
    try hello("nfc", [.tags, .write])
    try tag(.arrived, access: "locked")
    try tag(.arrived, access: "a word of a later version")
    #expect(presence.tags(at: .hubStation).map(\.access) == [nil])
    try tag(.left)
    #expect(
      told == [
        "nfc: tags unknown", "nfc: scan 04A2B3C4D5E680", "nfc: stayed 04A2B3C4D5E680", "nfc: left 04A2B3C4D5E680",
      ])
    #expect(scans.withLock { $0.first?.tag?.access } == .locked && presence.tags(at: .hubStation).isEmpty)
  }

  @Test func `a reader that ends and returns scans nothing again`() throws {
    try hello("gate", [.tags, .many])
    let epcs = (10..<60).map { "epc:3034257B\($0)\($0)" }
    for epc in epcs { try tag(.arrived, epc, from: "gate") }
    #expect(intake.present(at: "gate") == 50 && presence.tags(on: "gate").count == 50)
    intake.ended("gate")
    #expect(presence.tags(on: "gate").isEmpty)
    try hello("gate", [.tags, .many])
    for epc in epcs { try tag(.arrived, epc, from: "gate") }
    #expect(scans.withLock { $0.count } == 50 && presence.tags(on: "gate").count == 50)
    #expect(told.count { $0.contains("stayed") } == 50 && told.count { $0 == "gate: tags unknown" } == 3)
  }

  @Test func `the end of a reader without tags, states, results and pictures change no presence`() throws {
    try hello("camera", [.codes, .presence, .preview])
    code(.appeared, "A")
    intake.ended("camera")
    intake.take(.state(ReaderState(.ready)), from: "camera")
    intake.take(.state(ReaderState(.stalled)), from: "camera")
    intake.take(.result(ReaderMessage.Result(of: "41", isDone: true)), from: "nfc")
    intake.take(.preview(jpeg: [1, 2]), from: "camera")
    #expect(told == ["camera: scan A", "camera: ready", "camera: not ready", "nfc: result 41"])
    #expect(intake.picture(of: "camera") == [1, 2] && intake.picture(of: "nfc") == nil)
    #expect(intake.present(at: "camera") == 1)
  }
}
