import Foundation
import HTTPClient
import TestSupport
import Testing

/// Tests of `deadwax tag …` through the real programs: command, hub, reader, and the simulated chip.
@Suite(.timeLimit(.minutes(40)), .serialized)
struct TagCommandTests {
  @Test func `a copy gets its tag, which is read, bound to another, freed and erased`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let staff = try await hub.administrator()
    let copies = try await hub.newCopies(2)
    let uid = try await hub.layAndSee("tag-ntag213-1")

    let blank = try await hub.deadwax("tag", "read")
    #expect(blank.code == 0, "\(blank.all)")
    #expect(blank.output.first?.hasPrefix("\(uid)  NTAG213") == true)
    #expect(blank.output.contains("  bound to: nothing") && blank.output.contains("  written: nothing"))

    let written = try await hub.deadwax("tag", "write", "\(copies[0].number)")
    #expect(written.code == 0, "\(written.all)")
    #expect(written.output.first?.hasPrefix("✓ \(uid)") == true)
    let read = try await hub.deadwax("tag", "read", uid, "--json")
    let tag = try JSONValue(Array((read.output.first ?? "").utf8))
    #expect(tag["content"].text == copies[0].code && tag["bound"]["copy"]["code"].text == copies[0].code)
    // The content of the tag itself, from the next tap.
    try await hub.clear()
    let tapped = try await hub.scan { try await hub.lay("tag-ntag213-1") }
    #expect(tapped["written"].text == copies[0].code && tapped["outcome"]["code"].text == "found")

    let again = try await hub.deadwax("tag", "write", copies[0].code, "--json")
    #expect(again.code == 0, "\(again.all)")
    let job = try JSONValue(Array((again.output.first ?? "").utf8))
    #expect(job["outcome"].text == "tag-unchanged" && job["writes"].int == 0)

    let taken = try await hub.deadwax("tag", "bind", uid, "\(copies[1].number)", token: staff)
    #expect(taken.code == 5 && taken.errors.last?.contains("--move") == true, "\(taken.all)")
    let refused = try await hub.deadwax("tag", "unbind", uid)
    #expect(refused.code == 1 && refused.errors.first?.contains("staff") == true)
    let moved = try await hub.deadwax("tag", "bind", "-", "\(copies[1].number)", "--move", token: staff)
    #expect(moved.code == 0, "\(moved.all)")
    let listed = try await hub.deadwax("tag", "list", "--bound")
    #expect(listed.output.contains { $0.contains(uid) && $0.contains("copy \(copies[1].number)") }, "\(listed.all)")
    let freed = try await hub.deadwax("tag", "unbind", uid, token: staff)
    #expect(freed.code == 0, "\(freed.all)")
    let twice = try await hub.deadwax("tag", "unbind", uid, token: staff)
    #expect(twice.code == 4)

