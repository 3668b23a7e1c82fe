import Foundation
import TestSupport
import Testing

/// Tests of the hub with a certificate of its own.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct TLSTests {
  /// Makes a certificate for `localhost` and its key, with the program of OpenSSL.
  private func certificate(in folder: TemporaryFolder) async throws -> (certificate: String, key: String) {
    let (certificate, key) = (folder.path("certificate.pem"), folder.path("key.pem"))
    let maker = try ChildProgram(
      path: "/usr/bin/openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate,
      ])
    #expect(try await maker.exit() == .code(0), "\(maker.transcript)")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    return (certificate, key)
  }

  private func start(_ folder: TemporaryFolder, _ more: [String]) throws -> ChildProgram {
    try ChildProgram(
      "deadwaxd",
      [
        "--data", folder.path("data"), "--listen", "127.0.0.1:0", "--www", Repository.path("www"), "--docs",
        Repository.path("docs"), "--camera", "none", "--nfc", "none", "--scanner", "none",
      ] + more)
  }

  @Test func `two settings switch TLS on, and its cookies are secure`() async throws {
    let folder = try TemporaryFolder("deadwax-tls", inMemory: true)
    let (certificate, key) = try await certificate(in: folder)
    let hub = try start(folder, ["--tls-certificate", certificate, "--tls-key", key])
    defer { hub.end() }
    let port = try await hub.port(within: .seconds(180))
    let link = try await hub.line { $0.contains("/setup#") }
    let setup = try #require(link.firstRange(of: "https://").map { String(link[$0.lowerBound...]) }, "\(link)")
    let address = try String(contentsOfFile: folder.path("data/deadwax.address"), encoding: .utf8)
    #expect(address == "https://127.0.0.1:\(port)\n")
    try await PythonProgram(path: "Tests/python/tls.py").run(
      [],
      environment: ["DEADWAX_PORT": "\(port)", "DEADWAX_CERTIFICATE": certificate, "DEADWAX_SETUP": setup],
      within: .seconds(300))
  }

  @Test func `a certificate that cannot be used is refused at the start, with the reason`() async throws {
    let folder = try TemporaryFolder("deadwax-tls", inMemory: true)
    let (certificate, key) = try await certificate(in: folder)
    let open = try folder.write(try String(contentsOfFile: key, encoding: .utf8), to: "open.pem")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open)
    for (arguments, reason) in [
      (["--tls-certificate", certificate], "belong together"),
      (["--tls-certificate", certificate, "--tls-key", folder.path("none.pem")], "cannot be read"),
      (["--tls-certificate", certificate, "--tls-key", open], "can be read by every user"),
      (["--tls-certificate", key, "--tls-key", key], "do not belong together"),
    ] {
      let hub = try start(folder, arguments)
      defer { hub.end() }
      let exit = try await hub.exit(within: .seconds(180))
      #expect(exit != .code(0) && hub.transcript.contains(reason), "\(arguments): \(hub.transcript)")
    }
  }
}
