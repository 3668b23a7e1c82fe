import Deadwax
import Foundation
import Glibc
import HTTPClient
import ServerTestSupport
import TestSupport
import Testing
import Threads

/// Tests that the token for Discogs is in nothing that the hub writes or answers, wherever it comes from and whatever
/// Discogs answers.
@Suite(.timeLimit(.minutes(15)), .serialized)
struct TokenSecrecyTests {
  /// The place where the hub has the token from.
  enum Way: String, CaseIterable, Sendable {
    case file, credential, configuration, argument, page
  }

  private static let secret = "Sleeve7Notes9Matrix5Etched"

  /// The answers of a hostile Discogs, each of which repeats the token where it can.
  private enum Answer: String, CaseIterable {
    case elsewhere, html, robot, cut, half, overload, unauthorized, storm

    func send(to connection: RawConnection, elsewhere: String) -> Bool {
      let secret = TokenSecrecyTests.secret
      return switch self {
      case .elsewhere:
        connection.answer(302, "Location: \(elsewhere)/releases?token=\(secret)\r\n", "token=\(secret)")
      case .html: connection.answer(200, "Content-Type: text/html\r\n", "<html>\(secret)</html>")
      case .robot: connection.answer(403, "Content-Type: text/html\r\n", "<html>\(secret)</html>")
      case .cut: false
      case .half: connection.answer(200, "Content-Type: application/json\r\n", #"{"id": 7, "title": "\#(secret)"#)
      case .overload: connection.answer(500, "", #"{"message": "Query time exceeded for \#(secret)."}"#)
      case .unauthorized: connection.answer(401, "", #"{"message": "Invalid consumer token \#(secret)."}"#)
      case .storm: connection.answer(429, "Retry-After: 1\r\n", #"{"message": "Too quickly, \#(secret)."}"#)
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `the token is in no log, event, metric, answer, address or file but its own`(way: Way) async throws {
    let folder = try TemporaryFolder("deadwax-token")
    let present = Locked<Answer?>(nil)
    let requests = Locked<[String]>([])
    let elsewhere = try RawServer { connection in _ = connection.request() }
    let other = elsewhere.url
    let discogs = try RawServer { connection in
      while let request = connection.request() {
        requests.withLock { $0.append(request) }
        guard let answer = present.withLock({ $0 }) else {
          guard connection.answer(200, "", #"{"id": 1, "username": "ada"}"#) else { return }
          continue
        }
        guard answer.send(to: connection, elsewhere: other) else { return }
      }
    }
    let hub = try await HubUnderTest(
      withHardware: false, ["--nfc", "none", "--discogs-url", discogs.url] + (try arguments(way, folder)))
    defer { hub.end() }
    let ear = EventEar(hub.url, after: 0)
    let admin = try String(contentsOfFile: try await hub.administrator(), encoding: .utf8).trimmingCharacters(
      in: .whitespacesAndNewlines)
    let authorized: HTTPClientHeaders = ["authorization": "Bearer \(admin)", "content-type": "application/json"]
    func send(_ method: HTTPClientRequest.Method, _ path: String, _ body: String = "") async throws -> String {
      let answer = try await hub.send(
        HTTPClientRequest(method, hub.url + "/api/v1" + path, headers: authorized, body: Array(body.utf8)))
      return "\(answer.status) \(answer.headers) \(answer.text)"
    }
    var answers: [String] = []
    if way == .page { answers.append(try await send(.put, "/discogs/token", #"{"token":"\#(Self.secret)"}"#)) }
    _ = try await send(.post, "/scans", #"{"code":"\#(Command.add.code)"}"#)
    for (index, answer) in Answer.allCases.enumerated() {
      present.withLock { $0 = answer }
      let before = requests.withLock(\.count)
      answers.append(try await send(.post, "/scans", #"{"code":"\#(Self.barcode(index))"}"#))
      answers.append(try await send(.get, "/discogs/releases?search=\(answer.rawValue)"))
      answers.append(try await send(.get, "/discogs/folders"))
      answers.append(try await send(.get, "/discogs/token"))
      if way == .page { answers.append(try await send(.put, "/discogs/token", #"{"token":"\#(Self.secret)"}"#)) }
      #expect(requests.withLock(\.count) > before, "\(answer) was not asked for")
    }
    answers.append(try await send(.post, "/discogs/comparison"))
    for path in [
      "/discogs/comparison", "/scans?limit=200", "/changes?limit=200", "/settings", "/releases?limit=200", "/inbox",
      "/recheck", "/recording", "/stations/desk",
    ] {
      answers.append(try await send(.get, path))
    }
    for path in ["/metrics", "/readyz", "/healthz"] { answers.append(try await hub.get(path).text) }
    for answer in answers { #expect(!answer.contains(Self.secret), "\(answer.prefix(300))") }

    // It was sent, and only in its header.
    let sent = requests.withLock { $0 }
    #expect(sent.allSatisfy { $0.contains("token=\(Self.secret)\r\n") }, "\(sent.first ?? "")")
    #expect(!sent.contains { $0.prefix { $0 != "\r\n" }.contains(Self.secret) })
    #expect(elsewhere.accepted == 0)

    #expect(await ear.wait { _ in true } != nil)
    await ear.stop()
    #expect(!ear.all.contains { String(decoding: $0.data, as: UTF8.self).contains(Self.secret) })
    if way != .argument {
      let words = FileManager.default.contents(atPath: "/proc/\(hub.hub.processID)/cmdline") ?? Data()
      #expect(!words.isEmpty && !String(decoding: words, as: UTF8.self).contains(Self.secret))
    }
    hub.hub.signal(SIGTERM)
    #expect(try await hub.hub.exit(within: .seconds(60)) == .code(0))
    #expect(!hub.hub.transcript.contains(Self.secret))
    #expect(try files(in: hub.folder.path("data")) == (way == .page ? ["discogs-token 600"] : []))
  }

  @Test(arguments: [0o600, 0o640, 0o644])
  func `a file of the token that other users can read is in the log, with what to do`(mode: Int) async throws {
    let folder = try TemporaryFolder("deadwax-token")
    let path = try folder.write(Self.secret + "\n", to: "token")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let hub = try await HubUnderTest(
      withHardware: false, ["--nfc", "none", "--discogs-url", "http://127.0.0.1:9", "--discogs-token-file", path])
    defer { hub.end() }
    hub.hub.signal(SIGTERM)
    #expect(try await hub.hub.exit(within: .seconds(60)) == .code(0))
    #expect(hub.hub.transcript.contains("chmod 600 \(path)") == (mode != 0o600))
    #expect(!hub.hub.transcript.contains(Self.secret))
  }

  /// Returns the arguments that give the hub the token.
  private func arguments(_ way: Way, _ folder: TemporaryFolder) throws -> [String] {
    func file(_ name: String, _ text: String, _ mode: Int) throws -> String {
      let path = try folder.write(text, to: name)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      return path
    }
    return switch way {
    case .file: ["--discogs-token-file", try file("token", Self.secret + "\n", 0o600)]
    case .credential: ["--discogs-token-file", try file("credentials/discogs", Self.secret, 0o440)]
    case .configuration: ["--config", try file("deadwax.conf", "[look-up]\ndiscogs-token = \(Self.secret)\n", 0o600)]
    case .argument: ["--discogs-token", Self.secret]
    case .page: []
    }
  }

  /// Returns the files with the token, each with its mode.
  private func files(in folder: String) throws -> [String] {
    let found = try #require(FileManager.default.enumerator(atPath: folder))
    var names: [String] = []
    var count = 0
    while let name = found.nextObject() as? String {
      guard found.fileAttributes?[.type] as? FileAttributeType == .typeRegular else { continue }
      count += 1
      let content = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
      guard content.range(of: Data(Self.secret.utf8)) != nil else { continue }
      let mode = (found.fileAttributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
      names.append("\(name) \(String(mode, radix: 8))")
    }
    #expect(count > 0)
    return names
  }

  /// An EAN-13 that the demo does not have.
  private static func barcode(_ number: Int) -> String {
    let digits = "40199900\(1000 + number)"
    let sum = digits.utf8.enumerated().reduce(0) { $0 + Int($1.element - 48) * ($1.offset % 2 == 0 ? 1 : 3) }
    return digits + String((10 - sum % 10) % 10)
  }
}
