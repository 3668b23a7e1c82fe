import Foundation
import Secrets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SecretFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder("deadwax-secrets") }

  private func write(_ bytes: [UInt8], mode: Int = 0o600, name: String = "token") throws -> String {
    let path = try folder.write(bytes, to: name)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  @Test(arguments: ["abc", "abc\n", "  abc \r\n\n"]) func `the line of a closed file is read`(_ text: String) throws {
    #expect(try SecretFile.read(write(Array(text.utf8)), credentials: nil) == "abc")
    #expect(try SecretFile.read(write(Array(text.utf8), mode: 0o400, name: "other"), credentials: nil) == "abc")
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o644, 0o610, 0o601, 0o777])
  func `a file that is open to others is refused, with what to do`(_ mode: Int) throws {
    let path = try write(Array("xyzzy".utf8), mode: mode)
    let error = #expect(throws: SecretsError.open(path: path, mode: mode)) {
      try SecretFile.read(path, credentials: nil)
    }
    #expect(error?.description.contains("chmod 600 \(path)") == true)
    #expect(error?.description.contains("xyzzy") == false)
  }

  @Test func `a credential of systemd may show rights of the group`() throws {
    let path = try write(Array("abc".utf8), mode: 0o440)
    #expect(try SecretFile.read(path, credentials: folder.path) == "abc")
    #expect(throws: SecretsError.self) { try SecretFile.read(path, credentials: folder.path + "-other") }
    #expect(throws: SecretsError.self) { try SecretFile.read(path, credentials: "") }
    let open = try write(Array("abc".utf8), mode: 0o444, name: "open")
    #expect(throws: SecretsError.open(path: open, mode: 0o444)) { try SecretFile.read(open, credentials: folder.path) }
  }

  @Test(
    arguments: [
      ([], "it is empty"), (Array(" \n".utf8), "it is empty"), (Array("a\nb".utf8), "it has more than one line"),
      ([0x61, 0, 0x62], "it has more than one line"), ([0xFF, 0xFE], "it is not UTF-8"),
      ([UInt8](repeating: 0x61, count: 4097), "it has more than 4096 bytes"),
    ] as [([UInt8], String)])
  func `an invalid secret is refused`(_ bytes: [UInt8], _ reason: String) throws {
    let path = try write(bytes)
    #expect(throws: SecretsError.malformed(path: path, reason: reason)) {
      try SecretFile.read(path, credentials: nil)
    }
  }

  @Test func `a path without a file is refused`() throws {
    #expect(throws: SecretsError.unreadable(path: folder.path, reason: "it is not a regular file")) {
      try SecretFile.read(folder.path, credentials: nil)
    }
    let absent = folder.path("absent")
    #expect(throws: SecretsError.unreadable(path: absent, reason: "No such file or directory")) {
      try SecretFile.read(absent, credentials: nil)
    }
    let pipe = folder.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: SecretsError.unreadable(path: pipe, reason: "it is not a regular file")) {
      try SecretFile.read(pipe, credentials: nil)
    }
  }
}