    let erased = try await hub.deadwax("tag", "erase")
    #expect(erased.code == 0, "\(erased.all)")
    try await hub.clear()
    let empty = try await hub.scan { try await hub.lay("tag-ntag213-1") }
    #expect(empty["written"].text == nil && empty["outcome"]["code"].text == "unknown-tag")
    let jobs = try await hub.deadwax("tag", "jobs", "--uid", uid)
    #expect(jobs.output.count == 3 && jobs.output.allSatisfy { $0.contains("done") }, "\(jobs.all)")
  }

  @Test func `each obstacle is reported with its option, and changes nothing`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let copy = "\(try await hub.newCopies(1)[0].number)"

    let none = try await hub.deadwax("tag", "write", copy, "--seconds", "1")
    #expect(none.code == 75 && none.errors.contains { $0.contains("No tag was put on the reader") }, "\(none.all)")
    let nothing = try await hub.deadwax("tag", "read")
    #expect(nothing.code == 3)

    for (item, code, way) in [
      ("tag-foreign", 5, "--overwrite"), ("tag-locked", 1, "tag bind"), ("tag-password", 1, "opened by who sealed"),
      ("tag-type4", 1, "tag bind"), ("tag-classic", 1, "tag bind"), ("tag-phone", 1, "a tag"),
    ] as [(String, Int32, String)] {
      _ = try await hub.layAndSee(item)
      let run = try await hub.deadwax("tag", "write", copy, "--seconds", "5")
      #expect(run.code == code, "\(item): \(run.all)")
      if item != "tag-password" { #expect(run.all.contains(way), "\(item): \(run.all)") }
    }
    #expect(
      try await hub.json("/api/v1/tags?state=bound&limit=200")["items"].array.allSatisfy {
        $0["bound"]["copy"]["number"].int != Int(copy)
      })

    // Two at once: neither is written.
    try await hub.clear()
    try await hub.lay(all: ["tag-ntag213-2", "tag-ntag213-3"])
    try await eventually(within: .seconds(60), "both are seen") { try await hub.lying().count == 2 }
    let two = try await hub.deadwax("tag", "write", copy)
    #expect(two.code == 4 && two.errors.contains { $0.contains("2 tags") }, "\(two.all)")
    let both = try await hub.deadwax("tag", "read")
    #expect(both.code == 0 && both.output.filter { $0.contains("NTAG213") }.count == 2)

    // A different tag than the requested one: it stays unchanged, and the order ends.
    let other = try await hub.layAndSee("tag-ntag213-2")
    let wrong = try await hub.deadwax("tag", "write", copy, "--uid", "04000000000001", "--seconds", "2")
    #expect(wrong.code == 75, "\(wrong.all)")
    #expect(try await hub.lying().first?["uid"].text == other)
    #expect(try await hub.lying().first?["content"].text == "empty")

    // The order succeeds once it is allowed, and on a small tag in its short form.
    _ = try await hub.layAndSee("tag-foreign")
    let allowed = try await hub.deadwax("tag", "write", copy, "--overwrite")
    #expect(allowed.code == 0, "\(allowed.all)")
    _ = try await hub.layAndSee("tag-ultralight")
    let small = try await hub.deadwax("tag", "write", copy, "--second", "--json")
    #expect(small.code == 0, "\(small.all)")
    #expect(try JSONValue(Array((small.output.first ?? "").utf8))["form"].text == "short")
  }

  @Test func `three copies get their tags one after the other`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let copies = try await hub.newCopies(3)
    let queue = try hub.command(["tag", "write"] + copies.map { "\($0.number)" })
    defer { queue.end() }
    try await queue.line(on: .error) { $0.hasPrefix("0 of 3 done") }
    for number in 1...3 {
      try await hub.clear()
      try await hub.lay("tag-ntag213-\(number)")
      try await eventually(within: .seconds(60), "tag \(number) is written") {
        queue.lines().filter { $0.hasPrefix("✓") }.count == number
      }
    }
    try await hub.clear()
    let run = try await CommandRun(queue, within: .seconds(60))
    #expect(run.code == 0, "\(run.all)")
    for (number, copy) in copies.enumerated() {
      try await hub.clear()
      let tapped = try await hub.scan { try await hub.lay("tag-ntag213-\(number + 1)") }
      #expect(tapped["written"].text == copy.code)
    }
  }

  @Test func `a tag is sealed, written again by its owner, and unsealed; a copy is skipped, and a queue is deleted`()
    async throws
  {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let copies = try await hub.newCopies(2)
    let uid = try await hub.layAndSee("tag-ntag213-6")
    let sealed = try await hub.deadwax("tag", "write", "\(copies[0].number)", "--seal")
    #expect(sealed.code == 0, "\(sealed.all)")
    #expect(try await hub.json("/api/v1/tags/\(uid)")["isSealed"].bool)
    let second = try await hub.deadwax("tag", "write", "\(copies[1].number)", "--move")
    #expect(second.code == 0, "\(second.all)")
    let opened = try await hub.deadwax("tag", "unseal")
    #expect(opened.code == 0, "\(opened.all)")
    #expect(try await !hub.json("/api/v1/tags/\(uid)")["isSealed"].bool)
    try await hub.clear()
    let tapped = try await hub.scan { try await hub.lay("tag-ntag213-6") }
    #expect(tapped["written"].text == copies[1].code)
    try await hub.clear()

    let queued = try await hub.deadwax("tag", "write", "--untagged", "--no-wait")
    #expect(queued.code == 0 && queued.output.first?.hasPrefix("0 of 1 done") == true, "\(queued.all)")
    let skipped = try await hub.deadwax("tag", "queue", "--skip")
    #expect(skipped.code == 0 && skipped.output.first == "0 of 1 done, 1 skipped", "\(skipped.all)")
    #expect(try await hub.deadwax("tag", "queue", "--end").code == 0)
    #expect(try await hub.deadwax("tag", "queue").code == 3)
  }

  @Test func `a killed hub continues with the order, and the command waits for it`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let copy = try await hub.newCopies(1)[0]
    let uid = try await hub.layAndSee("tag-ntag213-4")
    try await hub.clear()
    let writing = try hub.command(["tag", "write", "\(copy.number)", "--uid", uid, "--seconds", "120"])
    defer { writing.end() }
    try await writing.line(on: .error) { $0.hasPrefix("Waiting for the tag \(uid)") }
    try await hub.killHubAndStartAgain(onSamePort: true) {
      try await writing.line(on: .error) { $0.contains("Retrying until it") }
    }
    try await hub.waitForReaders()
    try await hub.lay("tag-ntag213-4")
    let run = try await CommandRun(writing, within: .seconds(60))
    #expect(run.code == 0, "\(run.all)")
    try await hub.clear()
    let tapped = try await hub.scan { try await hub.lay("tag-ntag213-4") }
    #expect(tapped["written"].text == copy.code)
  }

  @Test func `a tag that is pulled away is finished when it is laid back`() async throws {
    let hub = try await HubUnderTest()
    defer { hub.end() }
    try await hub.waitForReaders()
    let copy = try await hub.newCopies(1)[0]
    _ = try await hub.layAndSee("tag-ntag213-5")
    let trouble = try await hub.post(
      "/api/v1/virtual-hardware/pad/trouble", #"{"tear":{"write":4,"moment":"partial"}}"#)
    #expect(trouble.status == 202, "\(trouble.text)")
    let writing = try hub.command(["tag", "write", "\(copy.number)", "--seconds", "60"])
    defer { writing.end() }
    try await eventually(within: .seconds(60), "the tag is torn away") {
      try await hub.json("/api/v1/virtual-hardware")["pad"]["torn"].array.count == 1
    }
    try await hub.lay(nil)
    try await hub.lay("tag-ntag213-5")
    let run = try await CommandRun(writing, within: .seconds(60))
    #expect(run.code == 0, "\(run.all)")
    try await hub.clear()
    let tapped = try await hub.scan { try await hub.lay("tag-ntag213-5") }
    #expect(tapped["written"].text == copy.code)
  }
}
