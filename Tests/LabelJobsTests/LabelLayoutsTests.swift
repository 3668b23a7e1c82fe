import Foundation
import LabelDrawing
import LabelJobs
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct LabelLayoutsTests {
  @Test func `every layout of the repository can be printed`() {
    let shelf = LabelLayouts(folder: Repository.path("hardware/labels"))
    #expect(shelf.faults == [])
    #expect(shelf.layouts.count >= 8)
    for wanted in [
      "avery-l4731", "avery-5160", "a4-3x8", "brother-dk-11209", "brother-62mm", "dymo-11354", "dymo-11352",
      "dymo-99010",
    ] {
      #expect(shelf.layout(wanted)?.fault == nil && shelf.layout(wanted) != nil, "\(wanted)")
    }
    #expect(shelf.layout("avery-l4731")?.perSheet == 189)
    #expect(shelf.layout("avery-5160")?.paper == .letter)
    #expect(shelf.layout("brother-dk-11209")?.isRoll == true)
  }

  @Test func `a folder that is not there has no layouts`() {
    #expect(LabelLayouts(folder: "/nowhere/at/all").layouts.isEmpty)
    #expect(LabelLayouts(folder: nil).layouts.isEmpty)
  }

  @Test(arguments: [
    ("[label]\nwidth = 50\n", "height must be a length in millimetres"),
    ("[label]\nwidth = 50\nheight = 1e99\n", "height must be a length in millimetres"),
    ("[label]\nwidth = nan\nheight = 20\n", "width must be a length in millimetres"),
    ("[label]\nwidth = 50\nheight = 20\ninset = 1\n", "inset must be two lengths"),
    ("[label]\nwidth = 50\nheight = 20\ninset = 26, 1\n", "the inset leaves nothing"),
    ("[label]\nwidth = 50\nheight = 20\ncolour = red\n", "there is no key colour"),
    ("[label]\nwidth = 50\nwidth = 51\nheight = 20\n", "width is given twice"),
    ("[label]\nwidth = 50\nheight = 20\n[sheet]\ncolumns = 2\n", "[sheet] needs a paper"),
    ("[label]\nwidth = 50\nheight = 20\n[sheet]\npaper = A3\n", "paper must be A4 or Letter"),
    (
      "[label]\nwidth = 50\nheight = 20\n[sheet]\npaper = A4\ncolumns = 9\nrows = 1\nleft = 0\ntop = 0\npitch = 50, 20\n",
      "the labels reach beyond the paper"
    ),
    ("\u{0}\u{1}", "this"),
  ])
  func `an invalid file is skipped, and its fault is reported`(text: String, part: String) throws {
    let folder = try TemporaryFolder("deadwax-layouts")
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("bad.ini")))
    try Data("[label]\nname = Good\nwidth = 50\nheight = 20\n".utf8).write(
      to: URL(fileURLWithPath: folder.path("good.ini")))
    let shelf = LabelLayouts(folder: folder.path)
    #expect(shelf.layouts.map(\.id) == ["good"])
    #expect(shelf.faults.count == 1)
    #expect(shelf.faults.first?.contains(part) == true, "\(shelf.faults)")
    #expect(shelf.faults.first?.contains("bad.ini") == true)
  }
}
