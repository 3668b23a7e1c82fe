import Deadwax
import ReaderProtocol
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ReaderLineTests {
  static let id = Reading.ID(digest: 1, 2)
  static let at = Timestamp(milliseconds: 1_795_165_520_123)

  static let messages: [ReaderMessage] = [
    .hello(ReaderMessage.Hello(reader: .camera, device: "/dev/video0", capabilities: ["preview"])),
    .code(
      ReaderMessage.CodeSeen(
        event: .appeared, id: id, at: at, symbology: .ean13, text: "5099902988023", raw: [0, 255], isVerified: true,
        quality: 0.5, frames: 3, points: [ReaderMessage.Point(x: 1, y: -2)])),
    .code(
      ReaderMessage.CodeSeen(event: .left, id: id, at: at, symbology: .qr, text: "line\nfeed \"quoted\" \u{1F3B5}")),
    .tag(
      ReaderMessage.TagSeen(
        event: .arrived, id: id, at: at, uid: TagUID([4, 1, 2, 3, 4, 5, 6]) ?? ReaderLineTests.fallback,
        kind: "NTAG213",
        ndef: [0xD1], code: "DW:I:00000000000014", fault: "crc")),
    .state(ReaderState(.absent, reason: "The camera is not there.", hint: "Plug it in.")),
    .result(ReaderMessage.Result(of: "7", isDone: false, detail: "no")),
    .preview(jpeg: [0xFF, 0xD8]),
  ]
  static let fallback = TagUID([0, 0, 0, 0]) ?? { preconditionFailure("four bytes are a UID") }()

  @Test(arguments: messages)
  func `a message comes back as it was sent`(message: ReaderMessage) throws {
    let line = ReaderLine.encode(message)
    #expect(line.last == UInt8(ascii: "\n"))
    #expect(line.dropLast().allSatisfy { $0 != UInt8(ascii: "\n") })
    #expect(try ReaderLine.decodeReader(line) == message)
  }

  @Test(arguments: [HostMessage.preview(framesPerSecond: 4), .preview(framesPerSecond: 0), .stop])
  func `an order comes back as it was sent`(message: HostMessage) throws {
    #expect(try ReaderLine.decodeHost(ReaderLine.encode(message)) == message)
  }

  @Test func `a line cut off anywhere is unreadable and nothing worse`() {
    for message in Self.messages {
      let line = ReaderLine.encode(message).dropLast()
      for length in 0..<line.count {
        #expect(throws: ReaderLine.Unreadable.self) { try ReaderLine.decodeReader(line.prefix(length)) }
      }
    }
  }

  @Test(arguments: [
    "[]", "null", "7", #"{"type":7}"#, #"{"type":"nonsense"}"#,
    #"{"type":"hello","reader":"camera","version":2,"device":"x"}"#,
    #"{"type":"hello","reader":"toaster","version":1,"device":"x"}"#,
    #"{"type":"code","event":"appeared","id":"1","at":"2026-11-20T09:05:20Z","symbology":"QR","text":"x"}"#,
    #"{"type":"tag","event":"arrived","id":"0192f0c4-7b1a-7000-8000-000000000000","at":"2026-11-20T09:05:20Z","uid":"04"}"#,
    #"{"type":"state","state":"happy"}"#, #"{"type":"preview","jpeg":"*"}"#,
  ])
  func `what is not of the protocol says why`(line: String) {
    #expect(throws: ReaderLine.Unreadable.self) { try ReaderLine.decodeReader(line.utf8) }
  }

  @Test func `a line of more than 64 KiB is refused unless it is a picture`() {
    let long = #"{"type":"state","state":"ready","reason":""# + String(repeating: "x", count: 70_000) + #""}"#
    #expect(throws: ReaderLine.Unreadable.self) { try ReaderLine.decodeReader(long.utf8) }
    let picture = ReaderLine.encode(.preview(jpeg: Array(repeating: 7, count: 100_000)))
    #expect(throws: Never.self) { try ReaderLine.decodeReader(picture) }
  }
}
