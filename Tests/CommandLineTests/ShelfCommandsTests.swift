import Foundation
import HTTPServer
import TestSupport
import Testing

/// Tests of the commands for changers and for the order of a shelf with a fake hub.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ShelfCommandsTests {
  private static let id = "01934891-1111-7e0b-a1c3-5d9e8f274b16"

  @Test func `models are listed, and a file with a fault says what is wrong`() async throws {
    let run = try await FakeStaffHub.play([
      "GET /api/v1/changers": [
        FakeTagHub.json(
          #"{"items":[{"id":"sony","name":"Sony CDP-CX355","kind":"changer","capacity":300,"media":["cd"],"rows":[{"first":1,"last":300}],"source":"s"},{"id":"bad","name":"bad","capacity":0,"media":[],"rows":[],"fault":"bad.ini: name is missing"}]}"#
        )
      ]
    ]).run("changer", "list")
    #expect(run.code == 0 && run.output.count == 2, "\(run.errors) \(run.output)")
    #expect(run.output[0].hasPrefix("sony") && run.output[0].hasSuffix("slots 1-300"), "\(run.output)")
    #expect(run.output[1].contains("bad.ini: name is missing"), "\(run.output)")
  }

  @Test func `a changer is made by the name of its model`() async throws {
    let hub = try FakeStaffHub.play([
      "POST /api/v1/changers/sony/places": [
        FakeTagHub.json(
          #"{"id":"\#(Self.id)","name":"Changer 1","kind":"changer","slots":300,"freeSlots":300,"disabledSlots":0,"copies":0,"untagged":0,"version":1}"#
        )
      ]
    ])
    let run = try await hub.run("changer", "add", "sony", "Changer 1")
    #expect(
      run.code == 0 && run.output.count == 1 && run.output[0].hasSuffix("300 slots"), "\(run.errors) \(run.output)")
  }

  @Test(arguments: [[], ["--slots", "6"], ["--kind", "cartridge"]])
  func `a place is made with the slots that are given, or those of the settings`(_ flags: [String]) async throws {
    let hub = try FakeStaffHub.play([
      "POST /api/v1/places": [
        FakeTagHub.json(
          #"{"id":"\#(Self.id)","name":"A","kind":"shelf","slots":6,"freeSlots":6,"disabledSlots":0,"copies":0,"untagged":0,"version":1}"#
        )
      ]
    ])
    let run = try await hub.run(words: ["place", "add", "A"] + flags)
    #expect(
      run.code == 0 && run.output.count == 1 && run.output[0].contains("  6 slots  "), "\(run.errors) \(run.output)")
    #expect(hub.sent("POST /api/v1/places").map { $0.contains("slots") } == [flags.first == "--slots"])
  }

  @Test func `slots are listed by their state, disabled with a reason and put into use`() async throws {
    let place =
      #"{"id":"\#(Self.id)","name":"A","kind":"shelf","slots":2,"freeSlots":1,"disabledSlots":1,"copies":0,"#
      + #""untagged":0,"version":3}"#
    let slot =
      #"{"id":"\#(Self.id)","number":2,"text":"A, slot 2","isSingle":true,"state":"disabled","#
      + #""disabledReason":"broken"}"#
    func hub() throws -> FakeTagHub {
      try FakeStaffHub.play([
        "GET /api/v1/places": [FakeTagHub.page(place)], "GET /api/v1/places/\(Self.id)": [FakeTagHub.json(place)],
        "GET /api/v1/places/\(Self.id)/slots": [FakeTagHub.page(slot)],
        "PATCH /api/v1/places/\(Self.id)/slots/2": [FakeTagHub.json(place)],
      ])
    }
    let list = try await hub().run("slot", "list", "a", "--state", "disabled")
    #expect(list.code == 0 && list.output.count == 1, "\(list.errors) \(list.output)")
    #expect(list.output.first?.contains("disabled") == true && list.output.first?.contains("broken") == true)
    for words in [["slot", "disable", "A", "2", "broken"], ["slot", "enable", "A", "2"]] {
      let run = try await hub().run(words: words)
      #expect(run.code == 0 && run.output.first?.contains("1 free") == true, "\(run.errors) \(run.output)")
    }
  }

  @Test func `the steps of a loading plan are listed, in words`() async throws {
    let place =
      #"{"id":"\#(Self.id)","name":"Changer","kind":"changer","slots":2,"freeSlots":0,"disabledSlots":0,"copies":2,"#
      + #""untagged":0,"version":1}"#
    func step(_ number: Int, _ more: String) -> String {
      #"{"copy":"\#(FakeStaffHub.copyID)","number":\#(number),"title":"T","artist":"A","plays":1\#(more)}"#
    }
    let to = #","to":{"place":"\#(Self.id)","slot":2,"text":"Changer, slot 2"}"#
    let from = #","from":"Changer, slot 1""#
    let steps = [step(1, from), step(2, to), step(3, from + to)].joined(separator: ",")
    let run = try await FakeStaffHub.play([
      "GET /api/v1/places": [FakeTagHub.page(place)],
      "GET /api/v1/places/\(Self.id)/loading-plan": [
        FakeTagHub.json(
          #"{"place":"\#(Self.id)","name":"Changer","capacity":2,"discs":2,"plays":3,"isBest":false,"steps":[\#(steps)]}"#
        )
      ],
    ]).run("changer", "plan", "changer")
    #expect(
      run.output == [
        "2 discs for 2 slots, 3 plays, 3 steps.", "1. copy 1, A: T: out of Changer, slot 1",
        "2. copy 2, A: T: into Changer, slot 2", "3. copy 3, A: T: from Changer, slot 1 to Changer, slot 2",
      ], "\(run.errors) \(run.output)")
    #expect(run.errors == ["The search ended early: a plan with fewer steps may exist."])
  }

  @Test func `the records out of order are listed, each between two others`() async throws {
    func record(_ position: Int, _ artist: String) -> String {
      #"{"item":"\#(Self.id)","position":\#(position),"title":"Title","artist":"\#(artist)","copy":\#(position)}"#
    }
    let hub = try FakeStaffHub.play([
      "GET /api/v1/crates": [
        FakeTagHub.page(
          #"{"id":"\#(Self.id)","name":"Pile","items":3,"crates":0,"createdAt":"2026-11-20T09:45:12.120Z","version":3}"#
        )
      ],
      "GET /api/v1/crates/\(Self.id)/shelf-order": [
        FakeTagHub.json(
          #"{"by":"artist","count":4,"inOrder":2,"toMove":2,"moves":[{"record":\#(record(3, "B")),"after":\#(record(1, "A")),"before":\#(record(2, "C")),"to":2},{"record":\#(record(4, "D")),"after":\#(record(2, "C")),"to":4}]}"#
        )
      ],
    ])
    let run = try await hub.run("crate", "order", "pile", "--by", "artist")
    #expect(
      run.output == [
        "2 of 4 records are in order, 2 to move.",
        "B · Title · copy 3: between A · Title · copy 1 and C · Title · copy 2",
        "D · Title · copy 4: after C · Title · copy 2, at the end",
      ], "\(run.errors) \(run.output)")
  }

  @Test func `a map lists the slots and the copies of each place, and marks what a search finds`() async throws {
    let place =
      #"{"id":"\#(Self.id)","name":"Unit","kind":"unit","slots":0,"freeSlots":0,"disabledSlots":0,"copies":2,"#
      + #""untagged":0,"version":1}"#
    func item(_ number: Int, _ more: String) -> String {
      #"{"copy":"\#(FakeStaffHub.copyID)","number":\#(number),"title":"T","artist":"A","medium":"cd","version":1\#(more)}"#
    }
    let positions = [
      #"{"number":1,"isSingle":true,"state":"free","items":[]}"#,
      #"{"number":2,"isSingle":true,"state":"disabled","disabledReason":"broken","items":[]}"#,
      #"{"number":118,"isSingle":true,"state":"occupied","items":[\#(item(7, #","status":"on-loan","isFound":true"#))]}"#,
    ].joined(separator: ",")
    let part =
      #"{"id":"\#(Self.id)","name":"Unit","kind":"unit","positions":[\#(positions)],"items":[\#(item(8, #","status":"available""#))]}"#
    let hub = try FakeStaffHub.play([
      "GET /api/v1/places": [FakeTagHub.page(place)],
      "GET /api/v1/places/\(Self.id)/map": [
        FakeTagHub.json(#"{"path":[],"parts":[\#(part)],"isWhole":false,"isSearched":true}"#)
      ],
    ])
    let run = try await hub.run("place", "map", "unit", "--search", "bowie")
    #expect(
      run.output == [
        "Unit (unit)", "      1  free", "      2  disabled: broken", ">   118  A: T, copy 7 (on-loan)",
        "         A: T, copy 8",
      ], "\(run.errors) \(run.output)")
    #expect(hub.sent("GET /api/v1/places/\(Self.id)/map") == [" search=bowie"])
    #expect(run.errors == ["There is more in this place than a map shows. Ask for a place in it."])
  }
}
