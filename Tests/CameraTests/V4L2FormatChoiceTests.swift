import Camera
import Testing

@Suite(.timeLimit(.minutes(5))) struct V4L2FormatChoiceTests {
  private static let hd = PixelSize(width: 1280, height: 720)

  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let offers: [FormatOffer]
    var size = hd
    var rate = 30.0
    let expected: String?
  }

  private static func offer(_ format: PixelFormat, _ sizes: (Int, Int, [Double])...) -> FormatOffer {
    FormatOffer(format, sizes: sizes.map { SizeOffer($0.0, $0.1, rates: $0.2) })
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "grey before everything",
      offers: [
        offer(.mjpeg, (1280, 720, [30])), offer(.yuyv, (1280, 720, [30])), offer(.nv12, (1280, 720, [30])),
        offer(.grey, (1280, 720, [30])),
      ], expected: "GREY 1280 × 720 at 30 frames per second"),
    Case(
      testDescription: "a plane of brightness before interleaved",
      offers: [offer(.yuyv, (1280, 720, [30])), offer(.yu12, (1280, 720, [30]))],
      expected: "YU12 1280 × 720 at 30 frames per second"),
    Case(
      testDescription: "MJPEG where raw is too slow, as on USB 2",
      offers: [offer(.yuyv, (640, 480, [30]), (1280, 720, [10])), offer(.mjpeg, (640, 480, [30]), (1280, 720, [30]))],
      expected: "MJPG 1280 × 720 at 30 frames per second"),
    Case(
      testDescription: "raw where it is fast enough",
      offers: [offer(.mjpeg, (1280, 720, [30])), offer(.yuyv, (1280, 720, [30, 10]))],
      expected: "YUYV 1280 × 720 at 30 frames per second"),
    Case(
      testDescription: "a slow rate wanted takes raw",
      offers: [offer(.mjpeg, (1280, 720, [30])), offer(.yuyv, (1280, 720, [10]))], rate: 10,
      expected: "YUYV 1280 × 720 at 10 frames per second"),
    Case(
      testDescription: "pixels before frames, without MJPEG",
      offers: [offer(.yuyv, (640, 480, [30]), (1280, 720, [10]))],
      expected: "YUYV 1280 × 720 at 10 frames per second"),
    Case(
      testDescription: "but not below five frames per second",
      offers: [offer(.yuyv, (640, 480, [30]), (1280, 720, [2]))],
      expected: "YUYV 640 × 480 at 30 frames per second"),
    Case(
      testDescription: "MJPEG where raw is too small",
      offers: [offer(.grey, (640, 480, [30])), offer(.mjpeg, (1280, 720, [30]))],
      expected: "MJPG 1280 × 720 at 30 frames per second"),
    Case(
      testDescription: "the next size above",
      offers: [offer(.yuyv, (640, 480, [30]), (1920, 1080, [30]), (1280, 960, [30]))],
      expected: "YUYV 1280 × 960 at 30 frames per second"),
    Case(
      testDescription: "the largest below, where none is above",
      offers: [offer(.yuyv, (320, 240, [30]), (800, 600, [30]), (640, 480, [30]))],
      expected: "YUYV 800 × 600 at 30 frames per second"),
    Case(
      testDescription: "29.97 is as good as 30",
      offers: [offer(.mjpeg, (1280, 720, [30])), offer(.yuyv, (1280, 720, [29.97]))],
      expected: "YUYV 1280 × 720 at 30 frames per second"),
    Case(
      testDescription: "no faster than wanted",
      offers: [offer(.yuyv, (1280, 720, [120, 60, 30, 15]))], expected: "YUYV 1280 × 720 at 30 frames per second"),
    Case(
      testDescription: "a range of sizes has the wanted one",
      offers: [
        FormatOffer(
          .yuyv,
          sizes: [
            SizeOffer(
              .range(
                from: PixelSize(width: 16, height: 16), to: PixelSize(width: 4096, height: 2160),
                step: PixelSize(width: 2, height: 2)), rates: [60, 30, 1])
          ])
      ], expected: "YUYV 1280 × 720 at 30 frames per second"),
    Case(
      testDescription: "a driver that reports no sizes gets a request for the wanted one",
      offers: [FormatOffer(.yuyv, sizes: [])], expected: "YUYV 1280 × 720"),
    Case(
      testDescription: "formats that a library makes are left alone",
      offers: [
        FormatOffer(code: PixelFormat.yu12.code, isEmulated: true, sizes: []), offer(.mjpeg, (1280, 720, [30])),
      ],
      expected: "MJPG 1280 × 720 at 30 frames per second"),
    Case(
      testDescription: "H.264 alone is nothing",
      offers: [FormatOffer(code: 0x3436_3248, sizes: [SizeOffer(1280, 720, rates: [30])])], expected: nil),
  ]

  @Test(arguments: cases) private func `the selected outcome`(_ example: Case) {
    let ranked = FormatChoice.ranked(example.offers, size: example.size, rate: example.rate)
    #expect(ranked.first?.description == example.expected)
  }

  @Test func `a range is met in its own steps`() {
    let range = SizeOffer(
      .range(
        from: PixelSize(width: 32, height: 32), to: PixelSize(width: 1000, height: 700),
        step: PixelSize(width: 64, height: 100)), rates: [])
    let ranked = FormatChoice.ranked(
      [FormatOffer(.grey, sizes: [range])], size: PixelSize(width: 600, height: 720), rate: 30)
    #expect(ranked.map(\.size) == [PixelSize(width: 608, height: 632)])
  }

  @Test func `everything that can be used is in the list, so that a refusal has a successor`() {
    let offers = [
      Self.offer(.yuyv, (1280, 720, [10]), (640, 480, [30])), Self.offer(.mjpeg, (1280, 720, [30]), (1280, 720, [30])),
    ]
    #expect(
      FormatChoice.ranked(offers, size: Self.hd, rate: 30).map(\.description) == [
        "MJPG 1280 × 720 at 30 frames per second", "YUYV 1280 × 720 at 10 frames per second",
        "YUYV 640 × 480 at 30 frames per second",
      ])
  }

  @Test func `senseless offers trap nothing`() {
    let zero = PixelSize(width: 0, height: 0)
    let offers = [
      FormatOffer(.grey, sizes: [SizeOffer(.one(zero), rates: [0])]),
      FormatOffer(.yuyv, sizes: [SizeOffer(.range(from: Self.hd, to: zero, step: zero), rates: [])]),
    ]
    #expect(FormatChoice.ranked(offers, size: Self.hd, rate: 30).count == 2)
  }

  @Test(arguments: [
    ("1280x720", PixelSize(width: 1280, height: 720)), ("640X480", PixelSize(width: 640, height: 480)), ("", nil),
    ("1280", nil), ("1280x", nil), ("1280x720x2", nil), ("-1x720", nil), ("15x15", nil), ("99999x720", nil),
    (" 640x480", nil),
  ])
  func `a size is read as it is written`(_ text: String, _ size: PixelSize?) { #expect(PixelSize(text) == size) }

  @Test(arguments: PixelFormat.allCases) func `four letters and their number are one`(_ format: PixelFormat) {
    #expect(PixelFormat(code: format.code) == format)
    #expect(FormatOffer(code: format.code, sizes: []).name == format.rawValue)
  }

  @Test func `V4L2's numbers are V4L2's`() {
    // videodev2.h: v4l2_fourcc('Y', 'U', 'Y', 'V')
    #expect(PixelFormat.yuyv.code == 0x5659_5559)
    #expect(PixelFormat.grey.code == 0x5945_5247)
    #expect(PixelFormat.mjpeg.code == 0x4750_4A4D)
  }
}
