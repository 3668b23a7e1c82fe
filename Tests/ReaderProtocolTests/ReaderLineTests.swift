import Deadwax
import ReaderProtocol
import Testing

@Suite(.timeLimit(.minutes(5)))
struct ReaderLineTests {
  static let id = Reading.ID(digest: 1, 2)
  static let at = Timestamp(milliseconds: 1_795_165_520_123)

  static let messages: [ReaderMessage] = [
    .hello(ReaderMessage.Hello(reader: .camera, device: "/dev/video0", capabilities: [.codes, .preview])),
    .code(
      ReaderMessage.CodeSeen(
        event: .appeared, id: id, at: at, symbology: .ean13, text: "5099902988023", raw: [0, 255], isVerified: true,
        quality: 0.5, frames: 3, points: [ReaderMessage.Point(x: 1, y: -2)])),
    .code(
      ReaderMessage.CodeSeen(event: .left, id: id, at: at, symbology: .qr, text: "line\nfeed \"quoted\" \u{1F3B5}")),
    .tag(
      ReaderMessage.TagSeen(
        event: .arrived, id: id, at: at, uid: TagID(.nfcA, [4, 1, 2, 3, 4, 5, 6]) ?? ReaderLineTests.fallback,
        kind: "NTAG213",
        ndef: [0xD1], code: "DW:I:00000000000014", fault: "crc", capacity: 137, access: "writable", content: "own")),
    .state(ReaderState(.absent, reason: "The camera is not there.", hint: "Plug it in.")),
    .result(ReaderMessage.Result(of: "7", isDone: false, detail: "no")),
    .result(
      ReaderMessage.Result(
        of: "8", isDone: true, outcome: "tag-written", hasBegun: true, form: "full", kind: "NTAG213", capacity: 137,
        writes: 21, reads: 4, milliseconds: 287)),
    .preview(jpeg: [0xFF, 0xD8]),
  ]
  static let fallback = TagID(.nfcA, [0, 0, 0, 0]) ?? { preconditionFailure("four bytes are a UID") }()

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

  static let orders: [TagOrder] = TagOrder.Action.allCases.flatMap { action in
    [nil, TagOrder.Seal(password: [0x5D, 0x1C, 0, 0xFF], pack: [0x8E, 0x0A])].flatMap { seal in
      [nil, [0, 1, 2, 0xFE] as [UInt8]].flatMap { password in
        [false, true].map { isFull in
          TagOrder(
            id: isFull ? String(repeating: "x", count: 100) : "1", action: action, uid: fallback,
            message: action == .write ? (isFull ? Array(repeating: 0xA5, count: 4096) : [0xD0]) : nil,
            short: action == .write && isFull ? [1, 2, 3] : nil,
            patience: isFull ? TagOrder.patienceLimit : .milliseconds(1), overwrite: action != .seal && isFull,
            password: password, seal: action == .erase ? nil : seal)
        }
      }
    }
  }

  @Test func `an order for a tag comes back as it was sent`() throws {
    #expect(Self.orders.count == 24)
    for order in Self.orders {
      #expect(try ReaderLine.decodeHost(ReaderLine.encode(.tag(order))) == .tag(order), "\(order)")
    }
    #expect(try ReaderLine.decodeHost(ReaderLine.encode(.cancel("41"))) == .cancel("41"))
  }

  @Test func `an incomplete order is refused with the reason`() {
    let order = #""id":"41","uid":"04A1B2C3D4E5F6","deadlineMs":60000"#
    let refused = [
      #"{"type":"write",\#(order)}"#, #"{"type":"write",\#(order),"message":""}"#,
      #"{"type":"write",\#(order),"message":"*"}"#, #"{"type":"write",\#(order),"message":7}"#,
      #"{"type":"write",\#(order),"message":"0A==","short":""}"#,
      #"{"type":"write",\#(order),"message":"\#(String(repeating: "AAAA", count: 1366))"}"#,
      #"{"type":"write",\#(order),"message":"0A==","password":"12345"}"#,
      #"{"type":"write",\#(order),"message":"0A==","password":"1234567G"}"#,
      #"{"type":"write",\#(order),"message":"0A==","seal":{"password":"12345678"}}"#,
      #"{"type":"write",\#(order),"message":"0A==","seal":{"password":"12345678","pack":"123"}}"#,
      #"{"type":"write",\#(order),"message":"0A==","seal":"12345678"}"#,
      #"{"type":"erase","id":"","uid":"04A1B2C3D4E5F6","deadlineMs":1}"#,
      #"{"type":"erase","id":41,"uid":"04A1B2C3D4E5F6","deadlineMs":1}"#,
      #"{"type":"erase","id":"41","uid":"04A1","deadlineMs":1}"#, #"{"type":"erase","id":"41","deadlineMs":1}"#,
      #"{"type":"erase","id":"41","uid":"04A1B2C3D4E5F6"}"#,
      #"{"type":"erase","id":"41","uid":"04A1B2C3D4E5F6","deadlineMs":-1}"#,
      #"{"type":"seal","id":"41","uid":"04A1B2C3D4E5F6","deadlineMs":86400001}"#,
      #"{"type":"cancel"}"#, #"{"type":"cancel","id":""}"#, #"{"type":"burn",\#(order)}"#,
    ]
    for line in refused {
      #expect(throws: ReaderLine.Unreadable.self, "\(line)") { try ReaderLine.decodeHost(line.utf8) }
    }
  }

