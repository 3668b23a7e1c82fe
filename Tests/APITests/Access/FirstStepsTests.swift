import API
import Deadwax
import Foundation
import HTTPServer
import TestSupport
import Testing
import Wire

/// Tests of the first steps of a new library, and of the state of its set-up.
@Suite(.timeLimit(.minutes(5)))
struct FirstStepsTests {
  @Test func `an empty library has done no first step, and a station may ask`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    let token = try service.token(.station)
    let response = try service.answer(
      .get, "/api/v1/first-steps", headers: [("host", "127.0.0.1"), ("authorization", "Bearer \(token)")])
    #expect(response.status == 200, "\(response.text)")
    let steps = try JSONDecoder().decode(FirstSteps.self, from: Data(response.text.utf8))
    #expect(!steps.hasScannedCopy && !steps.hasPlace && !steps.hasBorrower && !steps.hasLabels)
  }

  @Test func `a step is done with its first record`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    func steps() throws -> TagLibrary.Answer { try library.request(.get, "/first-steps", as: .station) }
    // The library has copies and borrowers, but nothing was scanned.
    #expect(try steps().json["hasScannedCopy"] as? Bool == false)
    #expect(try steps().json["hasBorrower"] as? Bool == true)
    #expect(try library.scan(library.copies[0].code).status == 201)
    #expect(try steps().json["hasScannedCopy"] as? Bool == true)
    #expect(try steps().json["hasPlace"] as? Bool == false)
    #expect(try library.request(.post, "/places", body: #"{"name":"Shelf 1","kind":"shelf"}"#).status == 201)
    #expect(try steps().json["hasPlace"] as? Bool == true)
    #expect(try steps().json["hasLabels"] as? Bool == false)
  }

  @Test func `anyone can see whether a set-up link waits and where its page is, and no one sees the secret`() throws {
    let service = try APIUnderTest(isOpenOnLoopback: false)
    defer { service.end() }
    func state() throws -> (SetupState, String) {
      let response = try service.answer(.get, "/api/v1/setup", headers: [("host", "192.168.1.20")])
      #expect(response.status == 200, "\(response.text)")
      return (try JSONDecoder().decode(SetupState.self, from: Data(response.text.utf8)), response.text)
    }
    #expect(try state().0.isOpen == false)
    let secret = try #require(try service.access.beginSetup(another: false, at: "http://192.168.1.20:8740/setup"))
    let (open, text) = try state()
    #expect(open.isOpen && open.address == "http://192.168.1.20:8740/setup")
    #expect(!text.contains(secret), "the secret is on the console only")
    let symbol = try #require(open.symbol)
    // A QR code is square, with a finder pattern in three corners.
    #expect(symbol.count >= 21 && symbol.allSatisfy { $0.count == symbol.count })
    #expect(symbol[0].hasPrefix("1111111") && symbol[0].hasSuffix("1111111"))
    #expect(symbol[symbol.count - 1].hasPrefix("1111111"))
    _ = try service.access.finishSetup(secret: secret)
    let (done, _) = try state()
    #expect(!done.isOpen && done.address == nil && done.symbol == nil)
  }

  @Test func `a hub that only its own machine can reach has no address for others`() throws {
    let service = try APIUnderTest()
    defer { service.end() }
    _ = try service.access.beginSetup(another: false, at: nil)
    let response = try service.answer(.get, "/api/v1/setup", headers: [("host", "127.0.0.1")])
    let state = try JSONDecoder().decode(SetupState.self, from: Data(response.text.utf8))
    #expect(state.isOpen && state.address == nil && state.symbol == nil)
  }
}
