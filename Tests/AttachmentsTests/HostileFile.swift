import Deadwax
import Testing

/// A file that someone could send to do harm, or by accident.
struct HostileFile: Sendable, CustomTestStringConvertible {
  /// The result of an upload.
  enum End: Sendable {
    case refused
    case kept(Deadwax.Attachment.Kind)
  }

  var what: String
  var bytes: [UInt8]
  var type: String? = "application/octet-stream"
  var name: String? = "file"
  var end: End

  var testDescription: String { what }

  /// All files; more than 60.
  static func all() throws -> [HostileFile] {
    try disguises() + claims() + cuts() + pictures() + texts() + names()
  }

  private static let pdf = Array("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n".utf8)
  private static let zip: [UInt8] = [0x50, 0x4B, 0x03, 0x04] + [UInt8](repeating: 0, count: 60)
  private static let script = Array("<script>alert(1)</script>".utf8)

  /// Files of two kinds at once, and files that claim to be others.
  private static func disguises() throws -> [HostileFile] {
    let jpeg = try SamplePictures.jpeg()
    return [
      HostileFile(what: "a PDF behind a JPEG", bytes: jpeg + pdf, end: .kept(.picture)),
      HostileFile(what: "a JPEG behind a PDF", bytes: pdf + jpeg + Array("%%EOF".utf8), end: .kept(.pdf)),
      HostileFile(
        what: "a PDF in the comment of a JPEG", bytes: try SamplePictures.jpeg(with: pdf, marker: 0xFE),
        end: .kept(.picture)),
      HostileFile(what: "an archive behind a JPEG", bytes: jpeg + zip, end: .kept(.picture)),
      HostileFile(what: "an archive behind a PNG", bytes: SamplePictures.png() + zip, end: .kept(.picture)),
      HostileFile(what: "a script behind a JPEG", bytes: jpeg + script, end: .kept(.picture)),
      HostileFile(
        what: "a script in a text of a PNG", bytes: SamplePictures.png(extra: [("tEXt", Array("a\0".utf8) + script)]),
        end: .kept(.picture)),
      HostileFile(
        what: "a script in the comment of a JPEG", bytes: try SamplePictures.jpeg(with: script, marker: 0xFE),
        end: .kept(.picture)),
      HostileFile(what: "an archive named as a picture", bytes: zip, type: "image/jpeg", name: "a.jpg", end: .refused),
      HostileFile(what: "an archive", bytes: zip, end: .refused),
      HostileFile(what: "a GIF", bytes: Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B], end: .refused),
      HostileFile(what: "a GIF with a script", bytes: Array("GIF89a/*".utf8) + [0] + script, end: .refused),
      HostileFile(what: "a bitmap", bytes: Array("BM".utf8) + [UInt8](repeating: 0, count: 80), end: .refused),
      HostileFile(what: "a TIFF", bytes: Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0], end: .refused),
      HostileFile(what: "a film", bytes: [0, 0, 0, 0x18] + Array("ftypheic".utf8) + [0, 0], end: .refused),
      HostileFile(what: "a program", bytes: [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0], end: .refused),
      HostileFile(what: "a PGM", bytes: Array("P5\n2 2\n255\n".utf8) + [0, 128, 200, 255], end: .refused),
      HostileFile(what: "a JPEG as text", bytes: jpeg, type: "text/plain", end: .refused),
      HostileFile(what: "a JPEG as PDF", bytes: jpeg, type: "application/pdf", end: .refused),
      HostileFile(what: "a PDF as picture", bytes: pdf, type: "image/png", end: .refused),
      HostileFile(what: "a JPEG as PNG", bytes: jpeg, type: "image/png", end: .kept(.picture)),
      HostileFile(what: "a JPEG as SVG", bytes: jpeg, type: "image/svg+xml", end: .refused),
      HostileFile(what: "a JPEG as a page", bytes: jpeg, type: "text/html", end: .refused),
      HostileFile(what: "a JPEG without a type", bytes: jpeg, type: nil, end: .refused),
    ]
  }

  /// Headers that claim more than there is.
  private static func claims() throws -> [HostileFile] {
    let webp = Array("RIFF".utf8) + [0xFF, 0xFF, 0, 0] + Array("WEBPVP8L".utf8)
    return [
      HostileFile(
        what: "a JPEG of 4 gigapixels", bytes: try SamplePictures.jpeg(claiming: 65_500, 65_500), end: .refused),
      HostileFile(what: "a JPEG without rows", bytes: try SamplePictures.jpeg(claiming: 64, 0), end: .refused),
      HostileFile(
        what: "a JPEG of 100 megapixels", bytes: try SamplePictures.jpeg(claiming: 10_000, 10_000), end: .refused),
      HostileFile(
        what: "a JPEG with more rows than data", bytes: try SamplePictures.jpeg(claiming: 64, 8000), end: .refused),
      HostileFile(what: "a PNG of 4 gigapixels", bytes: SamplePictures.png(claimed: (65_000, 65_000)), end: .refused),
      HostileFile(
        what: "a PNG of the largest sides", bytes: SamplePictures.png(claimed: (2_147_483_647, 2_147_483_647)),
        end: .refused),
      HostileFile(what: "a PNG without columns", bytes: SamplePictures.png(claimed: (0, 8)), end: .refused),
      HostileFile(
        what: "a PNG with more rows than data", bytes: SamplePictures.png(claimed: (16, 8000)), end: .refused),
      HostileFile(what: "a WebP without content", bytes: webp, end: .refused),
      HostileFile(
        what: "a WebP of the largest sides", bytes: webp + [10, 0, 0, 0, 0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0, 0, 0, 0],
        end: .refused),
      HostileFile(
        what: "a PNG with a damaged packed text",
        bytes: SamplePictures.png(extra: [
          ("zTXt", Array("a\0\0".utf8) + [0x78, 0x9C] + [UInt8](repeating: 0, count: 40))
        ]),
        end: .kept(.picture)),
      HostileFile(
        what: "a PNG whose text unpacks to 200 MB",
        bytes: SamplePictures.png(extra: [("zTXt", Array("a\0\0".utf8) + SamplePictures.packedZeros(200_000_000))]),
        end: .refused),
    ]
  }

  /// Files that end too early.
  private static func cuts() throws -> [HostileFile] {
    let (jpeg, png) = (try SamplePictures.jpeg(), SamplePictures.png())
    var files = [
      HostileFile(what: "nothing", bytes: [], end: .refused),
      HostileFile(what: "zero bytes", bytes: [UInt8](repeating: 0, count: 4096), end: .refused),
      HostileFile(what: "a PDF without an end", bytes: Array(pdf.dropLast(8)), end: .refused),
      HostileFile(what: "the beginning of a PDF", bytes: Array("%PDF-".utf8), end: .refused),
      HostileFile(what: "a PDF of no version", bytes: Array("%PDF-x.y\n%%EOF".utf8), end: .refused),
    ]
    for share in 1...8 {
      files.append(
        HostileFile(what: "\(share) ninths of a JPEG", bytes: Array(jpeg.prefix(jpeg.count * share / 9)), end: .refused)
      )
      files.append(
        HostileFile(what: "\(share) ninths of a PNG", bytes: Array(png.prefix(png.count * share / 9)), end: .refused))
    }
    return files
  }

  /// Pictures that are unusual but honest, and pictures that know too much.
  private static func pictures() throws -> [HostileFile] {
    var files = [
      HostileFile(what: "a JPEG in four inks", bytes: SamplePictures.inks(isOfAdobe: false), end: .kept(.picture)),
      HostileFile(
        what: "a JPEG in four inks of Adobe", bytes: SamplePictures.inks(isOfAdobe: true), end: .kept(.picture)),
      HostileFile(what: "a WebP", bytes: SamplePictures.webp, end: .kept(.picture)),
      HostileFile(what: "a WebP without its last bytes", bytes: Array(SamplePictures.webp.dropLast(6)), end: .refused),
      HostileFile(what: "a PNG of 16 bits", bytes: SamplePictures.png(depth: 16), end: .kept(.picture)),
      HostileFile(what: "a grey PNG", bytes: SamplePictures.png(type: 0), end: .kept(.picture)),
      HostileFile(what: "a transparent PNG", bytes: SamplePictures.png(type: 6), end: .kept(.picture)),
      HostileFile(what: "an interlaced PNG", bytes: SamplePictures.png(isInterlaced: true), end: .kept(.picture)),
      HostileFile(
        what: "an animated PNG",
        bytes: SamplePictures.png(extra: [("acTL", SamplePictures.number(1) + SamplePictures.number(0))]),
        end: .kept(.picture)),
      HostileFile(
        what: "a JPEG with a place",
        bytes: try SamplePictures.jpeg(with: SamplePictures.exif(orientation: 1, place: true)),
        end: .kept(.picture)),
      HostileFile(
        what: "a JPEG with a damaged Exif",
        bytes: try SamplePictures.jpeg(with: Array("Exif\0\0MM\0*".utf8) + [0xFF, 0xFF, 0xFF, 0xFF]),
        end: .kept(.picture)),
    ]
    for orientation in 1...8 {
      files.append(
        HostileFile(
          what: "a JPEG with the orientation \(orientation)",
          bytes: try SamplePictures.jpeg(with: SamplePictures.exif(orientation: UInt8(orientation))),
          end: .kept(.picture)))
    }
    return files
  }

  private static func texts() -> [HostileFile] {
    let pages = [
      "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "<?xml version='1.0'?><svg/>",
      "  \n<SVG onload=alert(1)>", "<!doctype html><script>alert(1)</script>", "<html>", "<script>alert(1)</script>",
      "\u{FEFF}<svg/>", "<!-- x --><svg/>",
    ]
    return pages.map { HostileFile(what: "the page \($0)", bytes: Array($0.utf8), type: "text/plain", end: .refused) }
      + ["image/svg+xml", "image/png", "application/pdf", nil].map { type in
        HostileFile(
          what: "a drawing with a script as \(type ?? "nothing")", bytes: Array(pages[0].utf8), type: type,
          name: "a.svg",
          end: .refused)
      }
      + [
        HostileFile(what: "bytes of no text", bytes: [0x41, 0xFF, 0xFE, 0x42], type: "text/plain", end: .refused),
        HostileFile(what: "a text with a NUL", bytes: [0x41, 0, 0x42], type: "text/plain", end: .refused),
        HostileFile(what: "a text of blanks", bytes: Array(" \n ".utf8), type: "text/plain", end: .refused),
        HostileFile(what: "a text with a script in it", bytes: Array("See ".utf8) + script, end: .kept(.text)),
        HostileFile(
          what: "a text that is too long", bytes: [UInt8](repeating: 0x61, count: (1 << 20) + 1), end: .refused),
      ]
  }

  private static func names() -> [HostileFile] {
    let names = [
      "../../etc/passwd", "..\\..\\boot.ini", "/dev/null", "a\u{0}b", "a\r\nSet-Cookie: x", "\u{202E}gpj.exe",
      ".htaccess",
      "...", "", "CON", String(repeating: "x", count: 300), String(repeating: "é", count: 300), "a.svg",
      "<img src=x>.txt",
    ]
    return names.map {
      HostileFile(what: "the name \($0.debugDescription)", bytes: Array("A note.".utf8), name: $0, end: .kept(.text))
    }
  }
}
