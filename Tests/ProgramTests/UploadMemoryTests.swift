import Foundation
import Glibc
import HTTPClient
import TestSupport
import Testing
import Threads

/// Tests of large uploads to the running hub.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct UploadMemoryTests {
  /// Returns the most memory that a process ever had, in MiB.
  private func peak(of hub: HubUnderTest) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(hub.hub.processID)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return try #require(line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) })
      / 1024
  }

  /// Returns a token for staff.
  private func token(of hub: HubUnderTest) async throws -> String {
    String(try String(contentsOfFile: try await hub.administrator(), encoding: .utf8).dropLast())
  }

  private func release(of hub: HubUnderTest, by token: String) async throws -> String {
    let answer = try await hub.post(
      "/api/v1/releases", #"{"title":"A Title","artist":"An Artist","medium":"cd"}"#,
      headers: ["authorization": "Bearer \(token)"])
    return try #require(try JSONValue(answer.body)["id"].text, "\(answer.text)")
  }

  private static func pdf(_ size: Int, _ mark: UInt8) -> [UInt8] {
    let (head, tail) = (Array("%PDF-1.7\n".utf8), Array("\n%%EOF\n".utf8))
    return head + [UInt8](repeating: mark, count: size - head.count - tail.count) + tail
  }

  private func scratch(in hub: HubUnderTest) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: hub.folder.path("data/attachments"))) ?? []
    return names.filter { $0.hasPrefix(".new-") }
  }

  @Test func `eight uploads of 30 MB at once do not stay in memory`() async throws {
    let hub = try await HubUnderTest(withHardware: false, withDemo: false, ["--nfc", "none"])
    defer { hub.end() }
    let token = try await token(of: hub)
    let url = "\(hub.url)/api/v1/releases/\(try await release(of: hub, by: token))/attachments"
    let size = 30_000_000
    let before = try peak(of: hub)
    let statuses = Locked<[Int]>([])
    let lanes = (0..<8).map { lane in
      DedicatedThread("upload \(lane)") {
        let client = HTTPClient(userAgent: "Deadwax-tests/1", timeout: .seconds(120))
        let answer = try? client.send(
          HTTPClientRequest(
            .post, url, headers: ["content-type": "application/pdf", "authorization": "Bearer \(token)"],
            body: Self.pdf(size, UInt8(65 + lane))))
        statuses.withLock { $0.append(answer?.status ?? 0) }
      }
    }
    for lane in lanes { lane.join() }
    let growth = try peak(of: hub) - before
    print("uploads: 8 of 30 MB at once; the peak memory of the hub grew by \(growth) MiB from \(before) MiB")
    #expect(statuses.withLock { $0 } == [Int](repeating: 201, count: 8))
    // In memory they would need 229 MiB.
    #expect(growth < 60)
    #expect(scratch(in: hub).isEmpty)
  }

  @Test func `a kill in the middle of an upload leaves no file after the next start`() async throws {
    let hub = try await HubUnderTest(withHardware: false, withDemo: false, ["--nfc", "none"])
    defer { hub.end() }
    let token = try await token(of: hub)
    let path = "/api/v1/releases/\(try await release(of: hub, by: token))/attachments"
    let port = try #require(UInt16(hub.url.split(separator: ":").last ?? ""))
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) { pointer in
      UnsafeRawPointer(pointer).withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(code == 0)
    let head =
      "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/pdf\r\n"
      + "Authorization: Bearer \(token)\r\nContent-Length: 9000000\r\n\r\n"
    let bytes = Array(head.utf8) + Self.pdf(1_000_000, 65)
    let sent = bytes.withUnsafeBytes { send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    #expect(sent == bytes.count)
    try await eventually(within: .seconds(60), "the file of the upload") { scratch(in: hub).count == 1 }
    try await hub.killHubAndStartAgain {
      #expect(scratch(in: hub).count == 1)
    }
    #expect(scratch(in: hub).isEmpty)
  }
}
