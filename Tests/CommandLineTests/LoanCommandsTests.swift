import Foundation
import HTTPServer
import TestSupport
import Testing
import Threads

/// Tests of `deadwax loan …` with a fake hub for lending.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct LoanCommandsTests {
  private static let open = ["GET /api/v1/loans": [FakeTagHub.page(FakeStaffHub.loan())]]

  @Test func `a copy is lent, and the card goes in a body alone`() async throws {
    let hub = try FakeStaffHub.play(["POST /api/v1/loans": [FakeTagHub.json(FakeStaffHub.loan(), status: 201)]])
    let run = try await hub.run("loan", "out", "12", "--to", FakeStaffHub.card, "--until", "2027-01-31")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output == ["✓ Blue Train – John Coltrane, vinyl, copy 12: due 2026-12-04"])
    let order = try #require(hub.sent("POST /api/v1/loans").first)
    for part in [
      #""borrower":"\#(FakeStaffHub.ada)""#, #""copy":"\#(FakeStaffHub.copyID)""#, #""dueAt":"2027-"#, "key=",
    ] {
      #expect(order.contains(part), "\(part)")
    }
    #expect(hub.sent("POST /api/v1/borrowers/find").first?.hasPrefix(#"{"card":"\#(FakeStaffHub.card)"}"#) == true)
    #expect(!hub.prompted.withLock { $0 }.contains { $0.hasPrefix("GET") && $0.contains(FakeStaffHub.card) })
  }

  @Test func `a confirmation is printed with all its reasons, and done with --yes by its token`()
    async throws
  {
    let question = FakeStaffHub.refusal(
      "needs-confirmation", ["hold-other", "found-missing"], more: #","token":"abc.def","notes":[]"#)
    let script = ["POST /api/v1/loans": [question, FakeTagHub.json(FakeStaffHub.loan(), status: 201)]]
    let prompted = try await FakeStaffHub.play(script).run("loan", "out", "12", "--to", "ada")
    #expect(prompted.code == 5)
    #expect(prompted.errors.first == "deadwax: Because of hold-other. Because of found-missing.")
    #expect(prompted.errors.last?.contains("--yes") == true)
    let hub = try FakeStaffHub.play(script)
    let done = try await hub.run("loan", "out", "12", "--to", "ada", "--yes")
    #expect(done.code == 0, "\(done.errors)")
    #expect(done.errors == ["Yes to: Because of hold-other.", "Yes to: Because of found-missing."])
    let orders = hub.sent("POST /api/v1/loans")
    #expect(orders.count == 2 && orders.last?.contains(#""confirm":"abc.def""#) == true)
    // A different body with the same key would be refused.
    let keys = orders.compactMap { $0.split(separator: "key=").last }
    #expect(Set(keys).count == 2)
  }

  @Test(
    arguments: [
      ("limit", 1), ("overdue-block", 1), ("card-blocked", 1), ("card-expired", 1), ("fees-block", 1),
      ("not-for-loan", 1), ("withdrawn", 1), ("hold-other", 1), ("on-loan-elsewhere", 4), ("already-yours", 4),
      ("conflict", 4), ("needs-confirmation", 5),
    ] as [(String, Int32)])
  func `how a loan is refused decides the exit code`(_ code: String, _ exit: Int32) async throws {
    let hub = try FakeStaffHub.play(["POST /api/v1/loans": [FakeStaffHub.refusal(code, [code, "clock"], more: "")]])
    let run = try await hub.run("loan", "out", "12", "--to", FakeStaffHub.ada)
    #expect(run.code == exit)
    #expect(run.output.isEmpty)
    #expect(run.errors.first == "deadwax: Because of \(code). Because of clock.")
  }

  @Test func `an overridable refusal says so, and the reason is sent`() async throws {
    let refusal = FakeStaffHub.refusal("limit", ["limit"], more: #","overridable":true"#)
    let refused = try await FakeStaffHub.play(["POST /api/v1/loans": [refusal]]).run("loan", "out", "12", "--to", "ada")
    #expect(refused.code == 1)
    #expect(refused.errors.last?.contains("--override REASON") == true)
    let hub = try FakeStaffHub.play(["POST /api/v1/loans": [FakeTagHub.json(FakeStaffHub.loan(), status: 201)]])
    #expect(try await hub.run("loan", "out", "12", "--to", "ada", "--override", "A teacher").code == 0)
    #expect(hub.sent("POST /api/v1/loans").first?.contains(#""override":"A teacher""#) == true)
  }

  @Test func `a dry run lists the reasons, and changes nothing`() async throws {
    let reported =
      #"{"isClear":false,"blockers":[{"code":"limit","detail":"There are 10 of 10."}],"confirms":[{"code":"hold-other","detail":"Held."}],"warnings":[{"code":"clock","detail":"The clock."}]}"#
    let hub = try FakeStaffHub.play(["POST /api/v1/loans/check": [FakeTagHub.json(reported)]])
    let run = try await hub.run("loan", "out", "12", "--to", "ada", "--dry-run")
    #expect(run.code == 1)
    #expect(run.output.dropFirst() == ["  ✗ There are 10 of 10.", "  ! Held.", "  · The clock."])
    #expect(hub.sent("POST /api/v1/loans").isEmpty)
    let clear = #"{"isClear":true,"blockers":[],"confirms":[],"warnings":[],"dueAt":"2026-12-04T12:00:00.000Z"}"#
    let free = try await FakeStaffHub.play(["POST /api/v1/loans/check": [FakeTagHub.json(clear)]])
      .run("loan", "out", "12", "--to", "ada", "--dry-run")
    #expect(free.code == 0 && free.output.first?.contains("would be lent to Ada L., due 2026-12-04") == true)
  }

  @Test func `of several copies one that is refused does not hold up the others`() async throws {
    let hub = try FakeStaffHub.play([
      "GET /api/v1/copies": [FakeTagHub.page(), FakeTagHub.page(FakeTagHub.copy(12))],
      "POST /api/v1/loans": [FakeTagHub.json(FakeStaffHub.loan(), status: 201)],
    ])
    let run = try await hub.run("loan", "out", "99", "12", "--to", "ada")
    #expect(run.code == 3)
    #expect(run.errors.first?.contains("99: No copy has the number") == true)
    #expect(run.output.count == 1)
  }

  @Test func `a copy is checked in by its loan, and its place is printed`() async throws {
    let hub = try FakeStaffHub.play(
      Self.open.merging(["POST /api/v1/loans/\(FakeStaffHub.loanID)/return": [FakeTagHub.json(FakeStaffHub.returned)]])
      { $1 })
    let run = try await hub.run("loan", "in", "12", "--parts-back", "1", "--dropped", "2026-11-27")
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output == ["✓ Blue Train – John Coltrane, vinyl, copy 12 · put away: Shelf 1, slot 3"])
    let order = try #require(hub.sent("POST /api/v1/loans/\(FakeStaffHub.loanID)/return").first)
    #expect(order.contains(#""partsBack":1"#) && order.contains(#""droppedAt":"2026-11-2"#))
  }

  @Test func `a copy that is not on loan is checked in, and its state is printed`() async throws {
    for (code, words) in [("not-on-loan", "was not on loan"), ("in-house", "in-house use")] {
      let reported = FakeStaffHub.returned.replacingOccurrences(of: #""returned""#, with: #""\#(code)""#)
      let hub = try FakeStaffHub.play([
        "GET /api/v1/loans": [FakeTagHub.page()], "POST /api/v1/returns": [FakeTagHub.json(reported)],
      ])
      let run = try await hub.run("loan", "in", "12")
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.output == ["· Blue Train – John Coltrane, vinyl, copy 12, \(words) · put away: Shelf 1, slot 3"])
      #expect(hub.sent("POST /api/v1/returns").first?.contains(#""copy":"\#(FakeStaffHub.copyID)""#) == true)
    }
    let dry = try FakeStaffHub.play(["GET /api/v1/loans": [FakeTagHub.page()]])
    let run = try await dry.run("loan", "in", "12", "--dry-run")
    #expect(run.code == 0 && run.output.first?.contains("it would be checked in") == true)
    #expect(dry.sent("POST /api/v1/returns").isEmpty)
  }

  @Test func `parts to be counted are requested, and the rest is confirmed`() async throws {
    let path = "POST /api/v1/loans/\(FakeStaffHub.loanID)/return"
    let parts = FakeStaffHub.refusal("parts-check", ["parts-check"], more: #","parts":3"#)
    let prompted = try await FakeStaffHub.play(Self.open.merging([path: [parts]]) { $1 }).run("loan", "in", "12")
    #expect(prompted.code == 5 && prompted.output.isEmpty)
    #expect(prompted.errors.last?.contains("--parts-back N") == true)
    let loan = FakeStaffHub.loan(#","partsBack":1"#)
      .replacingOccurrences(of: #""parts":1,"isOverdue""#, with: #""parts":3,"isOverdue""#)
    let missing = FakeStaffHub.returned.replacingOccurrences(of: #""returned""#, with: #""parts-missing""#)
      .replacingOccurrences(of: #","overdueDays""#, with: #","loan":\#(loan),"overdueDays""#)
    let some = try await FakeStaffHub.play(Self.open.merging([path: [FakeTagHub.json(missing)]]) { $1 })
      .run("loan", "in", "12", "--parts-back", "1")
    #expect(some.output.first?.hasPrefix("· Blue Train – John Coltrane, vinyl, copy 12, 1 of 3 parts") == true)
    let question = FakeStaffHub.refusal("needs-confirmation", ["withdrawn"], more: #","token":"abc.def""#)
    let hub = try FakeStaffHub.play(
      Self.open.merging([path: [question, FakeTagHub.json(FakeStaffHub.returned)]]) { $1 })
    let done = try await hub.run("loan", "in", "12", "--yes")
    #expect(done.code == 0 && done.errors == ["Yes to: Because of withdrawn."])
    #expect(hub.sent(path).last?.contains(#""confirm":"abc.def""#) == true)
  }

  @Test func `a renewal overrides a rule with a reason, and a loss costs the given fee`() async throws {
    let hub = try FakeStaffHub.play(
      Self.open.merging(["POST /api/v1/loans/\(FakeStaffHub.loanID)/renew": [FakeTagHub.json(FakeStaffHub.loan())]]) {
        $1
      })
    #expect(try await hub.run("loan", "renew", "12", "--override", "A teacher").code == 0)
    let path = "POST /api/v1/loans/\(FakeStaffHub.loanID)"
    #expect(hub.sent("\(path)/renew").first?.contains(#""override":"A teacher""#) == true)
    let lost = try FakeStaffHub.play(
      Self.open.merging(["\(path)/lost": [FakeTagHub.json(FakeStaffHub.loan())]]) { $1 })
    #expect(try await lost.run("loan", "lost", "12", "--fee", "1250").code == 0)
    #expect(lost.sent("\(path)/lost").first?.contains(#""fee":1250"#) == true)
  }

  @Test func `all loans of a borrower are renewed, and both lists are printed`() async throws {
    let both =
      #"{"renewed":[\#(FakeStaffHub.loan())],"unrenewed":[{"loan":\#(FakeStaffHub.loan()),"reasons":[{"code":"hold-waiting","detail":"A borrower waits."},{"code":"renew-limit","detail":"Three times."}]}]}"#
    let hub = try FakeStaffHub.play(["POST /api/v1/borrowers/\(FakeStaffHub.ada)/renew": [FakeTagHub.json(both)]])
    let run = try await hub.run("loan", "renew", "--borrower", "ada")
    #expect(run.code == 1)
    #expect(
      run.output == [
        "✓ Blue Train – John Coltrane, vinyl, copy 12: due 2026-12-04",
        "✗ Blue Train – John Coltrane, vinyl, copy 12: A borrower waits. Three times.",
      ])
  }

  @Test func `a scan about several loans reports each of them`() async throws {
    let copy =
      #"{"id":"\#(FakeStaffHub.copyID)","number":12,"code":"DW:I:5VTPVXVRCNZGJD","status":"on-loan","parts":3,"partsMissing":0,"version":7}"#
    let release = FakeTagHub.release
    let line = #""release":\#(release),"copy":\#(copy),"dueAt":"2026-12-04T12:00:00.000Z""#
    let left = #""reasons":[{"code":"renew-limit","title":"No more","detail":"Three times."}]"#
    let scan = FakeStaffHub.scan.replacingOccurrences(
      of: #""mode":"check-out""#, with: #""mode":"check-out","left":1,"loans":[{\#(line)},{\#(line),\#(left)}]"#)
    let run = try await FakeStaffHub.play(["POST /api/v1/scans": [FakeTagHub.json(scan, status: 201)]])
      .run("scan", "DW:C:5VTPVXVRCNZGJD")
    #expect(run.code == 0, "\(run.errors)")
    #expect(
      run.output.dropFirst() == [
        "  ✓ Blue Train – John Coltrane, vinyl, copy 12: due 2026-12-04",
        "  ✗ Blue Train – John Coltrane, vinyl, copy 12: Three times.",
      ])
  }

  @Test func `a list in a pipe has all its words`() async throws {
    let long = FakeStaffHub.loan(late: true).replacingOccurrences(
      of: "Blue Train", with: String(repeating: "A very long title ", count: 12))
    let run = try await FakeStaffHub.play(["GET /api/v1/loans": [FakeTagHub.page(long, FakeStaffHub.loan())]])
      .run("loan", "list", "--state", "overdue")
    #expect(run.code == 0 && run.output.count == 2)
    let title = String(repeating: "A very long title ", count: 12).trimmingCharacters(in: .whitespaces)
    #expect(run.output[0].contains("3d overdue") && run.output[0].contains(title) && run.output[0].hasSuffix("Ada L."))
  }

  @Test(
    arguments: [
      (["loan", "out", "--to", "ada"], "No copy is given."), (["loan", "out", "12"], "--to BORROWER"),
      (["loan", "out", "12", "--to", "a", "--override", "x"], "3 to 200"),
      (["loan", "out", "12", "--to", "a", "--until", "31.1."], "neither a day nor a time"),
      (["loan", "out", "12", "--to", "a", "--until", "2027-02-30"], "neither a day nor a time"),
      (["copy", "edit", "12"], "No change is given."),
      (["copy", "edit", "12", "--parts", "0"], "--parts must be"),
      (["copy", "edit", "12", "--status", "gone"], "--status must be"), (["copy", "show"], "No copy is given."),
      (["copy", "edit", "12", "--reference", "maybe"], "one of yes, no"),
      (["loan", "renew", "12", "--override", "x"], "3 to 200"),
      (["loan", "renew", "--borrower", "ada", "--override", "A teacher"], "single copies"),
      (["loan", "lost", "12", "--fee", "0"], "--fee must be"), (["loan", "in"], "No copy is given."),
      (["loan", "in", "12", "--parts-back", "-1"], "--parts-back must be"),
      (["loan", "list", "--overdue", "--returned"], "cannot be combined"), (["loan", "show"], "No copy is given."),
      (["borrower", "enrol"], "No name"), (["borrower", "edit", "ada"], "No change is given."),
      (["borrower", "block", "ada"], "3 to 200"), (["borrower", "card", "ada"], "--add or --remove"),
      (["fee", "charge", "ada", "2.50"], "in minor units"), (["fee", "charge", "ada", "0"], "or 250 JPY"),
      (["fee", "charge", "ada", "10000001"], "or 250 JPY"),
      (["fee", "waive", "x"], "3 to 200"), (["hold", "place", "12"], "--for BORROWER"),
      (["inbox", "name", "1"], "--title and --artist"), (["inbox", "claim", "1"], "No copy is given."),
      (["setting", "set", "loan.days"], "A key and a value"), (["changes", "x"], "Unexpected argument x"),
      (["recording", "--from", "x"], "neither a day nor a time"),
    ] as [([String], String)])
  func `invalid arguments are reported before any request`(_ words: [String], _ sentence: String) async throws {
    let run = try await ProgramRun(words, environment: ["DEADWAX_HUB": "http://127.0.0.1:1"])
    #expect(run.code == 64, "\(run.errors)")
    #expect(run.errors.joined().contains(sentence), "\(run.errors)")
  }
}
