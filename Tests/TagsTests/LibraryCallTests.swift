import Foundation
import TestSupport
import Testing

/// Tests that the code avoids the libnfc functions that block forever or leak.
@Suite(.timeLimit(.minutes(5)))
struct LibraryCallTests {
  /// The permitted functions.
  private static let allowed: Set = [
    "nfc_init", "nfc_open", "nfc_close", "nfc_initiator_init", "nfc_initiator_select_passive_target",
    "nfc_initiator_deselect_target", "nfc_device_set_property_bool", "nfc_device_set_property_int",
    "nfc_device_get_supported_modulation",
  ]

  private static func sources() throws -> String {
    let folder = Repository.path("Sources/Tags")
    let names = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
    let swift = names.filter { $0.hasSuffix(".swift") }
    #expect(swift.count > 20)
    return try (swift.map { "\(folder)/\($0)" } + [Repository.path("Sources/C/CNFC/shim.h")])
      .map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
      // Comments may mention other functions.
      .split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
  }

  @Test func `nothing is called that waits without end or leaks`() throws {
    let calls = try Self.sources().matches(of: /\bnfc_[a-z_]+(?=\()/).map { String($0.output) }
    #expect(Set(calls) == Self.allowed)
  }

  @Test func `every exchange has an end`() throws {
    let sources = try Self.sources()
    let calls = sources.matches(of: /= pn53x_transceive\(([^)]*)\)/).map { String($0.1) }
    #expect(calls.count == 1)
    #expect(calls.allSatisfy { $0.hasSuffix("Self.patience") })
    #expect(sources.contains("private static let patience: Int32 = 200"))
    #expect(sources.contains("NP_INFINITE_SELECT, false"))
  }
}
