internal import Barcodes
internal import BareZBar
internal import Deadwax
internal import Foundation
internal import Imaging
internal import Pictures

/// A benchmark from grey frame to barcodes, on one thread. It compares Deadwax with libzbar in its default
/// configuration and with zxing-cpp for the same formats.
enum DecodeBench {
  private static let rounds = 5

  static func run() throws {
    print(
      """
      decode: milliseconds of one thread's processor time a frame, median of \(rounds) rounds that take turns; made \
      frames with a webcam's noise
      """)
    for (width, height) in [(1280, 720), (1920, 1080)] { try measure(try DecodeFrames(width: width, height: height)) }
  }

  /// The times of one decoder by scene, with a mean for each round.
  private struct Times {
    private var rounds: [DecodeFrames.Scene: [Double]] = [:]
    private(set) var found: [DecodeFrames.Scene: Int] = [:]

    mutating func add(_ frames: [DecodeFrames.Frame], _ times: [Double], _ counts: [Int]) {
      for scene in DecodeFrames.Scene.allCases {
        let own = frames.indices.filter { frames[$0].scene == scene }
        rounds[scene, default: []].append(own.map { times[$0] }.reduce(0, +) / Double(max(1, own.count)))
        found[scene] = own.filter { counts[$0] > 0 }.count
      }
    }

    subscript(scene: DecodeFrames.Scene) -> Double { Figure.median(rounds[scene] ?? []) }
  }

  private static func measure(_ set: DecodeFrames) throws {
    let bench = try Workbench("decode")
    let frames = set.frames.map(\.frame)
    guard let bare = bare_zbar_make() else { throw BenchFailure("libzbar found no memory") }
    defer { bare_zbar_free(bare) }
    let zxing = try ZXingRounds(frames, folder: bench.folder)
    let scanner = try BarcodeScanner(effort: .camera)
    // The first pass is not measured: it allocates buffers and touches memory pages.
    for frame in frames { _ = try scanner.scan(frame) }
    _ = try zxing?.round()
    var (ours, theirs, others) = (Times(), Times(), Times())
    for _ in 0..<rounds {
      var (times, counts) = ([Double](), [Int]())
      for frame in frames {
        let start = threadMilliseconds()
        let found = try scanner.scan(frame)
        times.append(threadMilliseconds() - start)
        counts.append(found.count)
      }
      ours.add(set.frames, times, counts)
      (times, counts) = ([], [])
      for frame in frames {
        var found: Int32 = 0
        let time = bare_zbar_scan(bare, frame.pixels, Int32(frame.width), Int32(frame.height), &found)
        guard time >= 0 else { throw BenchFailure("libzbar failed") }
        times.append(time)
        counts.append(Int(found))
      }
      theirs.add(set.frames, times, counts)
      if let results = try zxing?.round() { others.add(set.frames, results.map(\.ms), results.map(\.found)) }
    }
    report(set, ours, theirs, zxing == nil ? nil : others)
    try reportSquares(set)
    try reportWhole(set, ours)
  }

  /// Measures the cost of looking for QR codes where there are none.
  private static func reportSquares(_ set: DecodeFrames) throws {
    let scanner = try BarcodeScanner(formats: BarcodeFormats([.qr]), effort: .camera)
    let nothing = try BarcodeScanner(formats: BarcodeFormats([]), effort: .camera)
    var (squares, cells) = (Times(), Times())
    for _ in 0..<rounds {
      for (turn, scanner) in [scanner, nothing].enumerated() {
        let times = try set.frames.map { frame in
          let start = threadMilliseconds()
          _ = try scanner.scan(frame.frame)
          return threadMilliseconds() - start
        }
        let none = times.map { _ in 0 }
        if turn == 0 { squares.add(set.frames, times, none) } else { cells.add(set.frames, times, none) }
      }
    }
    let parts = DecodeFrames.Scene.allCases.map { scene in
      "\(scene.rawValue)\(Figure.milliseconds(squares[scene])) (\(Figure.milliseconds(cells[scene])))"
    }
    print("  QR codes alone (own codes alone): \(parts.joined(separator: ", "))")
  }

  private static func report(_ set: DecodeFrames, _ ours: Times, _ theirs: Times, _ others: Times?) {
    print(
      "  \(set.name)   Deadwax      libzbar      zxing-cpp   of libzbar          of zxing-cpp      frames with a read")
    for (scene, goal) in [(DecodeFrames.Scene.empty, 20.0), (.busy, 10), (.code, 8)] {
      let ratio = ours[scene] / theirs[scene]
      var line = "  \(scene.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0)) "
      line += "\(Figure.milliseconds(ours[scene]))  \(Figure.milliseconds(theirs[scene]))  "
      line += others.map { Figure.milliseconds($0[scene]) } ?? "      none"
      line += "   1/\(String(format: "%-5.1f", 1 / ratio)) goal 1/\(Int(goal)) \(mark(ratio <= 1 / goal))"
      if let others {
        let share = ours[scene] / others[scene]
        line += "   \(Figure.ratio(share)) goal 1 \(mark(share <= 1))"
      }
      let found = [ours.found[scene], theirs.found[scene], others?.found[scene]].map { $0.map { "\($0)" } ?? "-" }
      print(line + "   \(found.joined(separator: " / "))")
    }
  }

  /// Measures the cost of a frame from the camera's bytes to the barcodes, as the mean of all scenes.
  private static func reportWhole(_ set: DecodeFrames, _ ours: Times) throws {
    let scan = DecodeFrames.Scene.allCases.map { ours[$0] }.reduce(0, +) / Double(DecodeFrames.Scene.allCases.count)
    let raw = set.frames.map { frame in [UInt8](frame.frame.pixels.map { [$0, 128] }.joined()) }
    let files = try set.frames.map { try JPEGPicture.encode($0.frame, quality: 80) }
    var (yuyv, mjpeg) = ([Double](), [Double]())
    for _ in 0..<rounds {
      for (bytes, frame) in zip(raw, set.frames) {
        let start = threadMilliseconds()
        let taken = brightness(of: bytes, width: frame.frame.width, height: frame.frame.height)
        yuyv.append(threadMilliseconds() - start)
        guard taken == frame.frame else { throw BenchFailure("the conversion is wrong") }
      }
      for file in files {
        let start = threadMilliseconds()
        _ = try JPEGPicture.decode(file)
        mjpeg.append(threadMilliseconds() - start)
      }
    }
    for (name, times) in [("YUYV", yuyv), ("MJPEG", mjpeg)] {
      let all = scan + Figure.median(times)
      let goal = set.name == "1280x720" ? "   goal 6 ms \(mark(all <= 6))" : ""
      print(
        "  all in, mean of the scenes, from \(name): \(Figure.milliseconds(all)), "
          + "of which \(Figure.milliseconds(Figure.median(times))) conversion\(goal)")
    }
  }

  /// Returns every second byte, as the camera's reader extracts it from YUYV.
  private static func brightness(of bytes: [UInt8], width: Int, height: Int) -> LumaFrame {
    let count = width * height
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      bytes.withUnsafeBytes { bytes in
        let pairs = bytes.bindMemory(to: UInt16.self)
        for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: pairs[index]) }
      }
      filled = count
    }
    return LumaFrame(width: width, height: height, pixels: pixels)
  }

  private static func mark(_ isMet: Bool) -> String { isMet ? "met" : "MISSED" }

  static func threadMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }
}
