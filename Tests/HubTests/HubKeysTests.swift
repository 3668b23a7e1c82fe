import CommandLineArguments
import Configuration
import Deadwax
import NDEF
import TestSupport
import Testing

@testable import Hub

/// Tests of the operator's settings for tags.
@Suite(.timeLimit(.minutes(5)))
struct HubKeysTests {
  private func configuration(_ words: String...) throws -> HubConfiguration {
    let configuration = try Configuration(
      HubKeys.table, arguments: .parsing(words, options: HubKeys.table.options), environment: [:], standardFile: nil)
    return try HubKeys.hubConfiguration(configuration)
  }

  @Test func `tags send phones to an example address until one is given`() throws {
    #expect(try configuration().tagAddress == .standard)
    let given = try configuration("--tag-address", "https://music.example.org/desk/")
    #expect(given.tagAddress == TagAddress(base: "music.example.org/desk"))
  }

  @Test(arguments: ["ftp://x", "https://", "a b", "https://\(String(repeating: "a", count: 65))"])
  func `an address that does not fit on a tag is refused with a sentence`(base: String) throws {
    let error = #expect(throws: HubError.self) { try configuration("--tag-address", base) }
    #expect(error?.description.contains("--tag-address") == true)
  }

  @Test func `settings of devices are in the database unless the operator chooses the file`() throws {
    #expect(try "\(configuration().deviceStore)" == "database")
    #expect(try "\(configuration("--device-settings", "file").deviceStore)" == "file")
    #expect(throws: (any Error).self) { try configuration("--device-settings", "paper") }
  }

  @Test func `tags may be moved at the station unless the operator forbids it`() throws {
    #expect(try configuration().movesTags)
    #expect(try !configuration("--keep-tags").movesTags)
  }
}