  @Test func `an order whose parts are null has none`() throws {
    let line = #"{"type":"seal","id":"1","uid":"00000000","deadlineMs":0,"password":null,"seal":null}"#
    let order = TagOrder(id: "1", action: .seal, uid: Self.fallback, patience: .zero)
    #expect(try ReaderLine.decodeHost(line.utf8) == .tag(order))
  }

  @Test func `an order cut off anywhere is unreadable and nothing worse`() {
    for order in Self.orders {
      let line = ReaderLine.encode(.tag(order)).dropLast()
      for length in stride(from: 0, to: line.count, by: line.count > 500 ? 97 : 1) {
        #expect(throws: ReaderLine.Unreadable.self) { try ReaderLine.decodeHost(line.prefix(length)) }
      }
    }
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
    #"{"type":"hello","reader":"Toaster!","version":1,"device":"x"}"#,
    #"{"type":"code","event":"appeared","id":"1","at":"2026-11-20T09:05:20Z","symbology":"QR","text":"x"}"#,
    #"{"type":"tag","event":"arrived","id":"0192f0c4-7b1a-7000-8000-000000000000","at":"2026-11-20T09:05:20Z","uid":"04"}"#,
    #"{"type":"state","state":"happy"}"#, #"{"type":"preview","jpeg":"*"}"#,
    #"{"type":"result","of":"7","done":true,"writes":-1}"#, #"{"type":"result","of":"7","done":true,"ms":"fast"}"#,
  ])
  func `a line outside the protocol is refused with the reason`(line: String) {
    #expect(throws: ReaderLine.Unreadable.self) { try ReaderLine.decodeReader(line.utf8) }
  }

  @Test(arguments: [
    ("quality", "\"good\"", "'quality' has the wrong type"), ("frames", "\"3\"", "'frames' has the wrong type"),
    ("frames", "1.5", "a number that must be whole"), ("frames", "1e99", "a number that must be whole"),
    ("raw", "\"*\"", "'raw': not base64"), ("points", "[[1,2,3]]", "'points"),
  ])
  func `a member of another type is refused with its name`(name: String, value: String, reason: String) throws {
    let line =
      #"{"type":"code","event":"scanned","id":"\#(Self.id.text)","at":"2026-11-20T09:05:20Z","symbology":"QR","text":"x""#
    #expect(throws: Never.self) { try ReaderLine.decodeReader("\(line),\"\(name)\":null}".utf8) }
    let error = #expect(throws: ReaderLine.Unreadable.self) {
      try ReaderLine.decodeReader("\(line),\"\(name)\":\(value)}".utf8)
    }
    #expect(error?.reason.hasPrefix(reason) == true, "\(error?.reason ?? "")")
  }

  @Test func `a capability of a later version is ignored, also with another value`() throws {
    let line =
      #"{"type":"hello","reader":"gate","version":1,"device":"x","capabilities":{"codes":true,"later":{"a":1}}}"#
    let hello = ReaderMessage.Hello(
      reader: try #require(ReaderKind(rawValue: "gate")), device: "x", capabilities: [.codes])
    #expect(try ReaderLine.decodeReader(line.utf8) == .hello(hello))
  }

  @Test func `a line of more than 64 KiB is refused unless it is a picture`() {
    let long = #"{"type":"state","state":"ready","reason":""# + String(repeating: "x", count: 70_000) + #""}"#
    #expect(throws: ReaderLine.Unreadable.self) { try ReaderLine.decodeReader(long.utf8) }
    let picture = ReaderLine.encode(.preview(jpeg: Array(repeating: 7, count: 100_000)))
    #expect(throws: Never.self) { try ReaderLine.decodeReader(picture) }
  }
}
