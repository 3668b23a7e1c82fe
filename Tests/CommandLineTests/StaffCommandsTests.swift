import Foundation
import HTTPServer
import TestSupport
import Testing

/// Tests of commands for borrowers, holds, fees, the inbox, settings, stations, changes and the recording, with a fake
/// hub.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct StaffCommandsTests {
  private static let path = "/api/v1/borrowers/\(FakeStaffHub.ada)"

  @Test func `a borrower is enrolled and updated, with the version that was read`() async throws {
    let made = try FakeStaffHub.play(["POST /api/v1/borrowers": [FakeTagHub.json(FakeStaffHub.borrower(), status: 201)]]
    )
    let enrolled = try await made.run(
      "borrower", "enrol", "Ada", "Lovelace", "--card", FakeStaffHub.card, "--expires", "2027-12-31")
    #expect(enrolled.code == 0 && enrolled.output.first == "Ada Lovelace  (Ada L.)", "\(enrolled.errors)")
    let wanted = try #require(made.sent("POST /api/v1/borrowers").first)
    for part in [#""name":"Ada Lovelace""#, #""card":"\#(FakeStaffHub.card)""#, #""expiresAt":"20"#] {
      #expect(wanted.contains(part))
    }
    let hub = try FakeStaffHub.play(["PATCH \(Self.path)": [FakeTagHub.json(FakeStaffHub.borrower())]])
    let edited = try await hub.run("borrower", "edit", "ada", "--note=", "--email", "ada@example.org", "--most", "3")
    #expect(edited.code == 0, "\(edited.errors)")
    let patch = try #require(hub.sent("PATCH \(Self.path)").first)
    for part in [#""note":null"#, #""email":"ada@example.org""#, #""loanLimit":3"#, #"if-match="4""#] {
      #expect(patch.contains(part), "\(patch)")
    }
    let stale = FakeTagHub.problem(412, "stale", "It has changed since; its version is now 5.")
    let late = try await FakeStaffHub.play(["PATCH \(Self.path)": [stale]]).run(
      "borrower", "edit", "ada", "--note", "x")
    #expect(late.code == 4 && late.errors.last?.contains("repeat the command") == true)
  }

  @Test func `a PIN is read from standard input, and is in no word of the command line`() async throws {
    let hub = try FakeStaffHub.play(["PUT \(Self.path)/pin": [FakeTagHub.json(FakeStaffHub.borrower())]])
    let run = try await hub.run(words: ["borrower", "pin", "ada"], input: "4711\n")
    #expect(run.code == 0, "\(run.errors)")
    #expect(hub.sent("PUT \(Self.path)/pin") == [#"{"pin":"4711"}"#])
    let wrong = try await FakeStaffHub.play().run(words: ["borrower", "pin", "ada"], input: "12ab\n")
    #expect(wrong.code == 64)
  }

  @Test func `a card is taken away by its id, not by its number`() async throws {
    let hub = try FakeStaffHub.play([
      "DELETE \(Self.path)/cards/\(FakeStaffHub.cardID)": [FakeTagHub.json(FakeStaffHub.borrower())]
    ])
    let run = try await hub.run("borrower", "card", "ada", "--remove", FakeStaffHub.card.lowercased())
    #expect(run.code == 0, "\(run.errors)")
    #expect(hub.sent("DELETE \(Self.path)/cards/\(FakeStaffHub.cardID)").count == 1)
    let none = try await FakeStaffHub.play().run("borrower", "card", "ada", "--remove", "DW:B:0")
    #expect(none.code == 3)
  }

  @Test func `a borrower is not erased without a yes`() async throws {
    let script = ["DELETE \(Self.path)": [HTTPResponse(status: 204)]]
    let hub = try FakeStaffHub.play(script)
    let prompted = try await hub.run("borrower", "erase", "ada")
    #expect(prompted.code == 5 && hub.sent("DELETE \(Self.path)").isEmpty)
    let sure = try FakeStaffHub.play(script)
    #expect(try await sure.run("borrower", "erase", "ada", "--yes").code == 0)
    #expect(sure.sent("DELETE \(Self.path)").first?.contains(#"if-match="4""#) == true)
    let refused = try await FakeStaffHub.play([
      "DELETE \(Self.path)": [FakeStaffHub.refusal("copy-on-loan", ["copy-on-loan", "fee-due"], more: "")]
    ]).run("borrower", "erase", "ada", "--yes")
    #expect(refused.code == 4 && refused.errors.first?.contains("fee-due") == true)
  }

  @Test func `an ambiguous name needs a choice, and an unknown one is reported`() async throws {
    let noOne = FakeTagHub.problem(404, "not-found", "None.")
    let two = try await FakeStaffHub.play([
      "POST /api/v1/borrowers/find": [noOne],
      "GET /api/v1/borrowers": [FakeTagHub.page(FakeStaffHub.borrower(), FakeStaffHub.borrower())],
    ]).run("borrower", "show", "ada")
    #expect(two.code == 5 && two.errors.first?.contains("2 borrowers match ada") == true)
    let none = try await FakeStaffHub.play([
      "POST /api/v1/borrowers/find": [noOne], "GET /api/v1/borrowers": [FakeTagHub.page()],
    ]).run("borrower", "show", "ada")
    #expect(none.code == 3)
  }

  @Test func `a record is waited for by any of its copies, or by this one`() async throws {
    let copy =
      #"{"id":"\#(FakeStaffHub.copyID)","number":12,"code":"DW:I:5VTPVXVRCNZGJD","status":"available","parts":1,"partsMissing":0,"addedAt":"2026-11-20T09:45:12.120Z","version":1,"release":\#(FakeTagHub.release)}"#
    let script = [
      "GET /api/v1/copies": [FakeTagHub.page(copy)],
      "POST /api/v1/holds": [FakeTagHub.json(FakeStaffHub.hold(), status: 201)],
    ]
    let any = try FakeStaffHub.play(script)
    #expect(try await any.run("hold", "place", "12", "--for", "ada").code == 0)
    #expect(any.sent("POST /api/v1/holds").first?.contains(#""release":"\#(FakeTagHub.releaseID)""#) == true)
    let this = try FakeStaffHub.play(script)
    #expect(try await this.run("hold", "place", "12", "--for", "ada", "--this-copy").code == 0)
    #expect(this.sent("POST /api/v1/holds").first?.contains(#""copy":"\#(FakeStaffHub.copyID)""#) == true)
  }

  @Test func `a record is found by the id or code of a copy or of its release`() async throws {
    let release = FakeTagHub.release
    let copy =
      #"{"id":"\#(FakeStaffHub.copyID)","number":12,"code":"DW:I:5VTPVXVRCNZGJD","status":"available","parts":1,"partsMissing":0,"addedAt":"2026-11-20T09:45:12.120Z","version":1,"release":\#(release)}"#
    let bare =
      #"{"id":"\#(FakeStaffHub.copyID)","number":12,"code":"DW:I:5VTPVXVRCNZGJD","status":"available","parts":1,"partsMissing":0,"version":1}"#
    let id = FakeStaffHub.copyID
    let noRelease = FakeTagHub.problem(404, "not-found", "There is no such release.")
    let copies = [
      (id, ["GET /api/v1/releases/\(id)": [noRelease], "GET /api/v1/copies/\(id)": [FakeTagHub.json(copy)]]),
      (
        "DW:I:5VTPVXVRCNZGJD",
        [
          "GET /api/v1/resolve": [
            FakeTagHub.json(#"{"code":"x","text":"t","class":"copy","copy":\#(bare),"release":\#(release)}"#)
          ]
        ]
      ),
    ]
    for (text, script) in copies {
      let run = try await FakeStaffHub.play(script).run(
        "hold", "place", text, "--for", "ada", "--this-copy", "--dry-run")
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output.first?.contains("Blue Train – John Coltrane, vinyl, copy 12 (DW:I:5VTPVXVRCNZGJD)") == true)
    }
    let releases = [
      (id, ["GET /api/v1/releases/\(id)": [FakeTagHub.json(release)]]),
      (
        "4006381333931",
        ["GET /api/v1/resolve": [FakeTagHub.json(#"{"code":"x","text":"t","class":"release","release":\#(release)}"#)]]
      ),
    ]
    for (text, script) in releases {
      let run = try await FakeStaffHub.play(script).run("hold", "place", text, "--for", "ada", "--dry-run")
      #expect(
        run.code == 0 && run.output.first?.contains("Blue Train – John Coltrane, vinyl.") == true, "\(run.errors)")
      let this = try await FakeStaffHub.play(script).run(
        "hold", "place", text, "--for", "ada", "--this-copy", "--dry-run")
      #expect(this.code == 64, "\(this.errors)")
    }
    for (kind, code) in [("ambiguous", Int32(5)), ("unbound", 3), ("place", 3)] {
      let script = ["GET /api/v1/resolve": [FakeTagHub.json(#"{"code":"x","text":"t","class":"\#(kind)"}"#)]]
      let run = try await FakeStaffHub.play(script).run("hold", "place", "4006381333931", "--for", "ada")
      #expect(run.code == code, "\(kind): \(run.errors)")
    }
  }

  @Test func `fees are printed in the currency, and waived with a reason`() async throws {
    let list = try await FakeStaffHub.play(["GET /api/v1/fees": [FakeTagHub.page(FakeStaffHub.fee())]]).run(
      "fee", "list")
    #expect(list.code == 0 && list.output.first?.contains("1.40 EUR  due  overdue  Ada L.") == true, "\(list.output)")
    let hub = try FakeStaffHub.play([
      "POST /api/v1/fees/\(FakeStaffHub.feeID)/waive": [
        FakeTagHub.json(FakeStaffHub.fee(#","settledAt":"2026-11-21T12:00:00.000Z""#))
      ]
    ])
    #expect(try await hub.run("fee", "waive", FakeStaffHub.feeID, "--reason", "Ill").code == 0)
    #expect(hub.sent("POST /api/v1/fees/\(FakeStaffHub.feeID)/waive").first?.hasPrefix(#"{"reason":"Ill"}"#) == true)
  }

  @Test func `transactions of offline stations are listed`() async throws {
    let hub = try FakeStaffHub.play(["GET /api/v1/offline-entries": [FakeTagHub.page(FakeStaffHub.offlineEntry())]])
    let list = try await hub.run("offline", "list")
    #expect(list.code == 0, "\(list.errors)")
    #expect(list.output.count == 3 && list.output[0].hasPrefix(FakeStaffHub.entryID) && list.output[0].hasSuffix("bus"))
    #expect(list.output[1] == "  check-out  DW:I:0H3K7M9PQRSTVW  Ada L.")
    #expect(list.output[2] == "  applied-with-exception: Checked out (Loan limit reached)")
    #expect(hub.sent("GET /api/v1/offline-entries").first?.contains("state=open") == true)
    let whole = try FakeStaffHub.play(["GET /api/v1/offline-entries": [FakeTagHub.page()]])
    #expect(try await whole.run("offline", "list", "--all", "--station", "bus").errors == ["No entries found."])
    let prompted = try #require(whole.sent("GET /api/v1/offline-entries").first)
    #expect(prompted.contains("state=all") && prompted.contains("station=bus"))
  }

  @Test func `an offline entry is closed, or only displayed`() async throws {
    let id = FakeStaffHub.entryID
    let done = FakeStaffHub.offlineEntry(
      #","open":false,"doneAt":"2026-11-20T11:20:00.000Z","note":"Borrower informed""#)
    let script = [
      "GET /api/v1/offline-entries/\(id)": [FakeTagHub.json(FakeStaffHub.offlineEntry())],
      "POST /api/v1/offline-entries/\(id)/close": [FakeTagHub.json(done)],
    ]
    let dry = try FakeStaffHub.play(script)
    #expect(try await dry.run("offline", "close", id, "--dry-run").output.first == "This entry would be closed:")
    #expect(dry.sent("POST /api/v1/offline-entries/\(id)/close").isEmpty)
    let hub = try FakeStaffHub.play(script)
    let run = try await hub.run("offline", "close", id, "--note", "Borrower informed")
    #expect(run.output.last == "  applied-with-exception: Checked out (Loan limit reached), closed: Borrower informed")
    #expect(
      hub.sent("POST /api/v1/offline-entries/\(id)/close").first?.contains(#"{"note":"Borrower informed"}"#) == true)
    #expect(try await FakeStaffHub.play(script).run("offline", "close").code == 64)
    #expect(
      try await FakeStaffHub.play(script).run("offline", "close", id, "--json").output.first?.hasPrefix("{") == true)
  }

  @Test func `a code of the inbox is found by itself`() async throws {
    let hub = try FakeStaffHub.play([
      "GET /api/v1/inbox": [FakeTagHub.page(FakeStaffHub.item())],
      "POST /api/v1/inbox/\(FakeStaffHub.itemID)/claim": [FakeTagHub.json(FakeStaffHub.item("claimed"))],
    ])
    let run = try await hub.run("inbox", "claim", "4017866921482", "12")
    #expect(run.code == 0 && run.output.first?.hasSuffix("claimed") == true, "\(run.errors)")
    #expect(
      hub.sent("POST /api/v1/inbox/\(FakeStaffHub.itemID)/claim").first?.contains(FakeStaffHub.copyID) == true)
    let none = try await FakeStaffHub.play(["GET /api/v1/inbox": [FakeTagHub.page()]]).run("inbox", "forget", "1")
    #expect(none.code == 3)
  }

  @Test func `a setting is changed with the ETag that was seen`() async throws {
    let seen = FakeTagHub.json(FakeStaffHub.setting()).with("etag", "\"0.abc\"")
    let script = [
      "GET /api/v1/settings/loan.days": [seen],
      "PUT /api/v1/settings/loan.days": [FakeTagHub.json(FakeStaffHub.setting("21", version: 1))],
    ]
    let hub = try FakeStaffHub.play(script)
    let run = try await hub.run("setting", "set", "loan.days", "21")
    #expect(run.code == 0 && run.output == ["loan.days: 14 → 21"], "\(run.errors)")
    #expect(hub.sent("PUT /api/v1/settings/loan.days").first == #"{"value":"21"} if-match="0.abc""#)
    let back = try FakeStaffHub.play(script)
    #expect(try await back.run("setting", "set", "loan.days", "--default").code == 0)
    #expect(back.sent("PUT /api/v1/settings/loan.days").first?.hasPrefix(#"{"value":null}"#) == true)
  }

  @Test func `a time zone is set by its name, and the answer says what its clocks show`() async throws {
    let path = "/api/v1/settings/calendar.time-zone"
    let hub = try FakeStaffHub.play([
      "GET \(path)": [FakeTagHub.json(FakeStaffHub.timeZone("UTC", "UTC", "+00:00")).with("etag", "\"0.abc\"")],
      "PUT \(path)": [FakeTagHub.json(FakeStaffHub.timeZone("Europe/Berlin", "CEST", "+02:00"))],
    ])
    let run = try await hub.run("setting", "set", "calendar.time-zone", "Europe/Berlin")
    #expect(run.output == ["calendar.time-zone: UTC → Europe/Berlin (now CEST, UTC+02:00)"], "\(run.errors)")
    #expect(hub.sent("PUT \(path)").first == #"{"value":"Europe/Berlin"} if-match="0.abc""#)
  }

  @Test func `a setting is found by any word of its name and its help`() async throws {
    let script = ["GET /api/v1/settings": [FakeTagHub.page(FakeStaffHub.setting())]]
    for word in ["days", "DAYS", "loan", "lasts"] {
      let run = try await FakeStaffHub.play(script).run("setting", "list", word)
      #expect(run.code == 0 && run.output.first?.hasPrefix("loan.days") == true, "\(word): \(run.errors)")
    }
    #expect(try await FakeStaffHub.play(script).run("setting", "list", "zzz").code == 3)
  }

  @Test func `the policy of a station is changed in one member, and the others stay`() async throws {
    let hub = try FakeStaffHub.play([
      "GET /api/v1/stations/desk/policy": [FakeTagHub.json(FakeStaffHub.policy).with("etag", "\"3.x\"")],
      "PUT /api/v1/stations/desk/policy": [FakeTagHub.json(FakeStaffHub.policy)],
    ])
    let run = try await hub.run(
      "station", "policy", "isSelfService=yes", "modes=check-out,return", "home=check-out",
      "scanTarget=vinyl")
    #expect(run.code == 0, "\(run.errors)")
    let sent = try #require(hub.sent("PUT /api/v1/stations/desk/policy").first)
    for part in [
      #""isSelfService":true"#, #""modes":["check-out","return"]"#, #""home":"check-out""#, #""receipt":"screen""#,
      #"if-match="3.x""#, #""scanTarget":"vinyl""#,
    ] { #expect(sent.contains(part), "\(part)") }
    let wrong = try await FakeStaffHub.play([
      "GET /api/v1/stations/desk/policy": [FakeTagHub.json(FakeStaffHub.policy)]
    ]).run("station", "policy", "isSelfServce=yes")
    #expect(wrong.code == 64 && wrong.errors.first?.contains("Did you mean isSelfService?") == true)
    let tape = try await FakeStaffHub.play([
      "GET /api/v1/stations/desk/policy": [FakeTagHub.json(FakeStaffHub.policy)]
    ]).run("station", "policy", "scanTarget=tape")
    #expect(tape.code == 64 && tape.errors.first?.contains("any, cd, vinyl") == true, "\(tape.errors)")
  }

  @Test func `undo without arguments undoes the last change of the station, and prints it`() async throws {
    let undone = FakeStaffHub.change("undo")
    let hub = try FakeStaffHub.play([
      "GET /api/v1/stations/desk": [FakeTagHub.json(FakeStaffHub.station(FakeStaffHub.lastChange))],
      "POST /api/v1/changes/\(FakeStaffHub.changeID)/undo": [FakeTagHub.json(undone)],
    ])
    let run = try await hub.run("undo")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.first?.hasPrefix("Undone: lend of Blue Train – John Coltrane, vinyl, copy 12, at ") == true)
    let none = try await FakeStaffHub.play(["GET /api/v1/stations/desk": [FakeTagHub.json(FakeStaffHub.station())]])
      .run("undo")
    #expect(none.code == 3)
    let since = try await FakeStaffHub.play([
      "POST /api/v1/changes/\(FakeStaffHub.changeID)/undo": [
        FakeStaffHub.refusal("changed-since", ["changed-since"], more: "")
      ]
    ]).run("undo", FakeStaffHub.changeID)
    #expect(since.code == 4)
    let dry = try FakeStaffHub.play([
      "GET /api/v1/stations/desk": [FakeTagHub.json(FakeStaffHub.station(FakeStaffHub.lastChange))]
    ])
    #expect(try await dry.run("undo", "--dry-run").code == 0)
    #expect(dry.sent("POST /api/v1/changes/\(FakeStaffHub.changeID)/undo").isEmpty)
  }

  @Test(arguments: [[], ["4711"], [FakeStaffHub.scanID]])
  func `a scan explains itself, the newest, by its number or by its id`(_ words: [String]) async throws {
    let hub = try FakeStaffHub.play([
      "GET /api/v1/scans": [FakeTagHub.page(FakeStaffHub.scan)],
      "GET /api/v1/scans/\(FakeStaffHub.scanID)/explanation": [FakeTagHub.json(FakeStaffHub.story)],
    ])
    let run = try await hub.run(words: ["explain"] + words)
    #expect(run.code == 0, "\(run.errors)")
    let text = run.output.joined(separator: "\n")
    for part in [
      "Rule:  check-out.copy.in-session", "Why:   Checked out. Due 4 December 2026", "→ Blue Train, copy 12",
      "Blue Train, copy 13 (on loan)", "Did:   lend", "loan added: due at: 4 December",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
  }

  @Test func `a recording is printed without names, and deadwax-replay gets the arguments of replay`() async throws {
    let hub = try FakeStaffHub.play([
      "GET /api/v1/recording": [
        HTTPResponse(
          status: 200, headers: [("content-type", "application/x-ndjson")],
          body: .bytes(Array("{\"a\":1}\n{\"b\":2}\n".utf8)))
      ]
    ])
    let run = try await hub.run("recording", "--without-names", "--from", "2026-11-20T00:00:00Z")
    #expect(run.code == 0 && run.output == [#"{"a":1}"#, #"{"b":2}"#], "\(run.errors)")
    #expect(hub.sent("GET /api/v1/recording").first?.contains("names=no") == true)
    let earlier = Repository.path("Tests/UseCasesTests/Recordings/earlier-version.jsonl")
    let equal = try await ProgramRun(["replay", earlier], environment: ["TZ": "UTC0"])
    #expect(equal.code == 0 && equal.output.first?.hasPrefix("✓ 137 events") == true, "\(equal.errors)")
    let neither = try await ProgramRun(["replay"], environment: [:])
    #expect(neither.code == 64 && neither.errors.first?.contains("--data DIR") == true, "\(neither.errors)")
  }

  @Test func `changes are listed by person, kind and time, and acts of access with their origin`() async throws {
    let access =
      #","access":{"act":"sign-in-failed","subject":"Ada","origin":"elsewhere","count":4}}"#
    let change = FakeStaffHub.change("access").dropLast() + access
    let hub = try FakeStaffHub.play(["GET /api/v1/changes": [FakeTagHub.page(String(change))]])
    let run = try await hub.run(
      "changes", "--by", "Ada", "--kind", "access", "--since", "2026-11-20T00:00:00.000Z", "--until",
      "2026-11-21T00:00:00.000Z")
    #expect(run.code == 0, "\(run.errors)")
    let query = try #require(hub.sent("GET /api/v1/changes").first)
    for part in [
      "by=Ada", "kind=access", "since=2026-11-20T00:00:00.000Z", "until=2026-11-21T00:00:00.000Z",
    ] { #expect(query.contains(part), "\(query)") }
    #expect(run.output.contains { $0.contains("sign-in-failed") && $0.contains("Ada, from elsewhere, 4 times") })
  }

  @Test func `control characters never reach the terminal`() async throws {
    let evil = "\\u001b[2J\\u009b\\u202e"
    let script = [
      "GET /api/v1/borrowers": [
        FakeTagHub.page(FakeStaffHub.borrower().replacingOccurrences(of: "Ada Lovelace", with: evil))
      ],
      "GET /api/v1/loans": [FakeTagHub.page(FakeStaffHub.loan().replacingOccurrences(of: "Ada L.", with: evil))],
      "GET /api/v1/holds": [FakeTagHub.page(FakeStaffHub.hold().replacingOccurrences(of: "Blue Train", with: evil))],
      "GET /api/v1/inbox": [FakeTagHub.page(FakeStaffHub.item().replacingOccurrences(of: "4017866921482", with: evil))],
      "GET /api/v1/offline-entries": [FakeTagHub.page(FakeStaffHub.offlineEntry(text: evil))],
      "GET /api/v1/changes": [FakeTagHub.page(FakeStaffHub.change().replacingOccurrences(of: "counter", with: evil))],
      "GET /api/v1/settings": [FakeTagHub.page(FakeStaffHub.setting(evil))],
    ]
    for words in [
      ["borrower", "list"], ["loan", "list"], ["hold", "list"], ["inbox", "list"], ["offline", "list"], ["changes"],
      ["setting", "list"],
    ] {
      let run = try await FakeStaffHub.play(script).run(words: words)
      #expect(run.code == 0, "\(words) \(run.errors)")
      let all = run.output.joined()
      #expect(
        all.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x202E })
      #expect(all.contains("\\u{1b}"), "\(words)")
    }
  }

  @Test(arguments: ["", "not json", #"{"items":5}"#, #"{"items":[{"id":1}]}"#])
  func `a response that is not a hub's is reported`(_ body: String) async throws {
    for (noun, name) in [("borrower", "borrowers"), ("loan", "loans"), ("hold", "holds"), ("fee", "fees")] {
      let run = try await FakeStaffHub.play(["GET /api/v1/\(name)": [FakeTagHub.json(body)]]).run(noun, "list")
      #expect(run.code == 69, "\(noun) \(body)")
    }
  }
}
