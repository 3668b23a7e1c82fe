import CommandLineArguments
import Configuration
import Foundation
import Intake
import ReaderProtocol
import Readers
import TestSupport
import Testing

/// Tests of the sections `[reader NAME]`.
@Suite(.timeLimit(.minutes(5)))
struct ReaderSectionsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-reader-sections") }

  private var file: String { folder.path("deadwax.conf") }

  private func readers(_ text: String, cameras: [ReaderPlan.Camera] = []) throws -> [OpenReader] {
    try folder.write(text, to: "deadwax.conf")
    let table = KeyTable([], groups: [ReaderSections.group])
    let configuration = try Configuration(
      table, arguments: ParsedArguments(options: table.options), environment: ["DEADWAX_CONFIG": file],
      standardFile: nil)
    let plan = ReaderPlan(cameras: cameras, nfc: .none, tagAddresses: [], scanner: .none, further: [])
    return try ReaderSections.readers(in: configuration, besides: plan)
  }

  @Test func `each section is a reader, in order`() throws {
    let readers = try readers(
      """
      [reader gate]
      command = "/opt/my gate/run" --port 'a "b"' c\\d ; a comment
      station = door

      # A second camera of the hub's own kind.
      [reader shelf-2]
      command = deadwax-reader camera --device auto
      """)
    #expect(readers.map(\.name) == ["gate", "shelf-2"])
    #expect(readers.map(\.station) == ["door", nil])
    #expect(readers.map(\.executable) == ["/opt/my gate/run", nil])
    #expect(readers.map(\.arguments) == [["--port", "a \"b\"", "c\\d"], ["camera", "--device", "auto"]])
  }

  @Test func `a section becomes a configuration beside those of the settings`() throws {
    let further = try readers("[reader camera-2]\ncommand = /bin/true\n[reader own]\ncommand = deadwax-reader hid\n")
    let plan = ReaderPlan(cameras: [.auto], nfc: .none, tagAddresses: [], scanner: .none, further: further)
    let all = plan.configurations(program: "/p/deadwax-reader", station: "desk")
    #expect(all.map(\.name) == ["camera", "camera-2", "own"])
    #expect(all.map(\.executable) == ["/p/deadwax-reader", "/bin/true", "/p/deadwax-reader"])
    #expect(all.map(\.kind) == [.camera, nil, nil])
    #expect(all.map(\.isOptional) == [true, false, false])
  }

  @Test(arguments: [
    ("[reader a]\ncommand = /bin/true\n\n[reader a]\ncommand = /bin/true\n", 4, "[reader a] is already in line 1."),
    ("[reader a]\ncommand = /bin/true\ncommand = /bin/true\n", 3, "command is already in line 2."),
    ("[reader a]\ncommand =\n", 2, "command must be some text."),
    ("[reader a]\ncommand = /bin/true 'x\n", 2, "command must be \(OpenReader.choices)."),
    ("[reader a]\ncommand = sh -c x\n", 2, "command must be \(OpenReader.choices)."),
    (
      "[reader]\ncommand = /bin/true\n", 1,
      "the name in [reader NAME] must be 1 to 40 lower-case letters, digits or hyphens."
    ),
    (
      "[reader \(String(repeating: "x", count: 60))]\ncommand = /bin/true\n", 1,
      "the name in [reader NAME] must be 1 to 40 lower-case letters, digits or hyphens."
    ),
    ("[reder a]\ncommand = /bin/true\n", 2, "there is no key command in [reder a]."),
    ("[reader camera]\ncommand = /bin/true\n", 1, "another setting starts the reader camera; choose another name."),
  ])
  func `a wrong section is reported with its line`(text: String, line: Int, sentence: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try readers(text, cameras: [.auto]) }

    #expect(error?.description == "\(file):\(line): \(sentence)")
    #expect(error?.exitCode == 78)
  }
}
