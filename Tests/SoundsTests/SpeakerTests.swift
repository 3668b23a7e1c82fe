import Foundation
import Log
import Sounds
import TestSupport
import Testing

@Suite(.ownThread, .timeLimit(.minutes(5)))
struct SpeakerTests {
  @Test func `each of the six sounds goes to the player as a file of its own`() async throws {
    let place = try PlayerPlace()
    let path = try place.program("player", #"cat > "sound-$(ls | grep -c '^sound-').wav""#)
    let speaker = Speaker(player: Speaker.player(path), logger: .silent)
    for (index, sound) in Sound.allCases.enumerated() {
      speaker.play(sound)
      _ = try await eventually { speaker.played == index + 1 ? true : nil }
      let file = FileManager.default.contents(atPath: place.folder.path("sound-\(index).wav"))
      #expect(file.map { [UInt8]($0) } == SoundWave.file(of: sound))
    }
    speaker.stop()
  }

  @Test func `a player that hangs blocks no caller, and only the last sound waits for it`() async throws {
    let place = try PlayerPlace()
    let path = try place.program(
      "player", "cat > /dev/null; echo x >> played; touch playing; while [ ! -e go ]; do sleep 0.02; done")
    let speaker = Speaker(player: Speaker.player(path), logger: .silent)
    speaker.play(.ok)
    _ = try await eventually { FileManager.default.fileExists(atPath: place.folder.path("playing")) ? true : nil }
    // If one of these calls waited for the player, it would wait forever.
    for _ in 0..<1000 { speaker.play(.no) }
    try place.folder.write("", to: "go")
    _ = try await eventually { speaker.played == 2 ? true : nil }
    speaker.stop()
    #expect(place.text("played") == "x\nx\n")
  }

  @Test func `a missing player does no harm`() {
    let speaker = Speaker(player: Speaker.player("/nowhere/at/all"), logger: .silent)
    speaker.play(.ok)
    speaker.stop()
    #expect(speaker.played == 0)
  }
}

/// A folder with a sound player that is a shell script.
private struct PlayerPlace {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func program(_ name: String, _ body: String) throws -> String {
    let path = folder.path(name)
    try Data("#!/bin/sh\ncd '\(folder.path("."))' || exit 99\n\(body)\n".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  /// Returns the text that a program has written to a file in the folder; empty if there is none.
  func text(_ name: String) -> String {
    FileManager.default.contents(atPath: folder.path(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
