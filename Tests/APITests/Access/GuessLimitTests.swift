import API
import Deadwax
import HTTPServer
import TestSupport
import Testing
import Wire

@Suite(.timeLimit(.minutes(10)))
struct GuessLimitTests {
  @Test func `cards cannot be found out by asking what codes name`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let staff = try service.token(.staff)
    let enrolled = try service.answer(
      .post, "/api/v1/borrowers",
      headers: [("host", "x"), ("content-type", "application/json"), ("authorization", "Bearer \(staff)")],
      body: #"{"name":"Ada","card":"2900001"}"#)
    #expect(enrolled.status == 201)
    func request(_ code: String, _ headers: [(String, String)] = []) throws -> Int {
      try service.answer(.get, "/api/v1/resolve", target: "/api/v1/resolve?code=\(code)", headers: headers).status
    }
    let token = try service.token(.station)
    for caller in [[], [("authorization", "Bearer \(token)")]] {
      let prompted = try (0..<200).map { try request("29\(10_000 + $0)", caller) }
      #expect(prompted.prefix(60).allSatisfy { $0 == 200 })
      #expect(prompted.contains(429))
      #expect(prompted.count { $0 == 200 } < 120)
      // Known and unknown cards are refused alike, so that a refusal reveals nothing; a command is not a card, and is
      // answered.
      let answers = try (0..<5).map { _ in (try request("2900001", caller), try request("2900002", caller)) }
      #expect(answers.contains { $0 == (429, 429) })
      #expect(try request("DW:C:00000000000034", caller) == 200)
    }
    // A client that may look up borrowers by card is not limited.
    for number in 0..<200 {
      #expect(try request("29\(10_000 + number)", [("authorization", "Bearer \(staff)")]) == 200)
    }
  }

  @Test func `a used allowance grows back with time, up to its limit`() throws {
    let limit = GuessLimit()
    let caller = Access.Caller(role: .station, name: nil)
    let start = Timestamp(milliseconds: 1_700_000_000_000)
    for _ in 0..<60 { try limit.take(caller, at: start) }
    let refusal = #expect(throws: Problem.self) { try limit.take(caller, at: start) }
    #expect(refusal?.code == .tooMany)
    #expect(refusal?.headers.contains { $0 == ("retry-after", "1") } == true)
    // A clock that goes back grants no more requests.
    #expect(throws: Problem.self) { try limit.take(caller, at: start + .seconds(-3600)) }
    try limit.take(caller, at: start + .seconds(2))
    for _ in 0..<60 { try limit.take(caller, at: start + .seconds(100_000)) }
    #expect(throws: Problem.self) { try limit.take(caller, at: start + .seconds(100_000)) }
    try limit.take(Access.Caller(role: .station, name: "other", token: .new(at: start)), at: start + .seconds(100_000))
  }
}
