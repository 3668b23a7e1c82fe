internal import CFakeCamera
internal import Glibc

/// The formats that the camera offers, and the current format.
extension CameraState {
  private static let type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue

  func enumerateFormats(_ format: inout v4l2_fmtdesc) throws(Refusal) {
    let index = Int(format.index)
    guard format.type == Self.type, offered.indices.contains(index) else { throw Refusal(EINVAL) }
    format = v4l2_fmtdesc()
    format.index = UInt32(index)
    format.type = Self.type
    format.pixelformat = offered[index].code
    format.flags = offered[index].isCompressed ? UInt32(V4L2_FMT_FLAG_COMPRESSED) : 0
    write(offered[index].title, to: &format.description)
  }

  func enumerateSizes(_ size: inout v4l2_frmsizeenum) throws(Refusal) {
    let index = Int(size.index)
    guard offered.contains(where: { $0.code == size.pixel_format }), FrameSize.all.indices.contains(index) else {
      throw Refusal(EINVAL)
    }
    size.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
    size.discrete.width = UInt32(FrameSize.all[index].width)
    size.discrete.height = UInt32(FrameSize.all[index].height)
    size.reserved = (0, 0)
  }

  func enumerateIntervals(_ interval: inout v4l2_frmivalenum) throws(Refusal) {
    guard let format = offered.first(where: { $0.code == interval.pixel_format }),
      let size = FrameSize.all.first(where: { $0.width == interval.width && $0.height == interval.height })
    else { throw Refusal(EINVAL) }
    let rates = format.rates(at: size)
    guard rates.indices.contains(Int(interval.index)) else { throw Refusal(EINVAL) }
    interval.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
    interval.discrete.numerator = 1
    interval.discrete.denominator = rates[Int(interval.index)]
    interval.reserved = (0, 0)
  }

  mutating func format(_ request: UInt32, _ id: UInt64, _ format: inout v4l2_format) throws(Refusal) {
    guard format.type == Self.type else { throw Refusal(EINVAL) }
    if request == request_G_FMT {
      describe(layout, &format)
      return
    }
    let wish = format.fmt.pix
    let chosen = Layout(
      offered.first { $0.code == wish.pixelformat } ?? offered[0],
      FrameSize.nearest(width: wish.width, height: wish.height), padding: padding)
    if request == request_S_FMT {
      guard !faults.isBusy, queue.buffers.isEmpty else { throw Refusal(EBUSY) }
      layout = chosen
      let rates = chosen.format.rates(at: chosen.size)
      if !rates.contains(rate) { rate = rates[0] }
    }
    describe(chosen, &format)
  }

  private func describe(_ layout: Layout, _ format: inout v4l2_format) {
    var pixels = v4l2_pix_format()
    pixels.width = UInt32(layout.size.width)
    pixels.height = UInt32(layout.size.height)
    pixels.pixelformat = layout.format.code
    pixels.field = V4L2_FIELD_NONE.rawValue
    pixels.bytesperline = faults.lies[.bytesperline] ?? UInt32(layout.bytesPerLine)
    pixels.sizeimage = faults.lies[.sizeimage] ?? UInt32(layout.length)
    pixels.colorspace = V4L2_COLORSPACE_SRGB.rawValue
    // V4L2_PIX_FMT_PRIV_MAGIC
    pixels.priv = 0xFEED_CAFE
    format.fmt.pix = pixels
  }

  mutating func interval(_ request: UInt32, _ parameters: inout v4l2_streamparm) throws(Refusal) {
    guard parameters.type == Self.type else { throw Refusal(EINVAL) }
    if request == request_S_PARM {
      guard !faults.isBusy, !queue.isStreaming else { throw Refusal(EBUSY) }
      let wish = parameters.parm.capture.timeperframe
      let rates = layout.format.rates(at: layout.size)
      // A zero interval selects the camera's default.
      let prompted =
        wish.numerator == 0 || wish.denominator == 0
        ? Double(rates[0]) : Double(wish.denominator) / Double(wish.numerator)
      rate = rates.min { abs(Double($0) - prompted) < abs(Double($1) - prompted) } ?? rates[0]
    }
    var capture = v4l2_captureparm()
    capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
    capture.timeperframe = v4l2_fract(numerator: 1, denominator: rate)
    capture.readbuffers = 0
    parameters.parm.capture = capture
  }
}
