import CommandLineArguments
import Configuration
import NDEF
import ReaderProtocol
import Readers
import TestSupport
import Testing

@testable import Hub

/// Tests of the operator's settings, and of the readers that are started for them.
@Suite(.timeLimit(.minutes(5)))
struct ReaderPlanTests {
  private func plan(_ words: String...) throws -> [ReaderConfiguration] {
    let nfc = words.contains("--nfc") ? [] : ["--nfc", "none"]
    let words = ["--programs", "/p"] + nfc + words
    let configuration = try Configuration(
      HubKeys.table, arguments: .parsing(words, options: HubKeys.table.options), environment: [:], standardFile: nil)
    return LocalReaders.plan(for: try HubKeys.hubConfiguration(configuration), addresses: [.standard])
  }

  @Test func `a camera and a scanner that are plugged in are used without being named`() throws {
    let plan = try plan()
    #expect(plan.map(\.name) == ["camera", "scanner"])
    #expect(plan.map(\.kind) == [.camera, .hid])
    #expect(plan.map(\.arguments) == [["camera", "--device", "auto"], ["hid", "--device", "auto"]])
    #expect(plan.allSatisfy { $0.executable == "/p/deadwax-reader" })
  }

  @Test func `the NFC reader is given the addresses that make a tag's content ours`() throws {
    let plan = try plan("--camera", "none", "--scanner", "none", "--nfc", "pn532_uart:/dev/ttyUSB0")
    #expect(
      plan.map(\.arguments) == [
        ["nfc", "--device", "pn532_uart:/dev/ttyUSB0", "--tag-address", "https://deadwax.example"]
      ])
  }

  @Test func `none is none`() throws {
    #expect(try plan("--camera", "none", "--scanner", "none").isEmpty)
  }

  @Test func `size and profile are for devices, formats for every camera`() throws {
    let plan = try plan(
      "--camera", "/dev/v4l/by-id/cam-index0,pictures:/in", "--scanner", "none", "--camera-size", "640x480",
      "--camera-profile", "c920", "--camera-mains", "60", "--formats", "qr,itf")
    #expect(
      plan.map(\.arguments) == [
        [
          "camera", "--device", "/dev/v4l/by-id/cam-index0", "--size", "640x480", "--profile", "c920", "--mains", "60",
          "--formats", "qr,itf",
        ],
        ["camera", "--pictures", "/in", "--each", "--formats", "qr,itf"],
      ])
    #expect(plan.map(\.name) == ["camera", "camera-2"])
  }

  @Test func `the virtual camera beside a real one has a name of its own`() throws {
    #expect(try plan("--camera", "shown:/v", "--scanner", "none").map(\.name) == ["camera"])
    #expect(
      try plan("--camera", "shown:/v,auto,/dev/video3", "--scanner", "none").map(\.name)
        == ["virtual-camera", "camera", "camera-2"])
  }

  @Test(arguments: ["webcam", "auto,none", "none,auto", "pictures", "video0"])
  func `a name that is not a camera's is refused`(word: String) {
    #expect(throws: HubError.self) { try plan("--camera", word) }
  }

  @Test func `a scanner is named as the reader takes it`() throws {
    #expect(
      try plan("--camera", "none", "--scanner", "Datalogic QuickScan").map(\.arguments)
        == [["hid", "--device", "Datalogic QuickScan"]])
    #expect(
      try plan("--camera", "none", "--scanner-layout", "de", "--scanner-pause", "80ms", "--scanner-suffix", "#").map(
        \.arguments) == [["hid", "--device", "auto", "--layout", "de", "--pause", "80ms", "--suffix", "#"]])
  }
}
