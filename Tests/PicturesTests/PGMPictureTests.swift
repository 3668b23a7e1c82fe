import Imaging
import Pictures
import Testing

@Suite(.timeLimit(.minutes(5))) struct PGMPictureTests {
  @Test(arguments: [
    ("P5\n3 2\n255\n\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}", [1, 2, 3, 4, 5, 6] as [UInt8]),
    ("P5 3\t2 255 \u{1}\u{2}\u{3}\u{4}\u{5}\u{6}and more", [1, 2, 3, 4, 5, 6]),
    ("P5\n# a comment\n3 # another\r2\n255\n\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}", [1, 2, 3, 4, 5, 6]),
    ("P2\n3 2\n5\n0 1 2\n3 4 5\n", [0, 51, 102, 153, 204, 255]),
    ("P2 3 2 255 7 8 9 10 11 12", [7, 8, 9, 10, 11, 12]),
    ("P2 3 2 255 7 8 9 10 11 999", [7, 8, 9, 10, 11, 255]),
    ("P5 3 2 5\n\u{0}\u{1}\u{2}\u{3}\u{4}\u{5}", [0, 51, 102, 153, 204, 255]),
    ("P5 3 2 256\n\u{0}\u{0}\u{0}\u{40}\u{0}\u{7F}\u{1}\u{0}\u{0}\u{1}\u{0}\u{2}", [0, 64, 127, 255, 1, 2]),
  ])
  func `every spelling of a PGM is read`(file: String, pixels: [UInt8]) throws {
    let frame = try PictureFile.decode(Array(file.utf8))
    #expect(frame == LumaFrame(width: 3, height: 2, pixels: pixels))
  }

  @Test func `a frame survives being a PGM`() throws {
    let frame = LumaFrame(width: 5, height: 3, pixels: (0..<15).map { UInt8($0 * 17) })
    #expect(try PictureFile.decode(PGMPicture.encode(frame)) == frame)
  }

  @Test(arguments: [
    ("P5\n3 2\n255\n\u{1}\u{2}\u{3}\u{4}\u{5}", PictureError.truncated(.pgm)),
    ("P5\n3 2\n255", .truncated(.pgm)),
    ("P5\n3", .truncated(.pgm)),
    ("P5", .truncated(.pgm)),
    ("P2 100 100 255 1 2 3", .truncated(.pgm)),
    ("P2 2 2 255 1 2 3 ", .truncated(.pgm)),
    ("P5 0 2 255 ", .tooLarge(width: 0, height: 2)),
    ("P5 99999 2 255 ", .tooLarge(width: 99_999, height: 2)),
    ("P5 16384 16384 255 ", .tooLarge(width: 16_384, height: 16_384)),
    ("P5 3 2 0 ", .damaged(.pgm, detail: "its brightest value is 0")),
    ("P5 3 2 65536 ", .damaged(.pgm, detail: "its brightest value is 65536")),
    ("P5 -3 2 255 ", .damaged(.pgm, detail: "a number is missing")),
    ("P2 1 1 255 x", .damaged(.pgm, detail: "a number is missing")),
    ("P5 99999999999999999999 2 255", .damaged(.pgm, detail: "a number in it is too long")),
    ("P6 1 1 255 abc", .unknownFormat),
  ])
  func `a damaged PGM is refused with the reason`(file: String, error: PictureError) {
    #expect(throws: error) { try PictureFile.decode(Array(file.utf8)) }
  }
}
