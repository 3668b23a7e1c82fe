import TestSupport
import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(5)))
struct DataFolderTests {
  @Test func `a folder is below the working folder, next to the program, or where it was built or installed`() {
    #expect(DataFolder.places(of: "reports", near: "") == ["reports"])
    #expect(
      DataFolder.places(of: "reports", near: "/usr/bin/deadwaxd") == [
        "reports", "/usr/bin/reports", "/usr/bin/share/deadwax/reports", "/usr/reports", "/usr/share/deadwax/reports",
      ])
  }

  @Test func `a folder counts only if it has its file`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("x".utf8), to: "sheet.ini")
    #expect(DataFolder.find(folder.path, with: "sheet.ini") == folder.path)
    #expect(DataFolder.find(folder.path, with: "other.ini") == nil)
  }
}
