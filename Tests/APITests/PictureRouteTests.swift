import API
import Deadwax
import Foundation
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

  // MARK: - the codes of a shelf

  private func arrange(_ service: APIUnderTest, _ pictures: [CodeRowsRequest.Picture]) throws -> HTTPResponse {
    try service.answer(
      .post, "/api/v1/code-rows", headers: [("host", "127.0.0.1"), ("content-type", "application/json")],
      bytes: [UInt8](try JSONEncoder().encode(CodeRowsRequest(pictures: pictures))))
  }

  private func code(_ number: UInt64, at x: Int) -> PictureResource.FoundCode {
    PictureResource.FoundCode(
      code: OwnCode(.copy, number: number).description, symbology: .qr, verified: false,
      corners: [(0, 0), (20, 0), (20, 20), (0, 20)].map { PictureResource.Corner(x: x + $0.0, y: 100 + $0.1) })
  }

  @Test func `the codes of pictures that overlap are put in their order`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let right = CodeRowsRequest.Picture(codes: [code(4, at: 160), code(3, at: 100), code(2, at: 40)])
    let left = CodeRowsRequest.Picture(codes: [code(1, at: 30), code(2, at: 90), code(3, at: 150)])
    let answer = try arrange(service, [right, left])
    #expect(answer.status == 200, "\(answer.text)")
    let rows = try JSONDecoder().decode(CodeRowsResource.self, from: Data(answer.text.utf8))
    #expect(rows.rows.map { $0.codes.map(\.code) } == [(1...4).map { OwnCode(.copy, number: $0).description }])
    // A code without corners has no position.
    var loose = code(9, at: 0)
    loose.corners = []
    let none = try JSONDecoder().decode(
      CodeRowsResource.self, from: Data(try arrange(service, [.init(codes: [loose])]).text.utf8))
    #expect(none.rows.isEmpty)
  }

  @Test func `too many codes, and codes that no station can scan, are refused`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let many = CodeRowsRequest.Picture(codes: (1...301).map { code(UInt64($0), at: $0 * 30) })
    var far = code(1, at: 0)
    far.corners[0].x = 1_000_000
    var long = code(1, at: 0)
    long.code = String(repeating: "x", count: 501)
    for pictures in [
      [], Array(repeating: CodeRowsRequest.Picture(codes: []), count: 51), [many],
      Array(repeating: CodeRowsRequest.Picture(codes: Array(many.codes.prefix(300))), count: 7),
      [.init(codes: [far])], [.init(codes: [long])],
    ] {
      #expect(try arrange(service, pictures).status == 422)
    }
  }
}
