import Foundation
import Glibc
import HTTPClient
import TestSupport
import Testing

/// Tests of the real hub when the data folder, or a file in it, disappears while scans arrive.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct FolderGoneTests {
  /// The damage to the hub's files.
  enum Blow: String, CaseIterable, Sendable {
    case folderRemoved, folderRenamed, folderReplaced, fileRemoved, fileRenamed, fileReplaced, logRemoved

    /// True if earlier scans are available after a restart with the same folder.
    var leavesRecords: Bool { self == .logRemoved }
  }

  private func strike(_ blow: Blow, _ data: String) throws {
    let files = FileManager.default
    let database = data + "/deadwax.sqlite"
    switch blow {
    case .folderRemoved: try files.removeItem(atPath: data)
    case .folderRenamed: try files.moveItem(atPath: data, toPath: data + "-old")
    case .folderReplaced:
      try files.moveItem(atPath: data, toPath: data + "-old")
      try files.createDirectory(atPath: data, withIntermediateDirectories: false)
    case .fileRemoved: try files.removeItem(atPath: database)
    case .fileRenamed: try files.moveItem(atPath: database, toPath: database + "-old")
    case .fileReplaced:
      try files.copyItem(atPath: database, toPath: database + "-new")
      #expect(rename(database + "-new", database) == 0)
    case .logRemoved: try files.removeItem(atPath: database + "-wal")
    }
  }

  /// Scans one code after another until one is refused, and returns the number accepted before.
  private func scan(_ hub: HubUnderTest, _ most: Int) async throws -> (answered: [String], refusal: String?) {
    var answered: [String] = []
    for number in 0..<most {
      let code = "scan-\(number)-\(Int.random(in: 0..<1_000_000))"
      let answer = try await hub.post("/api/v1/scans", #"{"code":"\#(code)"}"#)
      guard answer.status == 201 else {
        #expect(answer.status == 503, "\(answer.text)")
        return (answered, answer.text)
      }
      answered.append(code)
    }
    return (answered, nil)
  }

  @Test(arguments: Blow.allCases)
  func `no scan is answered once the files are gone, and every client is informed`(blow: Blow) async throws {
    let sounds = try TemporaryFolder()
    let player = try sounds.write("#!/bin/sh\nwc -c >> \(sounds.path("heard"))\n", to: "player")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: player)
    let hub = try await HubUnderTest(withHardware: false, ["--speaker", player])
    defer { hub.end() }
    let data = hub.folder.path("data")
    let (before, _) = try await scan(hub, 20)
    #expect(before.count == 20)
    let ear = EventEar(hub.url, after: 0)
    _ = try #require(await ear.wait { $0.kind == "scan.recorded" })

    try strike(blow, data)
    let (answered, refusal) = try await scan(hub, 3)
    #expect(answered == [], "\(answered.count) acknowledged scans are in files that were removed")
    #expect(refusal?.contains("removed, renamed or replaced") == true, "\(refusal ?? "")")
    // The screen, the event and the sound report it even without a scan.
    let reported = try #require(await ear.wait { $0.kind == "station.fault" })
    #expect(reported.json["fault"]["reason"].text == "moved", "\(String(decoding: reported.data, as: UTF8.self))")
    let displayed = try await hub.json("/api/v1/stations/desk")
    #expect(displayed["state"].text == "fault" && displayed["fault"]["reason"].text == "moved")
    #expect(try await hub.get("/readyz").status == 503)
    try await eventually("the sound") {
      FileManager.default.fileExists(atPath: sounds.path("heard"))
    }
    await ear.stop()

    // No new file was created there.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
    switch blow {
    case .folderRemoved, .folderRenamed: #expect(!FileManager.default.fileExists(atPath: data))
    case .folderReplaced: #expect(names.allSatisfy { $0.hasPrefix("deadwax.spool") }, "\(names)")
    case .fileRemoved, .fileRenamed: #expect(!names.contains("deadwax.sqlite"), "\(names)")
    case .fileReplaced, .logRemoved: break
    }
    // A second hub must not create an empty library there.
    let second = try ChildProgram(
      "deadwaxd",
      [
        "--data", data, "--listen", "127.0.0.1:0", "--www", Repository.path("www"), "--docs", Repository.path("docs"),
        "--scanner", "none", "--camera", "none",
      ])
    #expect(try await second.exit() == .code(1))
    second.end()

    if blow == .folderRenamed {
      // Once the folder is moved back, the hub continues.
      try FileManager.default.moveItem(atPath: data + "-old", toPath: data)
      try await eventually("scans are taken again") {
        try await hub.json("/api/v1/stations/desk")["state"].text != "fault"
      }
      #expect(try await scan(hub, 3).answered.count == 3)
    }
    if blow.leavesRecords {
      try await hub.killHubAndStartAgain()
      let stored = Set(try await hub.scans().compactMap { $0["text"].text })
      #expect(stored.isSuperset(of: before), "\(before.filter { !stored.contains($0) })")
    }
  }

  @Test func `removed data can be recovered from the running hub, as documented`() async throws {
    let hub = try await HubUnderTest(withHardware: false)
    defer { hub.end() }
    let data = hub.folder.path("data")
    let (before, _) = try await scan(hub, 20)
    try FileManager.default.removeItem(atPath: data)
    #expect(try await scan(hub, 1).answered == [])
    let rescued = hub.folder.path("rescued")
    try FileManager.default.createDirectory(atPath: rescued, withIntermediateDirectories: false)
    let process = "/proc/\(hub.hub.processID)/fd"
    for descriptor in try FileManager.default.contentsOfDirectory(atPath: process) {
      let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(process)/\(descriptor)")) ?? ""
      for name in ["deadwax.sqlite", "deadwax.sqlite-wal"] where target == "\(data)/\(name) (deleted)" {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(process)/\(descriptor)"))
        try bytes.write(to: URL(fileURLWithPath: "\(rescued)/\(name)"))
      }
    }
    try await hub.killHubAndStartAgain { try FileManager.default.moveItem(atPath: rescued, toPath: data) }
    let stored = Set(try await hub.scans().compactMap { $0["text"].text })
    #expect(stored.isSuperset(of: before), "\(before.filter { !stored.contains($0) })")
  }
}
