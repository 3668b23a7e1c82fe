import Foundation
import HTTPServer
import Log
import TestSupport
import Threads

/// A fake hub for tags: the state of its reader and the progress of its jobs are scripted, one step per request.
final class FakeTagHub: Sendable {
  let prompted = Locked<[String]>([])
  private let server: HTTPServer
  private let steps: Locked<[String: [HTTPResponse]]>

  static let paths = [
    "copies", "copies/{id}", "resolve", "places", "tags", "tags/{uid}", "tags/{uid}/binding", "tag-jobs",
    "tag-jobs/{id}", "tag-jobs/{id}/cancel", "stations/{name}/tags", "stations/{name}/tag-queue",
    "stations/{name}/tag-queue/skip",
  ]

  static let uid = "04A2B3C4D5E680"
  static let job = "0193489c-1a04-7c11-9f3e-6b7a8c9d0e1f"

  /// - Parameters:
  ///   - script: the responses by method and path, such as `POST /api/v1/tag-jobs`; the last response is repeated.
  ///   - paths: the paths it has, below `/api/v1/`.
  /// - Throws: an error if it cannot listen.
  init(_ script: [String: [HTTPResponse]], paths: [String] = FakeTagHub.paths) throws {
    let steps = Locked(script)
    let prompted = prompted
    self.steps = steps
    let answer: @Sendable (HTTPRequest, Reply) -> Void = { request, reply in
      let name = "\(request.method.rawValue) \(request.path)"
      let key = request.header("idempotency-key").map { " key=\($0)" } ?? ""
      let version = request.header("if-match").map { " if-match=\($0)" } ?? ""
      let query = request.queryItems.map { " \($0.name)=\($0.value)" }.joined()
      prompted.withLock {
        $0.append(name + " " + String(decoding: request.body, as: UTF8.self) + key + version + query)
      }
      let next = steps.withLock { steps -> HTTPResponse? in
        guard let first = steps[name]?.first else { return nil }
        if steps[name]?.count ?? 0 > 1 { steps[name]?.removeFirst() }
        return first
      }
      reply(next ?? Self.problem(404, "not-found", "There is no \(name) here."))
    }
    let methods: [Method] = [.get, .post, .put, .patch, .delete]
    server = try HTTPServer(
      router: Router(paths.flatMap { path in methods.map { Route($0, "/api/v1/" + path, handler: answer) } }),
      logger: .silent)
  }

  func run(_ words: String...) async throws -> ProgramRun { try await run(words: words) }

  func run(words: [String], input: String = "") async throws -> ProgramRun {
    defer { server.stop() }
    return try await ProgramRun(words, input: input, environment: ["DEADWAX_HUB": "127.0.0.1:\(server.port)"])
  }

  /// Returns the bodies sent to a path, in order.
  func sent(_ name: String) -> [String] {
    prompted.withLock { $0 }.filter { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
  }

  // MARK: - Responses

  static func problem(_ status: Int, _ code: String, _ detail: String, reasons: [String] = []) -> HTTPResponse {
    let list = reasons.map { #"{"code":"\#($0)","detail":"Because of \#($0)."}"# }.joined(separator: ",")
    return HTTPResponse(
      status: status, headers: [("content-type", "application/problem+json")],
      body: .bytes(
        Array(
          #"{"type":"urn:deadwax:problem:\#(code)","title":"T","status":\#(status),"detail":"\#(detail)","code":"\#(code)","reasons":[\#(list)],"retryable":false}"#
            .utf8)))
  }

  static func json(_ text: String, status: Int = 200) -> HTTPResponse { .json(Array(text.utf8), status: status) }

  static let releaseID = "0193489a-6f10-7c11-9f3e-0a1b2c3d4e5f"
  static let release =
    #"{"id":"\#(releaseID)","title":"Blue Train","artist":"John Coltrane","medium":"vinyl","status":"resolved"}"#

  static func copy(_ number: Int) -> String {
    #"{"id":"0193489a-7c20-7e0b-a1c3-0000000000\#(number)","number":\#(number),"code":"DW:I:5VTPVXVRCNZGJD","status":"available","parts":1,"partsMissing":0,"addedAt":"2026-11-20T09:45:12.120Z","version":1,"release":\#(release)}"#
  }

  static func tag(_ uid: String = uid, more: String = "") -> String {
    #"{"uid":"\#(uid)","kind":"NTAG213","capacity":137,"access":"writable","content":"empty","reader":"nfc","since":"2026-11-20T09:45:12.120Z","writes":0,"failures":0,"isSuspect":false,"isSealed":false\#(more)}"#
  }

  static func page(_ items: String...) -> HTTPResponse { json("{\"items\":[\(items.joined(separator: ","))]}") }

  static func job(
    _ state: String, outcome: String? = nil, status: String? = nil, created: Int = 200
  ) -> HTTPResponse { json(jobText(state, outcome: outcome, status: status), status: created) }

  static func jobText(_ state: String, outcome: String? = nil, status: String? = nil) -> String {
    let more = [outcome.map { #""outcome":"\#($0)""# }, status.map { #""status":"\#($0)""# }].compactMap(\.self)
    let members = more.isEmpty ? "" : more.joined(separator: ",") + ","
    return
      #"{"id":"\#(job)","action":"write","uid":"\#(uid)","copy":\#(copy(12)),"state":"\#(state)",\#(members)"sentence":"It is \#(outcome ?? state)","hint":"Follow the instruction.","station":"desk","deadline":"2026-11-20T09:46:12.120Z","attempts":1,"writes":4,"reads":9,"createdAt":"2026-11-20T09:45:12.120Z","milliseconds":391}"#
  }

  static func queue(_ done: Int, of total: Int, skipped: Int = 0, next: Int?, job: String? = nil) -> HTTPResponse {
    let next = next.map { ",\"next\":\(copy($0))" } ?? ""
    let job = job.map { ",\"job\":\($0)" } ?? ""
    return json(
      #"{"station":"desk","total":\#(total),"done":\#(done),"skipped":\#(skipped)\#(next)\#(job),"remaining":[]}"#)
  }
}
