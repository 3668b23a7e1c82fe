import Foundation
import HTTPClient
import Imaging
import LabelDrawing
import Pictures
import TestSupport
import Testing

/// Tests of the camera of a phone as a reader: pictures that are sent to the hub.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct PhonePictureTests {
  private static let barcode = "5099902988023"

  /// Returns a white picture with codes in it.
  private func scene(_ width: Int, _ height: Int, _ codes: [(BarcodeSymbol.Kind, String, x: Int, y: Int)]) throws
    -> LumaFrame
  {
    var frame = LumaFrame(width: width, height: height, filledWith: 255)
    for (kind, text, x, y) in codes {
      let symbol = try BarcodeSymbol.encode(kind, text).drawn(moduleSize: 4, barHeight: 160)
      frame.draw(symbol, at: PixelPoint(x: x, y: y))
    }
    return frame
  }

  /// Returns a JPEG in which the camera notes an orientation.
  private func jpeg(_ frame: LumaFrame, orientation: UInt8? = nil) throws -> [UInt8] {
    let file = try JPEGPicture.encode(frame, quality: 90)
    guard let orientation else { return file }
    let tiff: [UInt8] = [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0,
    ]
    let segment = Array("Exif\0\0".utf8) + tiff
    return Array(file[..<2]) + [0xFF, 0xE1, 0, UInt8(segment.count + 2)] + segment + file[2...]
  }

  private func send(
    _ picture: [UInt8], to hub: HubUnderTest, query: String = "", key: String? = nil, type: String = "image/jpeg"
  ) async throws -> HTTPClientResponse {
    var headers: HTTPClientHeaders = ["content-type": type]
    if let key { headers.add("idempotency-key", key) }
    return try await hub.send(
      HTTPClientRequest(.post, hub.url + "/api/v1/stations/desk/pictures\(query)", headers: headers, body: picture))
  }

  @Test func `the code in a picture becomes one scan, however often the picture is sent`() async throws {
    let hub = try await HubUnderTest(withHardware: false, inMemory: true)
    defer { hub.end() }
    let picture = try jpeg(scene(1600, 1200, [(.ean13, Self.barcode, 400, 300)]))
    let first = try await send(picture, to: hub, key: "one")
    #expect(first.status == 201, "\(first.text)")
    let answer = try JSONValue(first.body)
    #expect(answer["width"].int == 1600 && answer["height"].int == 1200)
    let code = try #require(answer["codes"].array.first)
    #expect(answer["codes"].array.count == 1 && code["code"].text == Self.barcode && code["symbology"].text == "EAN-13")
    #expect(code["verified"].bool && code["corners"].array.count == 4)
    for corner in code["corners"].array {
      let (x, y) = (corner["x"].int ?? 0, corner["y"].int ?? 0)
      #expect((400...860).contains(x) && (290...480).contains(y), "\(x) \(y)")
    }
    let scan = answer["scan"]
    #expect(scan["reader"].text == "phone" && scan["station"].text == "desk" && scan["outcome"]["title"].isThere)
    let again = try await send(picture, to: hub, key: "one")
    let repeated = try JSONValue(again.body)
    #expect(again.status == 200 && repeated["scan"]["id"].text == scan["id"].text)
    // Only looked at.
    let looked = try await send(picture, to: hub, query: "?scan=no")
    let seen = try JSONValue(looked.body)
    #expect(looked.status == 200 && seen["codes"].array.count == 1 && !seen["scan"].isThere)
    let scans = try await hub.scans()
    #expect(scans.count == 1)
  }

  @Test func `a picture with several codes or with none is no scan`() async throws {
    let hub = try await HubUnderTest(withHardware: false, inMemory: true)
    defer { hub.end() }
    let two = try scene(1800, 1200, [(.ean13, Self.barcode, 200, 200), (.qr, "DW:I:5VTPVXVRCNZGJD", 1200, 700)])
    let answer = try await send(jpeg(two), to: hub)
    #expect(answer.status == 200, "\(answer.text)")
    let codes = try JSONValue(answer.body)["codes"].array
    #expect(Set(codes.compactMap { $0["code"].text }) == [Self.barcode, "DW:I:5VTPVXVRCNZGJD"])
    let none = try await send(jpeg(scene(800, 600, [])), to: hub)
    let empty = try JSONValue(none.body)
    #expect(none.status == 200 && empty["codes"].array.isEmpty)
    #expect(try await hub.scans().isEmpty)
    // The chosen one takes the way of every scan.
    let chosen = try await hub.post(
      "/api/v1/scans",
      "{\"code\":\"\(Self.barcode)\",\"symbology\":\"EAN-13\",\"station\":\"desk\",\"reader\":\"phone\"}")
    let scans = try await hub.scans()
    #expect(chosen.status == 201 && scans.count == 1)
  }

  @Test func `positions are those of the displayed picture, in each orientation that a camera notes`() async throws {
    let hub = try await HubUnderTest(withHardware: false, inMemory: true)
    defer { hub.end() }
    // The code is in the upper left corner of the stored picture.
    let frame = try scene(1600, 1000, [(.qr, "DW:I:5VTPVXVRCNZGJD", 100, 100)])
    let corners: [UInt8: (left: Bool, top: Bool)] = [
      1: (true, true), 2: (false, true), 3: (false, false), 4: (true, false), 5: (true, true), 6: (false, true),
      7: (false, false), 8: (true, false),
    ]
    for (orientation, corner) in corners {
      let response = try await send(jpeg(frame, orientation: orientation), to: hub, query: "?scan=no")
      let answer = try JSONValue(response.body)
      let (width, height) = (answer["width"].int ?? 0, answer["height"].int ?? 0)
      #expect((width > height) == (orientation < 5), "\(orientation): \(response.text)")
      let points = try #require(answer["codes"].array.first)["corners"].array
      for point in points {
        #expect(((point["x"].int ?? 0) < width / 2) == corner.left, "\(orientation): \(response.text)")
        #expect(((point["y"].int ?? 0) < height / 2) == corner.top, "\(orientation): \(response.text)")
      }
    }
  }

  @Test func `hostile pictures are refused, and the hub goes on`() async throws {
    let hub = try await HubUnderTest(withHardware: false, inMemory: true)
    defer { hub.end() }
    try await PythonProgram(path: "Tests/python/pictures.py").run(
      [], environment: ["DEADWAX_URL": hub.url], within: .seconds(600))
    #expect(try await hub.scans().isEmpty)
  }

  @Test func `a picture of twelve megapixels is read`() async throws {
    let hub = try await HubUnderTest(withHardware: false, inMemory: true)
    defer { hub.end() }
    let picture = try jpeg(scene(4000, 3000, [(.ean13, Self.barcode, 1700, 1400)]), orientation: 6)
    var times: [Duration] = []
    for _ in 0..<5 {
      let start = ContinuousClock.now
      let response = try await send(picture, to: hub)
      times.append(ContinuousClock.now - start)
      #expect(response.status == 201, "\(response.text)")
    }
    print("12 megapixels, \(picture.count / 1024) KiB: \(times.sorted()[2]) in the middle of five")
  }
}
