import Deadwax
import Demo
import Foundation
import HTTPClient
import HTTPServer
import Log
import TestSupport
import Testing
import VirtualChip
import VirtualHardware

/// Tests of the virtual hardware's NFC reader, over HTTP like its page.
@Suite(.timeLimit(.minutes(5)))
final class TablePadTests {
  private let chip: VirtualChip
  private let server: HTTPServer
  private let folder: TemporaryFolder
  private let http = HTTPClient(userAgent: "Deadwax-test/1", timeout: .seconds(60))

  init() throws {
    let library = try DemoLibrary(path: Repository.path("demo/library.json"))
    folder = try TemporaryFolder()
    chip = try VirtualChip()
    let table = VirtualTable(library, chip: chip, pictures: folder.path)
    let standIn = try DiscogsStandIn(library: library)
    server = try HTTPServer(
      configuration: HTTPServerConfiguration(port: 0), router: Router(TableRoutes(table, network: standIn).routes),
      logger: .standardError(part: "test", threshold: .error))
  }

  deinit { server.stop() }

  private func request(_ path: String, _ body: String? = nil) throws -> (status: Int, table: [String: Any]) {
    let answer = try http.send(
      HTTPClientRequest(
        body == nil ? .get : .post, "http://127.0.0.1:\(server.port)\(path)",
        headers: ["content-type": "application/json"], body: Array((body ?? "").utf8)))
    return (answer.status, try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any] ?? [:])
  }

  private func part(_ table: [String: Any], _ name: String) -> [String: Any] { table[name] as? [String: Any] ?? [:] }

  private func trouble(_ table: [String: Any]) -> [String: Any] { part(part(table, "chip"), "trouble") }

  @Test func `loose tags lie on the table, each kind`() throws {
    let items = try request("/table").table["items"] as? [[String: Any]] ?? []
    let tags = items.filter { $0["kind"] as? String == "tag" }
    #expect(tags.allSatisfy { $0["hasTag"] as? Bool == true && $0["hasBarcode"] as? Bool == false })
    let names = Set(tags.compactMap { $0["id"] as? String })
    for name in [
      "ntag213-1", "ntag213-6", "ntag215", "ntag216", "ultralight", "foreign", "locked", "password", "worn",
      "type4", "classic", "phone",
    ] {
      #expect(names.contains("tag-\(name)"))
    }
    // All items on the table have different UIDs.
    let laid = try items.filter { $0["hasTag"] as? Bool == true }.compactMap { $0["id"] as? String }.map { name in
      _ = try request("/table/pad", #"{"lay":"\#(name)"}"#)
      return try #require(chip.cards.first?.uid)
    }
    #expect(Set(laid).count == laid.count)
    let picture = try http.send(
      HTTPClientRequest(.get, "http://127.0.0.1:\(server.port)/table/items/tag-phone/picture"))
    #expect(picture.status == 200)
  }

  @Test(
    arguments: [
      ("/table/camera", #"{"show":null,"blur":9}"#, 422), ("/table/camera", #"{"show":null,"turn":181}"#, 422),
      ("/table/camera", #"{"show":null,"light":-0.1}"#, 422), ("/table/camera", #"{"blur":1}"#, 400),
      ("/table/network", "{}", 400), ("/table/network", #"{"fault":"x"}"#, 422), ("/table/pad", "{}", 400),
      ("/table/camera", #"{"show":null,"blur":8,"turn":-180,"light":0}"#, 202),
      ("/table/network", #"{"fault":null}"#, 202),
      ("/table/pad", #"{"lay":null}"#, 202),
    ] as [(String, String, Int)])
  func `a missing member and a number outside its range are refused`(_ path: String, _ body: String, _ status: Int)
    throws
  {
    #expect(try request(path, body).status == status)
  }

  @Test func `one thing, two things and nothing are laid on the pad`() throws {
    #expect(try request("/table/pad", #"{"lay":"tag-ntag215"}"#).status == 202)
    var answer = try request("/table/pad", #"{"lay":["tag-ntag213-1","tag-classic"]}"#)
    #expect(answer.status == 202)
    #expect(part(answer.table, "pad")["laid"] as? [String] == ["tag-ntag213-1", "tag-classic"])
    #expect(part(answer.table, "pad")["lay"] as? String == "tag-ntag213-1")
    #expect(chip.cards.map(\.kind) == ["ntag213", "classic1k"])
    for body in [#"{"lay":["tag-classic","tag-classic"]}"#, #"{"lay":["nothing"]}"#, #"{"lay":7}"#, "lay"] {
      #expect(try request("/table/pad", body).status >= 400)
    }
    #expect(chip.cards.count == 2, "what cannot be changes nothing")
    answer = try request("/table/pad", #"{"lay":null}"#)
    #expect(chip.cards.isEmpty && part(answer.table, "pad")["lay"] == nil)
  }

  @Test func `data written to a tag stays on it`() throws {
    _ = try request("/table/pad", #"{"lay":"tag-ntag213-2"}"#)
    let uid = try #require(chip.cards.first?.uid)
    chip.poke(uid, [0xCA, 0xFE], at: 40)
    _ = try request("/table/pad", #"{"lay":"tag-ntag215"}"#)
    _ = try request("/table/pad", #"{"lay":"tag-ntag213-2"}"#)
    #expect(chip.card(uid)?.eeprom.bytes[40...41] == [0xCA, 0xFE])
  }

  @Test func `faults are set, shown and cleared`() throws {
    _ = try request("/table/pad", #"{"lay":"tag-ntag213-1"}"#)
    var answer = try request(
      "/table/pad/trouble",
      #"{"tear":{"write":3,"moment":"partial"},"weak":5,"worn":9,"silent":true,"fault":{"fault":"late","always":true}}"#
    )
    #expect(answer.status == 202)
    let reported = trouble(answer.table)
    #expect(part(reported, "tear")["write"] as? Int == 3 && part(reported, "tear")["moment"] as? String == "partial")
    #expect(reported["weak"] as? Int == 5 && reported["worn"] as? [Int] == [9] && reported["silent"] as? Bool == true)
    #expect((reported["faults"] as? [[String: Any]])?.first?["fault"] as? String == "late")
    #expect(chip.tear == TornWrite(write: 3, moment: .partial) && chip.weakEvery == 5 && chip.isSilent)
    // Omitted members are unchanged; null clears.
    answer = try request("/table/pad/trouble", #"{"tear":null,"silent":false}"#)
    #expect(chip.tear == nil && chip.weakEvery == 5 && !chip.isSilent)
    answer = try request("/table/pad/trouble", #"{"weak":null,"worn":null,"fault":null}"#)
    #expect(chip.weakEvery == nil && chip.troubles.isEmpty && chip.cards.first?.eeprom.wornPages == [])
    answer = try request("/table/pad/trouble", #"{"unplug":true}"#)
    #expect(trouble(answer.table)["unplug"] as? Bool == true && !chip.isPluggedIn)
    answer = try request("/table/pad/trouble", #"{"unplug":false}"#)
    #expect(chip.isPluggedIn)
  }

  @Test(arguments: [
    #"{"tear":{"write":0,"moment":"before"}}"#, #"{"tear":{"write":1,"moment":"never"}}"#, #"{"weak":0}"#,
    #"{"worn":9}"#, #"{"fault":{"fault":"tired"}}"#, #"{"fault":{"fault":"late","command":"InNothing"}}"#,
    #"{"wear":"out"}"#, #"{"silent":"yes"}"#, #"{"weak":5,"tear":{"write":1}}"#, "no",
  ])
  func `trouble that cannot be is refused and changes nothing`(body: String) throws {
    let answer = try request("/table/pad/trouble", body)
    #expect((400..<500).contains(answer.status), "\(answer)")
    #expect(chip.tear == nil && chip.weakEvery == nil && chip.troubles.isEmpty && !chip.isSilent)
  }

  @Test func `the chip's counters are shown`() throws {
    let answer = try request("/table").table
    let chip = part(answer, "chip")
    #expect(chip["writes"] as? Int == 0 && chip["field"] as? Bool == false && chip["commands"] as? Int == 0)
    #expect((chip["recent"] as? [Any])?.isEmpty == true)
  }
}
