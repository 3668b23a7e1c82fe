import Foundation
import HTTPClient
import TestSupport
import Testing
import Threads

/// Tests of tags through the real programs: hub, reader and chip. They check what a user at the station would see.
@Suite(.timeLimit(.minutes(25)), .serialized)
struct TagTests {
  @Test func `a record and a fresh tag become a pair, and the tag names the record from then on`() async throws {
    let running = try await HubUnderTest()
    defer { running.end() }
    try await running.waitForReaders()
    let ear = EventEar(running.url, after: 0)
    let copy = try #require(try await running.copies(1).first)
    try await running.setMode("write")
    // The record has a tag in the demo library: the station prompts, and the answer is yes.
    let held = try await running.post("/api/v1/scans", #"{"code":"\#(copy.code)"}"#)
    #expect(try JSONValue(held.body)["outcome"]["code"].text == "tag-needed")
    let prompted = try await running.scan { try await running.lay("tag-ntag213-1") }
    #expect(prompted["outcome"]["code"].text == "copy-has-tag")
    #expect(try await running.json("/api/v1/stations/desk")["question"]["code"].text == "copy-has-tag")
    #expect(try await running.yes("question").status == 200)
    let done = await ear.wait { $0.kind == "tag-job.changed" && $0.json["job"]["state"].text == "done" }
    let job = try #require(done?.json["job"])
    #expect(job["outcome"].text == "tag-written" && job["uid"].text == looseTag("11"))
    #expect(job["form"].text == "full" && (job["writes"].int ?? 0) >= 18)
    print("write through the hub: \(job["milliseconds"].int ?? -1) ms in the reader, \(job["writes"].int ?? -1) writes")
    try await running.takeAway()
    try await running.setMode("look-up")
    let tap = try await running.scan { try await running.lay("tag-ntag213-1") }
    #expect(tap["outcome"]["code"].text == "found" && tap["outcome"]["copy"]["id"].text == copy.id)
    #expect(tap["written"].text == copy.code)
    // Writing the same content again writes no page.
    let again = try await running.order(#"{"action":"write","copy":"\#(copy.id)","second":"add"}"#)
    let equal = try await running.job(try #require(again["id"].text), is: "done")
    #expect(equal["outcome"].text == "tag-unchanged" && equal["writes"].int == 0)
    await ear.stop()
  }

  @Test func `each tag that cannot be written is refused for its own reason, and none is bound`() async throws {
    let running = try await HubUnderTest()
    defer { running.end() }
    try await running.waitForReaders()
    let copy = try #require(try await running.copies(1).first)
    let cases = [
      ("locked", "tag-locked"), ("password", "tag-password"), ("classic", "tag-type"), ("type4", "tag-type"),
      ("foreign", "tag-foreign-content"), ("worn", "verify-failed"),
    ]
    for (name, outcome) in cases {
      try await running.lay("tag-\(name)")
      let present = try await eventually(within: .seconds(60), "\(name) lies there") {
        try await running.json("/api/v1/stations/desk/tags")["items"].array.first
      }
      let uid = try #require(present["uid"].text)
      let answer = try await running.post(
        "/api/v1/tag-jobs", #"{"action":"write","copy":"\#(copy.id)","second":"add"}"#)
      if answer.status == 409 {
        // The most important reason comes first.
        #expect(try JSONValue(answer.body)["reasons"].array.first?["code"].text == outcome, "\(name)")
      } else {
        let id = try #require(try JSONValue(answer.body)["id"].text, "\(name): \(answer.text)")
        let job = try await running.job(id, is: "failed")
        #expect(job["outcome"].text == outcome, "\(name)")
      }
      #expect(!(try await running.json("/api/v1/tags/\(uid)")["bound"].isThere), "\(name)")
      try await running.takeAway()
    }
    // Two at once, and a phone.
    try await running.layAll(["tag-ntag213-1", "tag-ntag213-2"])
    try await eventually(within: .seconds(60), "two tags lie there") {
      try await running.json("/api/v1/stations/desk/tags")["items"].array.count == 2
    }
    let two = try await running.post("/api/v1/tag-jobs", #"{"action":"write","copy":"\#(copy.id)","second":"add"}"#)
    #expect(two.status == 409 && two.text.contains("two-tags"))
    #expect(try await running.writes() == 0)
    try await running.takeAway()
    try await running.lay("tag-phone")
    let phone = try await eventually(within: .seconds(60), "the phone lies there") {
      try await running.json("/api/v1/stations/desk/tags")["items"].array.first
    }
    #expect(phone["uid"].text?.hasPrefix("08") == true)
    let refused = try await running.post("/api/v1/tag-jobs", #"{"action":"write","copy":"\#(copy.id)","second":"add"}"#)
    #expect(refused.text.contains("tag-random-uid"))
  }

  @Test func `a job whose tag does not come leaves another tag as it is`() async throws {
    let running = try await HubUnderTest()
    defer { running.end() }
    try await running.waitForReaders()
    let copy = try #require(try await running.copies(1).first)
    let job = try await running.order(
      #"{"action":"write","copy":"\#(copy.id)","uid":"\#(looseTag("11"))","second":"add","seconds":3}"#)
    #expect(job["state"].text == "waiting")
    _ = try await running.scan { try await running.lay("tag-ntag213-2") }
    let expired = try await running.job(try #require(job["id"].text), is: "expired")
    #expect(expired["attempts"].int == 0)
    #expect(try await running.writes() == 0)
    #expect(try await running.json("/api/v1/stations/desk/tags")["items"].array.first?["content"].text == "empty")
    try await running.takeAway()
    // Its own tag comes too late, and stays unchanged too.
    _ = try await running.scan { try await running.lay("tag-ntag213-1") }
    #expect(try await running.writes() == 0)
  }

  @Test func `a tag that is pulled away in the middle is finished when it comes back, whatever the station is set to`()
    async throws
  {
    let running = try await HubUnderTest()
    defer { running.end() }
    try await running.waitForReaders()
    let copies = try await running.copies(2)
    for (round, moment) in ["before", "partial", "after", "partial"].enumerated() {
      let copy = copies[round % 2]
      try await running.lay("tag-ntag213-3")
      try await eventually(within: .seconds(60), "the tag lies there") {
        try await running.json("/api/v1/stations/desk/tags")["items"].array.count == 1
      }
      try await running.trouble(#"{"tear":{"write":\#([2, 6, 4, 8][round]),"moment":"\#(moment)"}}"#)
      let job = try await running.order(
        #"{"action":"write","copy":"\#(copy.id)","second":"add","move":true,"overwrite":true}"#)
      let id = try #require(job["id"].text)
      let torn = try await running.job(id, is: "torn")
      #expect(torn["outcome"].text == "tag-lost")
      let bound = try await running.json("/api/v1/tags/\(looseTag("13"))")["bound"]["copy"]["id"].text
      #expect(bound != copy.id, "bound before it was read back")
      try await running.takeAway()
      let tap = try await running.scan { try await running.lay("tag-ntag213-3") }
      #expect(tap["outcome"]["status"].text != "refused")
      try await running.job(id, is: "done")
      #expect(
        try await running.json("/api/v1/tags/\(looseTag("13"))")["bound"]["copy"]["id"].text == copy.id,
        "round \(round)")
      try await running.takeAway()
    }
  }

  /// The moment of the kill moves through the write, measured by the chip's counter.
  @Test(arguments: ["reader", "hub"])
  func `a program killed in the middle of a write finishes it after its restart`(killed: String) async throws {
    let running = try await HubUnderTest(timing: "slow")
    defer { running.end() }
    try await running.waitForReaders()
    let copies = try await running.copies(2)
    try await running.lay("tag-ntag213-4")
    try await eventually(within: .seconds(60), "the tag lies there") {
      try await running.json("/api/v1/stations/desk/tags")["items"].array.count == 1
    }
    var tornRounds = 0
    for round in 0..<4 {
      let copy = copies[round % 2]
      let before = try await running.writes()
      // Determined in advance, so that the kill is immediate.
      let victim = killed == "hub" ? running.hub.processID : try readerProcess("nfc", of: running)
      let job = try await running.order(
        #"{"action":"write","copy":"\#(copy.id)","second":"add","move":true}"#)
      let id = try #require(job["id"].text)
      try await eventually(within: .seconds(60), "some pages are written") {
        try await running.writes() >= before + 1 + round * 2
      }
      // In every second round the tag is removed as well, and put back when everything runs again.
      let isTaken = round % 2 == 1
      if killed != "hub" { kill(victim, SIGKILL) }
      if isTaken { try await running.lay(nil) }
      if killed == "hub" { try await running.killHubAndStartAgain() }
      if isTaken {
        try await running.job(id, is: "torn")
        try await running.waitForReaders()
        try await running.lay("tag-ntag213-4")
      }
      let done = try await running.job(id, is: "done")
      if (done["attempts"].int ?? 0) > 1 { tornRounds += 1 }
      #expect(
        try await running.json("/api/v1/tags/\(looseTag("14"))")["bound"]["copy"]["id"].text == copy.id,
        "round \(round)")
      let lying = try await eventually(within: .seconds(60), "the tag is known to lie there") {
        try await running.json("/api/v1/stations/desk/tags")["items"].array.first
      }
      #expect(lying["code"].text == copy.code || lying["content"].text == "own")
    }
    print("killed \(killed): 4 rounds, \(tornRounds) of them in the middle of the write, all finished")
    #expect(tornRounds > 0, "no kill came in the middle")
    // The tag was there all the time, so it is not a new scan, except for a new hub.
    #expect(try await running.scans().count <= (killed == "hub" ? 5 : 3))
  }

  @Test func `frames that kill libnfc leave the hub answering under load, and the reader is back in time`() async throws
  {
    let running = try await HubUnderTest()
    defer { running.end() }
    try await running.waitForReaders()
    let url = running.url
    let stopping = Latch()
    let slowest = Locked(Duration.zero)
    let failures = Locked(0)
    let answered = Locked(0)
    let lanes = (0..<16).map { lane in
      DedicatedThread("client \(lane)") {
        let client = HTTPClient(userAgent: "Deadwax-tests/1", timeout: .seconds(60))
        while !stopping.wait(atMost: .milliseconds(5)) {
          let start = ContinuousClock.now
          let request =
            lane % 2 == 0
            ? HTTPClientRequest(
              .post, url + "/api/v1/scans", headers: ["content-type": "application/json"],
              body: Array(#"{"code":"5099902988023"}"#.utf8))
            : HTTPClientRequest(.get, url + "/api/v1/stations/desk")
          let isGood = (try? client.send(request).isSuccess) ?? false
          let took = start.duration(to: .now)
          slowest.withLock { $0 = max($0, took) }
          answered.withLock { $0 += 1 }
          if !isGood { failures.withLock { $0 += 1 } }
        }
      }
    }
    var longest = Duration.zero
    for fault in [
      #"{"fault":{"fault":"status-bit-7","times":1}}"#, #"{"fault":{"fault":"empty-ats","times":1}}"#,
      #"{"fault":{"fault":"status-bit-7","times":1}}"#,
    ] {
      let restarts = try await running.reader("nfc")["restarts"].int ?? 0
      try await running.takeAway()
      try await running.trouble(fault)
      let start = ContinuousClock.now
      try await running.lay("tag-ntag213-5")
      // One fault kills it; it survives the other without a request for the fatal frames. In both cases a tap is read
      // again in time.
      try await eventually(within: .seconds(100), "the tag is read after \(fault)") {
        let isThere = try await running.json("/api/v1/stations/desk/tags")["items"].array.count == 1
        let isReady = try await running.reader("nfc")["state"].text == "ready"
        return isThere && isReady
      }
      let took = start.duration(to: .now)
      longest = max(longest, took)
      let after = try await running.reader("nfc")["restarts"].int ?? 0
      print("bad frame: \(fault): \(after - restarts) restarts, the tag read after \(took)")
    }
    stopping.raise()
    await onLane { for lane in lanes { lane.join() } }
    print(
      "under load: \(answered.withLock { $0 }) answers to 16 clients, the slowest after \(slowest.withLock { $0 }); "
        + "the reader back after \(longest) at the slowest")
    #expect(failures.withLock { $0 } == 0)
  }

  @Test func `three tags laid down one after the other write a queue of three`() async throws {
    let running = try await HubUnderTest()
    defer { running.end() }
    try await running.waitForReaders()
    // Three records that are newly added have no tags.
    try await running.setMode("add")
    for _ in 1...3 { _ = try await running.added("5099902988023") }
    let copies = Array(try await running.copies(3).reversed())
    let list = copies.map { "\"\($0.id)\"" }.joined(separator: ",")
    let request = HTTPClientRequest(
      .put, running.url + "/api/v1/stations/desk/tag-queue", headers: ["content-type": "application/json"],
      body: Array("{\"copies\":[\(list)]}".utf8))
    let made = try await running.send(request)
    #expect(made.status == 200, "\(made.text)")
    for number in 1...3 {
      let tap = try await running.scan { try await running.lay("tag-ntag213-\(number)") }
      #expect(tap["outcome"]["code"].text == "tag-writing")
      #expect(tap["outcome"]["copy"]["id"].text == copies[number - 1].id)
      try await eventually(within: .seconds(60), "tag \(number) is written") {
        try await running.json("/api/v1/stations/desk/tag-queue")["isWritten"].bool
      }
      // The queue stays at this record until the tag is removed.
      #expect(try await running.json("/api/v1/stations/desk/tag-queue")["next"]["id"].text == copies[number - 1].id)
      try await running.takeAway()
      try await eventually(within: .seconds(60), "the queue goes on after tag \(number)") {
        try await running.json("/api/v1/stations/desk/tag-queue")["done"].int == number
      }
      if number == 1 { try await running.killHubAndStartAgain(); try await running.waitForReaders() }
    }
  }
}

/// Returns the process id of a reader among the hub's children.
private func readerProcess(_ name: String, of running: HubUnderTest) throws -> Int32 {
  for process in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
    guard let id = Int32(process), let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8),
      status.contains("PPid:\t\(running.hub.processID)\n"),
      let command = try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8),
      command.contains("deadwax-reader\0\(name)\0")
    else { continue }
    return id
  }
  throw TestFailure("no \(name) reader among the hub's children")
}
