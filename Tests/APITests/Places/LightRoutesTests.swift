import Deadwax
import HTTPServer
import Lights
import TestSupport
import Testing
import Threads
import Wire

@Suite(.timeLimit(.minutes(5)))
struct LightRoutesTests {
  @Test func `the lights are listed, and a station lights the slot of a copy`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let list = try library.request(.get, "/lights").items
    #expect(list.count == 1 && list[0]["name"] as? String == "studio" && list[0]["lastSlot"] as? Int == 3, "\(list)")
    let shelf = try #require(
      try library.request(.post, "/places", body: #"{"name":"Lit shelf","kind":"shelf","slots":4}"#).text("id"))
    func light(_ copy: Int, in slot: Int) throws -> TagLibrary.Answer {
      let shelved = try library.request(
        .put, "/copies/{id}/place", [("id", library.copies[copy].id.text)],
        body: #"{"place":"\#(shelf)","slot":\#(slot)}"#, headers: [("if-match", "*")])
      #expect(shelved.status == 200, "\(shelved.text)")
      return try library.request(
        .post, "/copies/{id}/light", [("id", library.copies[copy].id.text)], body: "{}", as: .station)
    }
    let lit = try light(0, in: 2)
    #expect(lit.status == 200 && lit.text("light") == "studio" && lit.text("place") == "Lit shelf", "\(lit.text)")
    #expect(lit.number("slot") == 2 && lit.number("seconds") == 60)
    #expect(library.service.switched.withLock { $0.map(\.lights) } == [12..<14])
    // Slot 4 has no light, and that of slot 3 does not answer.
    let dark = try light(1, in: 4)
    #expect(dark.status == 409 && dark.code == "conflict" && dark.text("detail") == "Its place has no light.")
    let broken = try light(2, in: 3)
    #expect(broken.status == 503 && broken.text("detail") == "The light studio does not respond.", "\(broken.text)")
    let unknown = try library.request(.post, "/copies/{id}/light", [("id", library.ada.id.text)], body: "{}")
    #expect(unknown.status == 404 && unknown.code == "not-found")
  }
}
