internal import CV4L2
internal import Glibc

extension VideoDevice {
  /// The most entries that are read. A driver that never ends its list must not cause an endless loop.
  private static let mostEntries: UInt32 = 256

  private static let capture = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

  /// Returns the formats it offers (ENUM_FMT, ENUM_FRAMESIZES, ENUM_FRAMEINTERVALS).
  func offers() -> [FormatOffer] {
    var offers: [FormatOffer] = []
    for index in 0..<Self.mostEntries {
      var entry = v4l2_fmtdesc()
      entry.index = index
      entry.type = Self.capture
      guard deadwax_v4l2_enum_fmt(descriptor, &entry) == 0 else { break }
      let isEmulated = entry.flags & UInt32(V4L2_FMT_FLAG_EMULATED) != 0
      offers.append(
        FormatOffer(code: entry.pixelformat, isEmulated: isEmulated, sizes: isEmulated ? [] : sizes(entry.pixelformat)))
    }
    return offers
  }

  private func sizes(_ format: UInt32) -> [SizeOffer] {
    var sizes: [SizeOffer] = []
    for index in 0..<Self.mostEntries {
      var entry = v4l2_frmsizeenum()
      entry.index = index
      entry.pixel_format = format
      guard deadwax_v4l2_enum_framesizes(descriptor, &entry) == 0 else { break }
      guard entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
        let range = entry.stepwise
        let largest = PixelSize(width: Int(range.max_width), height: Int(range.max_height))
        sizes.append(
          SizeOffer(
            .range(
              from: PixelSize(width: Int(range.min_width), height: Int(range.min_height)), to: largest,
              step: PixelSize(width: Int(max(1, range.step_width)), height: Int(max(1, range.step_height)))),
            rates: rates(format, largest)))
        // A range has one entry.
        break
      }
      let size = PixelSize(width: Int(entry.discrete.width), height: Int(entry.discrete.height))
      sizes.append(SizeOffer(.one(size), rates: rates(format, size)))
    }
    return sizes
  }

  private func rates(_ format: UInt32, _ size: PixelSize) -> [Double] {
    var rates: [Double] = []
    for index in 0..<Self.mostEntries {
      var entry = v4l2_frmivalenum()
      entry.index = index
      entry.pixel_format = format
      entry.width = UInt32(clamping: size.width)
      entry.height = UInt32(clamping: size.height)
      guard deadwax_v4l2_enum_frameintervals(descriptor, &entry) == 0 else { break }
      guard entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
        // The range is from the shortest interval to the longest. Any rate within it works, so the usual ones are
        // offered.
        let fastest = Self.rate(entry.stepwise.min) ?? 30
        let slowest = Self.rate(entry.stepwise.max) ?? 1
        rates += ([fastest, slowest] + [60, 30, 25, 20, 15, 10, 5].filter { $0 < fastest && $0 > slowest })
        break
      }
      if let rate = Self.rate(entry.discrete) { rates.append(rate) }
    }
    return rates.sorted(by: >)
  }

  private static func rate(_ interval: v4l2_fract) -> Double? {
    guard interval.numerator > 0, interval.denominator > 0 else { return nil }
    return Double(interval.denominator) / Double(interval.numerator)
  }

  /// Sets a format, and reads back the format in effect (S_FMT).
  ///
  /// - Throws: `CameraError` when the call failed, except with EINVAL.
  /// - Returns: the driver's answer, or the reason it cannot be used, such as EINVAL.
  func set(_ choice: FormatChoice) throws(CameraError) -> Result<CaptureFormat, CaptureFormat.Contradiction> {
    var request = v4l2_format()
    request.type = Self.capture
    request.fmt.pix.width = UInt32(clamping: choice.size.width)
    request.fmt.pix.height = UInt32(clamping: choice.size.height)
    request.fmt.pix.pixelformat = choice.format.code
    request.fmt.pix.field = V4L2_FIELD_ANY.rawValue
    let code = deadwax_v4l2_s_fmt(descriptor, &request)
    if code == -EINVAL { return .failure(CaptureFormat.Contradiction(detail: "it refuses \(choice)")) }
    guard code == 0 else { throw error(of: "VIDIOC_S_FMT", code) }
    let answer = request.fmt.pix
    guard answer.pixelformat == choice.format.code else {
      let given = PixelFormat.letters(of: answer.pixelformat)
      return .failure(
        CaptureFormat.Contradiction(detail: "it returned \(given) instead of \(choice.format.rawValue)"))
    }
    do throws(CaptureFormat.Contradiction) {
      return .success(
        try CaptureFormat(
          code: answer.pixelformat, width: Int(answer.width), height: Int(answer.height),
          bytesPerLine: Int(answer.bytesperline), sizeImage: Int(answer.sizeimage)))
    } catch {
      return .failure(error)
    }
  }

  /// Requests a rate where the driver supports it, and reads back the rate in effect (S_PARM, G_PARM).
  ///
  /// - Parameter rate: frames per second.
  /// - Returns: the frames per second that the camera promises; nil if it reports none.
  func set(rate: Double) -> Double? {
    var parameters = v4l2_streamparm()
    parameters.type = Self.capture
    guard deadwax_v4l2_g_parm(descriptor, &parameters) == 0 else { return nil }
    guard parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0 else {
      return Self.rate(parameters.parm.capture.timeperframe)
    }
    parameters.parm.capture.timeperframe = v4l2_fract(
      numerator: 1000, denominator: UInt32(clamping: Int((rate * 1000).rounded())))
    let code = deadwax_v4l2_s_parm(descriptor, &parameters)
    if code != 0, deadwax_v4l2_g_parm(descriptor, &parameters) != 0 { return nil }
    return Self.rate(parameters.parm.capture.timeperframe)
  }
}
