import Foundation
import Glibc
import Log
import TestSupport
import Testing

@testable import Hub

@Suite(.timeLimit(.minutes(10)))
struct DataFolderSetupTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func make(_ mode: mode_t, with file: String? = nil) throws -> String {
    let path = folder.path("data")
    #expect(mkdir(path, 0o700) == 0)
    if let file { _ = try folder.write("", to: "data/\(file)") }
    #expect(chmod(path, mode) == 0)
    return path
  }

  private func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func `a folder that is not there is made for the hub's user alone`() throws {
    let path = folder.path("new/data")
    try DataFolderSetup.prepare(path, logger: .silent)
    #expect(mode(of: path) == 0o700)
  }

  @Test(arguments: [nil, "deadwax.sqlite"], [0o777, 0o755, 0o770] as [mode_t])
  func `a folder of its own that others could open is closed`(file: String?, open: mode_t) throws {
    let path = try make(open, with: file)
    try DataFolderSetup.prepare(path, logger: .silent)
    #expect(mode(of: path) == 0o700)
  }

  @Test func `a shared folder is refused and not changed`() throws {
    let path = try make(0o777, with: "letter.txt")
    let error = #expect(throws: HubError.self) { try DataFolderSetup.prepare(path, logger: .silent) }
    #expect(error?.description.contains("chmod 700 \(path)") == true)
    #expect(mode(of: path) == 0o777)
  }

  @Test func `a folder with something else that others can only look into is left as it is`() throws {
    let path = try make(0o755, with: "letter.txt")
    try DataFolderSetup.prepare(path, logger: .silent)
    #expect(mode(of: path) == 0o755)
  }
}
