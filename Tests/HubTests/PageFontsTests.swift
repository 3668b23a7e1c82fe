import Foundation
import HTTPServer
import TestSupport
import Testing

@testable import Hub

@Suite(.timeLimit(.minutes(10)))
struct PageFontsTests {
  @Test func `every font of the pages is served, to be cached for a year`() throws {
    let fonts = PageFonts(folder: PageFonts.standardFolder)
    #expect(fonts.advice == nil, "./dev test installs them")
    #expect(Set(fonts.files.pages.map(\.name)) == Set(PageFonts.all.map(\.name)))
    for page in fonts.files.pages {
      #expect(page.contentType == "font/ttf")
      // A TrueType file begins with its version.
      #expect(page.bytes.starts(with: [0, 1, 0, 0]), "\(page.name)")
    }
  }

  @Test func `pages ask for these fonts and no others`() throws {
    let styles = try String(contentsOfFile: Repository.path("www/theme.css"), encoding: .utf8)
    let prompted = styles.matches(of: /url\("\/(fonts\/[^"]+)"\)/).map { String($0.1) }
    #expect(Set(prompted) == Set(PageFonts.all.map(\.name)))
  }

  @Test func `a missing font is left out, and its package is named`() throws {
    let folder = try TemporaryFolder("deadwax-fonts")
    try folder.write("ttf", to: "dejavu/DejaVuSansMono.ttf")
    let fonts = PageFonts(folder: folder.path)
    #expect(fonts.files.pages.map(\.name) == ["fonts/mono.ttf"])
    let advice = try #require(fonts.advice)
    #expect(advice.contains("Install fonts-inter-variable;"))
    #expect(advice.contains("inter-vf/Inter-roman.var.ttf"))
  }
}
