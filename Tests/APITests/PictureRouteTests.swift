import API
import Deadwax
import HTTPServer
import TestSupport
import Testing
import Wire

/// Tests of who may send a picture. `PhonePictureTests` send real ones.
@Suite(.timeLimit(.minutes(5)))
struct PictureRouteTests {
  private static let pattern = "/api/v1/stations/{name}/pictures"

  private func send(
    _ service: APIUnderTest, token: String?, to station: String = "desk", type: String = "image/png",
    peerIsLoopback: Bool = false
  ) throws -> HTTPResponse {
    var headers = [("host", "127.0.0.1"), ("content-type", type)]
    if let token { headers.append(("authorization", "Bearer \(token)")) }
    return try service.answer(
      .post, Self.pattern, parameters: [("name", station)], headers: headers, bytes: Array("no picture".utf8),
      peerIsLoopback: peerIsLoopback)
  }

  @Test func `staff and stations may send a picture, and a station's token for that station alone`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    for role in [Role.station, .staff, .admin] {
      let answer = try send(service, token: try service.token(role))
      #expect(answer.status == 422 && answer.text.contains("picture-unreadable"), "\(role): \(answer.text)")
    }
    #expect(try send(service, token: try service.token(.readerOnly)).status == 403)
    #expect(try send(service, token: nil).status == 401)
    // The hub's own machine is a station.
    #expect(try send(service, token: nil, peerIsLoopback: true).status == 422)
    let bound = try service.access.makeToken(name: "door", role: .station, station: Station.Name("door")).token
    #expect(try send(service, token: bound).status == 403)
  }

  @Test func `a large body is refused by its header to a caller who may not send it`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let route = try #require(service.surface.routes.first { $0.pattern == Self.pattern })
    #expect(route.bodyLimit == 32 << 20)
    let admission = try #require(route.admission)
    func refusal(_ headers: [(String, String)], isLocal: Bool) -> Int? {
      admission(
        HTTPRequest(
          method: .post, target: Self.pattern, headers: [("host", "127.0.0.1")] + headers, peerIsLoopback: isLocal,
          parameters: PathParameters([("name", "desk")])))?.status
    }
    #expect(refusal([], isLocal: false) == 401)
    #expect(refusal([("authorization", "Bearer dw_wrong")], isLocal: true) == 401)
    #expect(refusal([("authorization", "Bearer \(try service.token(.readerOnly))")], isLocal: true) == 403)
    #expect(refusal([("origin", "http://elsewhere.example")], isLocal: true) == 403)
    #expect(refusal([], isLocal: true) == nil)
    #expect(refusal([("authorization", "Bearer \(try service.token(.staff))")], isLocal: false) == nil)
  }
}
