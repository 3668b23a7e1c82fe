import Deadwax
import HTTPServer
import Testing
import Wire

@testable import API

@Suite(.timeLimit(.minutes(5)))
struct IdempotencyDecisionTests {
  private func request(_ path: String = "/x", by caller: String? = nil, key: String?) -> HTTPRequest {
    let fields = [("authorization", caller), ("idempotency-key", key)].compactMap { name, value in
      value.map { (name, $0) }
    }
    return HTTPRequest(method: .post, target: path, headers: fields, body: [])
  }

  private func claim(body: String = "body") throws -> IdempotencyDecision.Claim {
    let request = request(key: "k")
    let key = try #require(try IdempotencyKey(of: request))
    return IdempotencyDecision.Claim(id: key.responseID(for: request), request: body, mark: "")
  }

  @Test func `the first use is carried out, and a repeated one gets the stored response`() throws {
    let claim = try claim()
    guard case .firstUse(let begun) = try IdempotencyDecision(claim, isRunning: false, stored: { nil }) else {
      Issue.record("the first use is not carried out")
      return
    }
    #expect(begun.id == claim.id)
    let stored = StoredResponse(id: claim.id, request: "body", status: 201, location: "/x/1", body: "{}")
    guard case .replay(let response) = try IdempotencyDecision(claim, isRunning: false, stored: { stored }) else {
      Issue.record("a repeated request is carried out")
      return
    }
    #expect(response.status == 201 && response.headers.contains { $0 == ("location", "/x/1") })
  }

  @Test func `a request in progress is refused before the store is read, and another body under the same key too`()
    throws
  {
    let claim = try claim()
    let busy = #expect(throws: Problem.self) {
      try IdempotencyDecision(claim, isRunning: true) {
        Issue.record("the store is read")
        return nil
      }
    }
    #expect(busy?.code == .inFlight)
    let other = StoredResponse(id: claim.id, request: "other", status: 201, location: nil, body: "{}")
    let reused = #expect(throws: Problem.self) {
      try IdempotencyDecision(claim, isRunning: false, stored: { other })
    }
    #expect(reused?.code == .idReused)
  }

  @Test func `a key belongs to its caller and address, but the scan of a key to the key alone`() throws {
    let requests = [
      request(key: "k"), request("/y", key: "k"), request(by: "Bearer a", key: "k"), request(key: "l"),
    ]
    let ids = try requests.map { try #require(try IdempotencyKey(of: $0)).responseID(for: $0) }
    #expect(Set(ids).count == ids.count)
    let scans = try requests.map { try #require(try IdempotencyKey(of: $0)).scanID }
    #expect(scans[0] == scans[1] && scans[0] == scans[2] && scans[0] != scans[3])
    #expect(try IdempotencyKey(of: request(key: nil)) == nil)
  }
}
