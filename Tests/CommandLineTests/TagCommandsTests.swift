import Foundation
import TestSupport
import Testing

/// Tests of `deadwax tag …` with a fake hub for tags; serialised, like CommandsTests.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct TagCommandsTests {
  private static let copies = ["GET /api/v1/copies": [FakeTagHub.page(FakeTagHub.copy(12))]]

  @Test(
    arguments: [
      ("done", "tag-written", "done", 0), ("done", "tag-unchanged", "duplicate", 0),
      ("failed", "tag-type", "refused", 1),
      ("failed", "tag-locked", "refused", 1), ("failed", "tag-password", "refused", 1),
      ("failed", "tag-too-small", "refused", 1), ("failed", "verify-failed", "refused", 1),
      ("failed", "two-tags", "refused", 4), ("failed", "tag-bound", "needs-confirmation", 5),
      ("failed", "tag-foreign-content", "needs-confirmation", 5), ("failed", "copy-has-tag", "needs-confirmation", 5),
      ("expired", "expired", "refused", 75), ("failed", "tag-lost", "refused", 75),
      ("failed", "reader-fault", "refused", 75), ("cancelled", "cancelled", "noted", 1),
      ("failed", "something-new", "refused", 1),
    ] as [(String, String, String, Int32)])
  func `how a job ends decides the exit code`(
    _ state: String, _ outcome: String, _ status: String, _ code: Int32
  ) async throws {
    let hub = try FakeTagHub(
      Self.copies.merging([
        "POST /api/v1/tag-jobs": [FakeTagHub.job(state, outcome: outcome, status: status, created: 201)]
      ]
      ) {
        $1
      })
    let run = try await hub.run("tag", "write", "12")
    #expect(run.code == code)
    #expect(run.output.first?.contains("It is \(outcome)") == true)
    #expect((run.output.count > 2) == (code != 0))
  }

  @Test func `the command waits for a torn tag for the given time, then leaves it to the hub`() async throws {
    let hub = try FakeTagHub(
      Self.copies.merging([
        "POST /api/v1/tag-jobs": [FakeTagHub.job("torn", created: 201)],
        "GET /api/v1/tag-jobs/\(FakeTagHub.job)": [FakeTagHub.job("torn")],
      ]) { $1 })
    let run = try await hub.run("tag", "write", "12", "--seconds", "1")
    #expect(run.code == 75)
    #expect(run.output.first?.contains("removed too early") == true)
    // The program polls five times a second.
    #expect(hub.sent("GET /api/v1/tag-jobs/\(FakeTagHub.job)").count <= 10)
  }

  @Test(
    arguments: [
      (409, "two-tags", 4, "one"), (409, "tag-bound", 5, "--move"), (409, "copy-has-tag", 5, "--replace"),
      (409, "tag-foreign-content", 5, "--overwrite"), (409, "tag-busy", 4, "tag jobs"),
      (409, "tag-suspect", 1, "another"),
      (422, "tag-random-uid", 1, "Phones"), (409, "tag-locked", 1, "tag bind"), (404, "not-found", 3, nil),
      (503, "not-ready", 75, nil),
    ] as [(Int, String, Int32, String?)])
  func `a refusal is printed with all its reasons and the next step`(
    _ status: Int, _ code: String, _ exit: Int32, _ way: String?
  ) async throws {
    let refusal = FakeTagHub.problem(status, code, "It may not be.", reasons: ["first", "second"])
    let hub = try FakeTagHub(Self.copies.merging(["POST /api/v1/tag-jobs": [refusal]]) { $1 })
    let run = try await hub.run("tag", "write", "12", "--json")
    #expect(run.code == exit)
    #expect(run.output.isEmpty)
    #expect(run.errors.first == "deadwax: It may not be. Because of first. Because of second.")
    if let way { #expect(run.errors.last?.contains(way) == true, "\(run.errors)") }
  }

  @Test func `a tag is waited for, the job is requested again with the same key, and its progress is printed`()
    async throws
  {
    let hub = try FakeTagHub(
      Self.copies.merging([
        "POST /api/v1/tag-jobs": [
          FakeTagHub.problem(409, "no-tag", "No tag lies there."), FakeTagHub.job("waiting", created: 201),
        ],
        "GET /api/v1/stations/desk/tags": [FakeTagHub.page(), FakeTagHub.page(), FakeTagHub.page(FakeTagHub.tag())],
        "GET /api/v1/tag-jobs/\(FakeTagHub.job)": [
          FakeTagHub.job("writing"), FakeTagHub.job("torn"), FakeTagHub.job("writing"),
          FakeTagHub.job("done", outcome: "tag-written", status: "done"),
        ],
      ]) { $1 })
    let run = try await hub.run("tag", "write", "12", "--second", "--seal", "--move", "--overwrite", "--seconds", "20")
    #expect(run.code == 0)
    #expect(run.output.first?.hasPrefix("✓ \(FakeTagHub.uid)") == true)
    #expect(run.errors.contains { $0.hasPrefix("Put the tag on the reader") })
    #expect(run.errors.filter { $0.hasPrefix("Writing") }.count == 2)
    #expect(run.errors.contains { $0.contains("removed too early") })
    let orders = hub.sent("POST /api/v1/tag-jobs")
    #expect(orders.count == 2 && orders.first == orders.last)
    let order = try #require(orders.first)
    for part in [
      #""action":"write""#, #""second":"add""#, #""seal":true"#, #""move":true"#, #""overwrite":true"#,
      #""seconds":20"#,
      "key=",
    ] { #expect(order.contains(part)) }
  }

  @Test func `without waiting the order is given and left`() async throws {
    let hub = try FakeTagHub(
      Self.copies.merging(["POST /api/v1/tag-jobs": [FakeTagHub.job("waiting", created: 201)]]) { $1 })
    let run = try await hub.run("tag", "write", "12", "--uid", FakeTagHub.uid, "--no-wait")
    #expect(run.code == 0)
    #expect(run.output.first?.hasPrefix(FakeTagHub.job) == true)
    let gone = try FakeTagHub(
      Self.copies.merging(["POST /api/v1/tag-jobs": [FakeTagHub.problem(409, "no-tag", "None.")]]) { $1 })
    let refused = try await gone.run("tag", "write", "12", "--no-wait")
    #expect(refused.code == 3)
  }

  @Test func `a torn job is left open, and that is reported`() async throws {
    let hub = try FakeTagHub(
      Self.copies.merging([
        "POST /api/v1/tag-jobs": [FakeTagHub.job("torn", outcome: "tag-lost", status: "refused", created: 201)],
        "GET /api/v1/tag-jobs/\(FakeTagHub.job)": [FakeTagHub.job("torn", outcome: "tag-lost", status: "refused")],
      ]) { $1 })
    let run = try await hub.run("tag", "write", "12", "--seconds", "0")
    #expect(run.code == 75)
    #expect(run.output.first?.contains("put \(FakeTagHub.uid) back") == true)
  }

  @Test func `a copy is identified by number, id or code, and other texts are refused`() async throws {
    let id = "0193489a-7c20-7e0b-a1c3-5d9e8f274b16"
    let script = Self.copies.merging([
      "GET /api/v1/copies/\(id)": [FakeTagHub.json(FakeTagHub.copy(13))],
      "GET /api/v1/resolve": [
        FakeTagHub.json(#"{"code":"x","class":"copy","text":"t","copy":\#(FakeTagHub.copy(14))}"#),
        FakeTagHub.json(#"{"code":"x","class":"slot","text":"t","slot":"Shelf 1, slot 3"}"#),
        FakeTagHub.json(#"{"code":"x","class":"unbound","text":"t"}"#),
      ],
    ]) { $1 }
    for (word, number) in [("12", 12), (id, 13), ("DW:I:5VTPVXVRCNZGJD", 14)] {
      let run = try await FakeTagHub(script).run("tag", "write", word, "--dry-run", "--uid", FakeTagHub.uid)
      #expect(run.code == 0)
      #expect(
        run.output.first?.contains("copy \(number) (DW:I:5VTPVXVRCNZGJD) would be written to \(FakeTagHub.uid)") == true
      )
    }
    var rest = script
    rest["GET /api/v1/resolve"]?.removeFirst()
    let slot = try await FakeTagHub(rest).run("tag", "write", "DW:S:0")
    #expect(slot.code == 64 && slot.errors.first?.contains("it resolves to: slot") == true)
    rest["GET /api/v1/resolve"]?.removeFirst()
    let nothing = try await FakeTagHub(rest).run("tag", "write", "DW:I:0")
    #expect(nothing.code == 3)
    let none = try await FakeTagHub(["GET /api/v1/copies": [FakeTagHub.page()]]).run("tag", "write", "99")
    #expect(none.code == 3 && none.errors.first == "deadwax: No copy has the number 99.")
  }

  @Test(
    arguments: [
      (["write"], "No copy is given."), (["write", "1", "--untagged"], "Copies, --place and --untagged"),
      (["write", "1", "--second", "--replace"], "--second and --replace"), (["bind"], "No UID is given."),
      (["bind", "04A2B3C4D5E680"], "No copy is given."), (["bind", "04A2B3C4D5E680", "1", "2"], "one copy only"),
      (["unbind"], "No UID is given."), (["list", "--bound", "--suspect"], "cannot be combined"),
      (["queue", "--skip", "--end"], "cannot be combined"), (["jobs", "x"], "Unexpected argument x"),
      (["erase", "a", "b"], "Unexpected argument b"), (["write", "1", "--seconds", "9999"], "--seconds must be"),
    ] as [([String], String)])
  func `invalid arguments are reported before any request`(_ words: [String], _ sentence: String) async throws {
    let run = try await ProgramRun(["tag"] + words, environment: ["DEADWAX_HUB": "http://127.0.0.1:1"])
    #expect(run.code == 64)
    #expect(run.errors.first?.contains(sentence) == true, "\(run.errors)")
  }

  @Test func `the tag on the reader is described, and none is exit code 3`() async throws {
    let bound =
      #","bound":{"kind":"copy","id":"i","name":"Blue Train, copy 12","copy":\#(FakeTagHub.copy(12))},"fault":"crc""#
    let hub = try FakeTagHub([
      "GET /api/v1/stations/desk/tags": [
        FakeTagHub.page(), FakeTagHub.page(FakeTagHub.tag(more: bound), FakeTagHub.tag("04F1E2D3C4B5A6")),
      ]
    ])
    let run = try await hub.run("tag", "read", "--wait", "10")
    #expect(run.code == 0)
    let text = run.output.joined(separator: "\n")
    for part in [
      "\(FakeTagHub.uid)  NTAG213", "bound to: Blue Train, copy 12 (DW:I:5VTPVXVRCNZGJD)", "written: nothing",
      "damaged: crc",
      "writable, 137 bytes", "04F1E2D3C4B5A6", "bound to: nothing",
    ] { #expect(text.contains(part), "\(part)") }
    let none = try await FakeTagHub(["GET /api/v1/stations/desk/tags": [FakeTagHub.page()]]).run("tag", "read")
    #expect(none.code == 3)
    let json = try await FakeTagHub(["GET /api/v1/stations/desk/tags": [FakeTagHub.page(FakeTagHub.tag())]])
      .run("tag", "read", "--json")
    #expect(json.code == 0 && json.output.count == 1 && json.output[0].contains(FakeTagHub.uid))
  }

  @Test func `several copies are bound to one tag after the other, and none to the tag of the one before`() async throws
  {
    let other = "04F1E2D3C4B5A6"
    let hub = try FakeTagHub([
      "GET /api/v1/copies": [FakeTagHub.page(FakeTagHub.copy(12)), FakeTagHub.page(FakeTagHub.copy(13))],
      "GET /api/v1/stations/desk/tags": [
        FakeTagHub.page(), FakeTagHub.page(FakeTagHub.tag(), FakeTagHub.tag(other)), FakeTagHub.page(FakeTagHub.tag()),
        FakeTagHub.page(FakeTagHub.tag()),
        FakeTagHub.page(), FakeTagHub.page(FakeTagHub.tag(other)),
      ],
      "PUT /api/v1/tags/\(FakeTagHub.uid)/binding": [FakeTagHub.json(FakeTagHub.tag())],
      "PUT /api/v1/tags/\(other)/binding": [FakeTagHub.json(FakeTagHub.tag(other))],
    ])
    let run = try await hub.run("tag", "bind", "-", "12", "13", "--seconds", "20")
    #expect(run.code == 0, "\(run.errors)")
    #expect(hub.sent("PUT /api/v1/tags/\(FakeTagHub.uid)/binding").first?.contains("000012") == true)
    #expect(hub.sent("PUT /api/v1/tags/\(other)/binding").first?.contains("000013") == true)
    #expect(run.errors.filter { $0.hasPrefix("Put the tag of ") }.count == 2)
  }

  @Test func `a queue is followed until it is through`() async throws {
    let writing = FakeTagHub.jobText("writing")
    let written = FakeTagHub.jobText("done", outcome: "tag-written", status: "done")
    let hub = try FakeTagHub([
      "GET /api/v1/copies": [FakeTagHub.page(FakeTagHub.copy(12)), FakeTagHub.page(FakeTagHub.copy(13))],
      "PUT /api/v1/stations/desk/tag-queue": [FakeTagHub.queue(0, of: 2, next: 12)],
      "GET /api/v1/stations/desk/tag-queue": [
        FakeTagHub.queue(0, of: 2, next: 12, job: writing), FakeTagHub.queue(0, of: 2, next: 12, job: written),
        FakeTagHub.queue(1, of: 2, next: 13), FakeTagHub.queue(2, of: 2, next: nil),
      ],
    ])
    let run = try await hub.run("tag", "write", "12", "13", "--seal")
    #expect(run.code == 0)
    #expect(run.errors.contains { $0.hasPrefix("0 of 2 done. Next: the tag of copy 12") })
    #expect(run.errors.contains { $0.hasPrefix("1 of 2 done. Next: the tag of copy 13") })
    #expect(run.output.filter { $0.contains("It is tag-written") }.count == 1)
    let wanted = try #require(hub.sent("PUT /api/v1/stations/desk/tag-queue").first)
    #expect(wanted.contains(#""seal":true"#) && wanted.contains("000012") && wanted.contains("000013"))
    // A person ends it at the station: the rest is reported.
    let ended = try FakeTagHub([
      "GET /api/v1/stations/desk/tag-queue": [
        FakeTagHub.queue(1, of: 5, next: 12), FakeTagHub.problem(404, "not-found", "None."),
      ]
    ])
    let left = try await ended.run("tag", "queue", "--follow")
    #expect(left.code == 4)
    #expect(left.errors.last?.contains("1 of 5") == true)
  }

  @Test func `a place is named by name, code or id`() async throws {
    let id = "01934890-1111-7e0b-a1c3-5d9e8f274b16"
    let place =
      #"{"id":"\#(id)","name":"Shelf 1","kind":"shelf","slots":1,"freeSlots":0,"disabledSlots":0,"#
      + #""copies":1,"untagged":1,"version":1}"#
    let script = [
      "GET /api/v1/places": [FakeTagHub.page(place)],
      "GET /api/v1/resolve": [
        FakeTagHub.json(#"{"code":"x","class":"place","text":"t","place":"Shelf 1","id":"\#(id)"}"#)
      ],
      "PUT /api/v1/stations/desk/tag-queue": [FakeTagHub.queue(0, of: 0, next: nil)],
    ]
    for word in ["Shelf 1", "shelf 1", id, "DW:P:5VTPVXVRCNZGJD"] {
      let hub = try FakeTagHub(script)
      #expect(try await hub.run("tag", "write", "--place", word).code == 0)
      #expect(hub.sent("PUT /api/v1/stations/desk/tag-queue").first?.contains(id) == true)
    }
    let wrong = try await FakeTagHub(script).run("tag", "write", "--place", "Shlf 1")
    #expect(wrong.code == 3)
    #expect(wrong.errors.first?.contains("Did you mean Shelf 1?") == true)
  }

  @Test func `control characters never reach the terminal`() async throws {
    let evil = "\\u001b[2J\\u009b\\u202e"
    let tag =
      #"{"uid":"\#(evil)","kind":"\#(evil)","access":"writable","content":"foreign","fault":"\#(evil)","reader":"\#(evil)","since":"2026-11-20T09:45:12.120Z","writes":0,"failures":0,"isSuspect":false,"isSealed":false,"bound":{"kind":"\#(evil)","name":"\#(evil)"}}"#
    let job =
      #"{"id":"\#(FakeTagHub.job)","action":"write","uid":"\#(evil)","state":"failed","outcome":"\#(evil)","sentence":"\#(evil)","station":"desk","deadline":"2026-11-20T09:46:12.120Z","attempts":1,"writes":4,"reads":9,"milliseconds":1,"createdAt":"2026-11-20T09:45:12.120Z"}"#
    let script = [
      "GET /api/v1/tags": [FakeTagHub.page(tag)], "GET /api/v1/stations/desk/tags": [FakeTagHub.page(tag)],
      "GET /api/v1/tag-jobs": [FakeTagHub.page(job)],
    ]
    for words in [["list"], ["read"], ["jobs"]] {
      let run = try await FakeTagHub(script).run("tag", words[0])
      #expect(run.code == 0)
      let all = run.output.joined()
      #expect(
        all.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E })
      #expect(all.contains("\\u{1b}"))
    }
  }

  @Test(arguments: ["", "not json", "{}", #"{"items":5}"#, #"{"items":[{"uid":1}]}"#])
  func `a response that is not a hub's is reported`(_ body: String) async throws {
    for (words, name) in [
      ("list", "GET /api/v1/tags"), ("read", "GET /api/v1/stations/desk/tags"), ("jobs", "GET /api/v1/tag-jobs"),
      ("queue", "GET /api/v1/stations/desk/tag-queue"),
    ] {
      let run = try await FakeTagHub([name: [FakeTagHub.json(body)]]).run("tag", words)
      #expect(run.code == 69, "\(words) \(body)")
      #expect(run.errors.first == "deadwax: Cannot parse the hub's response.")
    }
  }
}
