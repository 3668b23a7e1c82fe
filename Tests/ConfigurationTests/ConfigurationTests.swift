import CommandLineArguments
import Configuration
import Foundation
import TestSupport
import Testing

let table = KeyTable([
  Key("address", section: "hub", standard: "127.0.0.1", help: "address to listen on"),
  Key("port", section: "hub", .number(0...65_535), standard: "8740", help: "port to listen on"),
  Key("allowed-hosts", section: "hub", .list, standard: "localhost, 127.0.0.1", help: "names it answers by"),
  Key("database", section: "storage", .path, standard: "/var/lib/deadwax/deadwax.db", help: "where everything is kept"),
  Key("durability", section: "storage", .choice(["full", "normal"]), standard: "full", help: "how safe a scan is"),
  Key("virtual", section: "readers", .yesNo, standard: "no", help: "use virtual hardware"),
  Key("camera", section: "readers", .path, help: "camera to use"),
  Key("discogs-token", section: "lookup", help: "token for Discogs", isSecret: true),
])

@Suite(.timeLimit(.minutes(5)))
struct ConfigurationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-configuration") }

  private var path: String { folder.path("deadwax.conf") }

  private func configuration(
    file: String? = nil, bytes: [UInt8]? = nil, environment: [String: String] = [:], _ words: [String] = []
  ) throws -> Configuration {
    if let bytes = bytes ?? file.map({ Array($0.utf8) }) { try folder.write(bytes, to: "deadwax.conf") }
    return try Configuration(
      table, arguments: .parsing(words, options: table.options), environment: environment, standardFile: path)
  }

  @Test func `without a word everything is standard`() throws {
    let configuration = try configuration()
    #expect(configuration.text("address") == "127.0.0.1")
    #expect(configuration.number("port") == 8740)
    #expect(configuration.list("allowed-hosts") == ["localhost", "127.0.0.1"])
    #expect(!configuration.isOn("virtual"))
    #expect(configuration.text("camera") == nil)
    #expect(configuration.origin("port") == .standard)
    #expect(configuration.file == nil)
  }

  @Test func `later ones win, and each value keeps its origin`() throws {
    let file = """
      ; the station
      [hub]
      port = 1001
      address = 10.0.0.1   ; the shop's net

      [readers]
      # comment
      virtual=on
      camera: /dev/video0
      """
    let configuration = try configuration(
      file: file, environment: ["DEADWAX_PORT": "1002", "DEADWAX_ALLOWED_HOSTS": "a, b ,,c", "PATH": "/bin"],
      ["--port=1003", "--durability", "normal"])
    #expect(configuration.number("port") == 1003)
    #expect(configuration.origin("port") == .flag("port"))
    #expect(configuration.list("allowed-hosts") == ["a", "b", "c"])
    #expect(configuration.origin("allowed-hosts") == .environment("DEADWAX_ALLOWED_HOSTS"))
    #expect(configuration.text("address") == "10.0.0.1")
    #expect(configuration.origin("address") == .file(path, line: 4))
    #expect(configuration.isOn("virtual"))
    #expect(configuration.text("camera") == "/dev/video0")
    #expect(configuration.origin("camera") == .file(path, line: 9))
    #expect(configuration.file == path)
  }

  @Test(arguments: [
    ("[hub]\nport = 1\nprot = 2\n", 3, "there is no key prot in [hub]. Did you mean port?"),
    ("[hub]\ncamera = x\n", 2, "there is no key camera in [hub]. It belongs in [readers]."),
    ("port = 1\n", 1, "there is no key port in []. It belongs in [hub]."),
    ("[hub]\nsomething-else = 2\n", 2, "there is no key something-else in [hub]."),
    ("[hub]\nport = 1\n\nport = 2\n", 4, "port is already in line 2."),
    ("[hub]\nnonsense\n", 2, "this is not a [section], a name = value or a comment."),
    ("[hub\nport = 1\n", 1, "this is not a [section], a name = value or a comment."),
    ("[hub]\nport = 1\n  2\n", 3, "a line must not begin with white space."),
  ])
  func `an invalid line is reported with its number`(_ file: String, _ line: Int, _ sentence: String) throws {
    let error = #expect(throws: ConfigurationError.self) { try configuration(file: file) }
    #expect(error?.description == "\(path):\(line): \(sentence)")
    #expect(error?.exitCode == 78)
  }

  @Test(arguments: [
    ("port", "65536", "a whole number from 0 to 65535"), ("port", "x", "a whole number from 0 to 65535"),
    ("port", "", "a whole number from 0 to 65535"), ("virtual", "maybe", "yes or no"),
    ("durability", "some", "one of full, normal"), ("address", "", "some text"), ("camera", " ", "a path"),
  ])
  func `an invalid value is reported with its origin`(
    _ name: String, _ value: String, _ expected: String
  ) throws {
    let key = try #require(table.keys.first { $0.name == name })
    #expect(
      throws: ConfigurationError.invalid(name: name, expected: expected, .file(path, line: 2))
    ) { try configuration(file: "[\(key.section)]\n\(name) = \(value)\n") }
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: ConfigurationError.invalid(name: name, expected: expected, .environment(key.variable))) {
      try configuration(environment: [key.variable: value])
    }
    guard value != " " else { return }
    let error = #expect(throws: UsageError.self) { try configuration(["--\(name)=\(value)"]) }
    #expect(error?.sentence == "--\(name) must be \(expected), not '\(value)'.")
  }

  @Test(arguments: [[0x5B, 0xFF, 0x5D], Array("[hub]\nport\0 = 1\n".utf8)] as [[UInt8]])
  func `a file that is not text is refused`(_ bytes: [UInt8]) throws {
    let error = #expect(throws: ConfigurationError.self) { try configuration(bytes: bytes) }
    #expect(error?.description.hasSuffix("this is not UTF-8 text.") == true)
  }

  @Test(arguments: ["", "\n\n", "\u{FEFF}[hub]\r\nport = 7\r\n", "[hub]\nport=7", "; a\n# b\n[hub]\nport = 7 ; c\n"])
  func `an odd but proper file is read`(_ file: String) throws {
    let configuration = try configuration(file: file)
    #expect(configuration.number("port") == (file.contains("port") ? 7 : 8740))
  }

  @Test func `a value may be long, within reason`() throws {
    let long = "/" + String(repeating: "long/", count: 700)
    #expect(try configuration(file: "[readers]\ncamera = \(long)\n").text("camera") == long)
    let file = "[readers]\ncamera = \(String(repeating: "a", count: 5000))\n"
    #expect(
      throws: ConfigurationError.malformed(path: path, line: 2, reason: "this line has more than 4095 bytes")
    ) { try configuration(file: file) }
  }

  @Test func `a file that is named must be there`() throws {
    let absent = folder.path("absent.conf")
    let expected = ConfigurationError.unreadable(path: absent, reason: "No such file or directory")
    #expect(throws: expected) { try configuration(["--config", absent]) }
    #expect(throws: expected) { try configuration(environment: ["DEADWAX_CONFIG": absent]) }
    #expect(throws: ConfigurationError.unreadable(path: folder.path, reason: "Is a directory")) {
      try configuration(["--config", folder.path])
    }
    let other = try folder.write("[hub]\nport = 5\n", to: "other.conf")
    #expect(try configuration(file: "[hub]\nport = 6\n", ["--config=\(other)"]).number("port") == 5)
  }

  @Test func `variables that mean nothing are named`() throws {
    let configuration = try configuration(environment: ["DEADWAX_PROT": "1", "DEADWAX_HUB": "x", "HOME": "/"])
    #expect(configuration.unknownVariables == ["DEADWAX_HUB", "DEADWAX_PROT"])
  }

  @Test func `the displayed configuration can be read back, without secrets`() throws {
    let first = try configuration(
      file: "[hub]\nport = 9\n", environment: ["DEADWAX_DISCOGS_TOKEN": "hush"], ["--virtual"])
    let displayed = first.displayed
    #expect(!displayed.contains("hush"))
    #expect(displayed.contains("discogs-token = (hidden)"))
    #expect(displayed.contains("port = 9 "))
    #expect(displayed.contains("; \(path):2\n"))
    #expect(displayed.contains("; environment DEADWAX_DISCOGS_TOKEN\n"))
    #expect(displayed.contains("; --virtual\n"))
    #expect(displayed.contains("# camera ="))
    let again = try configuration(file: displayed)
    #expect(again.number("port") == 9)
    #expect(again.isOn("virtual"))
    #expect(again.text("camera") == nil)
  }
}
