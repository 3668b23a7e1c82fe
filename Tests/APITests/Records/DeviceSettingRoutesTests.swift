import Deadwax
import HTTPServer
import TestSupport
import Testing
import Wire

/// The settings of devices, by the API.
@Suite(.timeLimit(.minutes(5)))
struct DeviceSettingRoutesTests {
  private func put(_ library: LendingLibrary, _ body: String) throws -> TagLibrary.Answer {
    try library.request(.post, "/device-settings", body: body)
  }

  @Test func `settings are remembered, listed, replaced, cleared by device, and moved`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    for (device, value) in [("kitchen", "3"), ("kitchen", "7"), ("AA:BB/ä", "")] {
      let answer = try put(library, #"{"device":"\#(device)","name":"volume","value":"\#(value)"}"#)
      #expect(answer.status == 204, "\(answer.text)")
    }
    func listed() throws -> [String] {
      try library.request(.get, "/device-settings").items.map {
        "\($0["device"] ?? "") \($0["name"] ?? "")=\($0["value"] ?? "")"
      }
    }
    #expect(try listed() == ["AA:BB/ä volume=", "kitchen volume=7"])
    let moved = try library.request(.post, "/device-settings/move", as: .admin)
    #expect(moved.status == 200 && moved.text("store") == "database" && moved.number("moved") == 0, "\(moved.text)")
    #expect(try library.request(.delete, "/device-settings", query: "?device=").status == 400)
    #expect(try library.request(.delete, "/device-settings", query: "?device=AA:BB/%C3%A4").status == 204)
    #expect(try listed() == ["kitchen volume=7"])
    #expect(try library.request(.delete, "/device-settings").status == 204)
    #expect(try listed().isEmpty)
  }

  @Test func `a wrong setting is refused and stores nothing`() throws {
    let library = try LendingLibrary()
    defer { library.end() }
    let long = String(repeating: "x", count: 201)
    for body in [
      #"{"device":"","name":"a","value":"b"}"#, #"{"device":"\#(long)","name":"a","value":"b"}"#,
      #"{"device":"d","name":"a\n","value":"b"}"#, #"{"device":"d","name":"a","value":"\u0000"}"#,
      #"{"device":"d","name":"a"}"#, #"{"device":"d","name":"a","value":3}"#,
      #"{"device":"d","name":"a","value":"\#(String(repeating: "x", count: 4001))"}"#,
    ] {
      let answer = try put(library, body)
      #expect([400, 422].contains(answer.status), "\(answer.status) \(answer.text) \(body.prefix(60))")
    }
    #expect(try library.request(.get, "/device-settings").items.isEmpty)
  }
}
