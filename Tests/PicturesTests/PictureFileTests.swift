import Foundation
import Imaging
import Pictures
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct PictureFileTests {
  private let folder: TemporaryFolder
  private let frame = LumaFrame(width: 3, height: 2, pixels: [0, 50, 100, 150, 200, 250])

  init() throws { folder = try TemporaryFolder("deadwax-pictures") }

  private func path(_ name: String) -> String { folder.path(name) }

  @Test func `a picture is known by its bytes, not by its name`() throws {
    try PictureFile.write(PGMPicture.encode(frame), to: path("picture.jpg"))
    #expect(try PictureFile.read(path("picture.jpg")) == frame)
    try PictureFile.write(JPEGPicture.encode(frame), to: path("picture.txt"))
    #expect(try PictureFile.read(path("picture.txt")).width == 3)
    try FileManager.default.createSymbolicLink(atPath: path("link"), withDestinationPath: "picture.jpg")
    #expect(try PictureFile.read(path("link")) == frame)
  }

  @Test func `a file that is not a picture is refused with its kind`() throws {
    try folder.write([], to: "empty")
    try folder.write("Dear Sir or Madam", to: "letter.png")
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    #expect(throws: PictureError.empty) { try PictureFile.read(path("empty")) }
    #expect(throws: PictureError.unknownFormat) { try PictureFile.read(path("letter.png")) }
    #expect(throws: PictureError.notAFile) { try PictureFile.read(folder.path) }
    #expect(throws: PictureError.notAFile) { try PictureFile.read(path("pipe")) }
    #expect(throws: PictureError.notAFile) { try PictureFile.read("/dev/null") }
    #expect(throws: PictureError.unreadable(reason: "No such file or directory")) {
      try PictureFile.read(path("missing"))
    }
    #expect(throws: PictureError.empty) { try PictureFile.decode([]) }
    for length in 1..<8 {
      #expect(throws: PictureError.self) { try PictureFile.decode(Array(PNGWriter.signature.prefix(length))) }
    }
  }

  @Test func `a file beyond all measure is refused unread`() throws {
    try folder.write([0xFF, 0xD8, 0xFF], to: "huge.jpg")
    // Sparse: it uses no space on the disk.
    #expect(truncate(path("huge.jpg"), 1 << 40) == 0)
    #expect(throws: PictureError.fileTooLarge(bytes: 1 << 40)) { try PictureFile.read(path("huge.jpg")) }
  }

  @Test func `a write replaces the whole file and leaves nothing beside it`() throws {
    try PictureFile.write([1, 2, 3, 4], to: path("current.pgm"))
    try PictureFile.write([5], to: path("current.pgm"))
    #expect(FileManager.default.contents(atPath: path("current.pgm")) == Data([5]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["current.pgm"])
    #expect(throws: PictureError.self) { try PictureFile.write([1], to: path("no/such/folder.pgm")) }
    try FileManager.default.createDirectory(atPath: path("taken"), withIntermediateDirectories: false)
    #expect(throws: PictureError.self) { try PictureFile.write([1], to: path("taken")) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["current.pgm", "taken"])
  }

  @Test func `every error is a sentence`() {
    let errors: [PictureError] = [
      .unreadable(reason: "Permission denied"), .notAFile, .empty, .fileTooLarge(bytes: 1), .unknownFormat,
      .unsupported(.png, detail: "x"), .tooLarge(width: 1, height: 2), .truncated(.jpeg),
      .damaged(.pgm, detail: "y"), .unwritable(reason: "No space left on device"),
    ]
    for error in errors {
      #expect("\(error)".hasSuffix(".") && "\(error)".first?.isUppercase == true && !"\(error)".contains("\n"))
    }
  }
}
