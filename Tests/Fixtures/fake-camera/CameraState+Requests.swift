internal import CFakeCamera
internal import Glibc

/// The answers to a client's ioctl(2), matching the kernel's V4L2 for a webcam.
extension CameraState {
  /// - Parameters:
  ///   - request: one of `request_…`.
  ///   - id: the id of the open file.
  ///   - argument: the request's argument, for reading and writing, with its size and alignment.
  ///   - client: the memory of the client, for pointers in the argument.
  /// - Returns: false if the client must wait for a frame.
  /// - Throws: the error of the client's call; ENOTTY for a request that webcams do not support.
  mutating func answer(
    _ request: UInt32, by id: UInt64, _ argument: UnsafeMutableRawPointer, _ client: ClientMemory
  ) throws(Refusal) -> Bool {
    let handle = try alive(id)
    try checkPriority(request, handle)
    if handle.node == .metadata {
      try answerMetadata(request, id, argument)
      return true
    }
    if try answerCommon(request, id, argument, client) { return true }
    switch request {
    case request_ENUM_FMT: try enumerateFormats(&argument.assumingMemoryBound(to: v4l2_fmtdesc.self).pointee)
    case request_ENUM_FRAMESIZES: try enumerateSizes(&argument.assumingMemoryBound(to: v4l2_frmsizeenum.self).pointee)
    case request_ENUM_FRAMEINTERVALS:
      try enumerateIntervals(&argument.assumingMemoryBound(to: v4l2_frmivalenum.self).pointee)
    case request_G_FMT, request_S_FMT, request_TRY_FMT:
      try format(request, id, &argument.assumingMemoryBound(to: v4l2_format.self).pointee)
    case request_G_PARM, request_S_PARM:
      try interval(request, &argument.assumingMemoryBound(to: v4l2_streamparm.self).pointee)
    case request_REQBUFS: try allocate(id, &argument.assumingMemoryBound(to: v4l2_requestbuffers.self).pointee)
    case request_QUERYBUF, request_QBUF:
      try buffer(request, id, &argument.assumingMemoryBound(to: v4l2_buffer.self).pointee)
    case request_DQBUF:
      return try dequeue(id, &argument.assumingMemoryBound(to: v4l2_buffer.self).pointee, mayWait: handle.waits)
    case request_STREAMON, request_STREAMOFF:
      try stream(request, id, type: argument.assumingMemoryBound(to: UInt32.self).pointee)
    default: throw Refusal(ENOTTY)
    }
    return true
  }

  // MARK: - Both nodes

  private func checkPriority(_ request: UInt32, _ handle: Handle) throws(Refusal) {
    let changes = [
      request_S_FMT, request_S_PARM, request_S_CTRL, request_S_EXT_CTRLS, request_S_INPUT, request_S_PRIORITY,
      request_REQBUFS, request_STREAMON, request_STREAMOFF,
    ]
    guard changes.contains(request) else { return }
    let highest = highestPriority
    guard handle.priority.rawValue >= highest.rawValue else { throw Refusal(EBUSY) }
  }

  private var highestPriority: v4l2_priority {
    handles.values.filter { $0.generation == generation }.map(\.priority).max { $0.rawValue < $1.rawValue }
      ?? V4L2_PRIORITY_DEFAULT
  }

  /// - Returns: false for any other request.
  private mutating func answerCommon(
    _ request: UInt32, _ id: UInt64, _ argument: UnsafeMutableRawPointer, _ client: ClientMemory
  ) throws(Refusal) -> Bool {
    switch request {
    case request_QUERYCAP:
      describe(&argument.assumingMemoryBound(to: v4l2_capability.self).pointee, isMetadata: false)
    case request_ENUMINPUT:
      let input = argument.assumingMemoryBound(to: v4l2_input.self)
      guard input.pointee.index == 0 else { throw Refusal(EINVAL) }
      input.pointee = v4l2_input()
      write("Camera 1", to: &input.pointee.name)
      input.pointee.type = UInt32(V4L2_INPUT_TYPE_CAMERA)
    case request_G_INPUT: argument.storeBytes(of: 0, as: UInt32.self)
    case request_S_INPUT: if argument.load(as: UInt32.self) != 0 { throw Refusal(EINVAL) }
    case request_G_PRIORITY: argument.storeBytes(of: highestPriority.rawValue, as: UInt32.self)
    case request_S_PRIORITY:
      let wish = v4l2_priority(rawValue: argument.load(as: UInt32.self))
      guard (V4L2_PRIORITY_BACKGROUND.rawValue...V4L2_PRIORITY_RECORD.rawValue).contains(wish.rawValue) else {
        throw Refusal(EINVAL)
      }
      handles[id]?.priority = wish
    default: return try answerControls(request, id, argument, client)
    }
    return true
  }

  private func describe(_ capability: inout v4l2_capability, isMetadata: Bool) {
    capability = v4l2_capability()
    write("uvcvideo", to: &capability.driver)
    write(card, to: &capability.card)
    write("usb-0000:00:14.0-2", to: &capability.bus_info)
    capability.version = 0x06_01_00
    let both = UInt32(V4L2_CAP_STREAMING | V4L2_CAP_EXT_PIX_FORMAT)
    let (video, metadata) = (UInt32(V4L2_CAP_VIDEO_CAPTURE), UInt32(V4L2_CAP_META_CAPTURE))
    capability.device_caps = both | (isMetadata ? metadata : video)
    // The capabilities of the whole device are the same on both nodes. A client that reads this field mistakes the
    // metadata node for a camera.
    capability.capabilities =
      both | video | metadata | UInt32(bitPattern: Int32(truncatingIfNeeded: V4L2_CAP_DEVICE_CAPS))
  }

  /// Handles requests to the metadata node, which uvcvideo creates for each camera since Linux 4.16. It carries frame
  /// headers, no pictures.
  private mutating func answerMetadata(
    _ request: UInt32, _ id: UInt64, _ argument: UnsafeMutableRawPointer
  ) throws(Refusal) {
    let type = V4L2_BUF_TYPE_META_CAPTURE.rawValue
    // 'UVCH'
    let header: UInt32 = 0x4843_5655
    switch request {
    case request_QUERYCAP:
      describe(&argument.assumingMemoryBound(to: v4l2_capability.self).pointee, isMetadata: true)
    case request_ENUM_FMT:
      let format = argument.assumingMemoryBound(to: v4l2_fmtdesc.self)
      guard format.pointee.type == type, format.pointee.index == 0 else { throw Refusal(EINVAL) }
      format.pointee = v4l2_fmtdesc()
      format.pointee.type = type
      format.pointee.pixelformat = header
      write("UVC Payload Header Metadata", to: &format.pointee.description)
    case request_G_FMT, request_S_FMT, request_TRY_FMT:
      let format = argument.assumingMemoryBound(to: v4l2_format.self)
      guard format.pointee.type == type else { throw Refusal(EINVAL) }
      format.pointee.fmt.meta.dataformat = header
      format.pointee.fmt.meta.buffersize = 10_240
    case request_G_PRIORITY, request_S_PRIORITY:
      _ = try answerCommon(request, id, argument, ClientMemory(processID: 0))
    default: throw Refusal(ENOTTY)
    }
  }

  // MARK: - Stream

  private mutating func checkOwner(_ id: UInt64) throws(Refusal) {
    guard !faults.isBusy, owner == nil || owner == id else { throw Refusal(EBUSY) }
  }

  private mutating func allocate(_ id: UInt64, _ wish: inout v4l2_requestbuffers) throws(Refusal) {
    guard wish.type == V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue, wish.memory == V4L2_MEMORY_MMAP.rawValue else {
      throw Refusal(EINVAL)
    }
    try checkOwner(id)
    guard !queue.isStreaming else { throw Refusal(EBUSY) }
    let length = Int(faults.lies[.sizeimage] ?? UInt32(layout.length))
    queue.allocate(Int(wish.count), length: length)
    owner = queue.buffers.isEmpty ? nil : id
    wish.count = UInt32(queue.buffers.count)
    wish.capabilities = UInt32(V4L2_BUF_CAP_SUPPORTS_MMAP)
    wish.flags = 0
    hasNotices = true
  }

  private mutating func buffer(_ request: UInt32, _ id: UInt64, _ buffer: inout v4l2_buffer) throws(Refusal) {
    let index = Int(buffer.index)
    guard buffer.type == V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue, queue.buffers.indices.contains(index) else {
      throw Refusal(EINVAL)
    }
    if request == request_QBUF {
      guard buffer.memory == V4L2_MEMORY_MMAP.rawValue else { throw Refusal(EINVAL) }
      try checkOwner(id)
      try queue.queue(index)
      hasNotices = true
    }
    queue.describe(index, into: &buffer)
  }

  /// - Returns: false if the client must wait.
  mutating func dequeue(_ id: UInt64, _ buffer: inout v4l2_buffer, mayWait: Bool) throws(Refusal) -> Bool {
    _ = try alive(id)
    guard buffer.type == V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue, buffer.memory == V4L2_MEMORY_MMAP.rawValue else {
      throw Refusal(EINVAL)
    }
    try checkOwner(id)
    guard !faults.isBroken else { throw Refusal(EIO) }
    do throws(Refusal) {
      let index = try queue.dequeue()
      queue.describe(index, into: &buffer)
      return true
    } catch  where error.code == EAGAIN && mayWait {
      return false
    }
  }

  private mutating func stream(_ request: UInt32, _ id: UInt64, type: UInt32) throws(Refusal) {
    guard type == V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue else { throw Refusal(EINVAL) }
    try checkOwner(id)
    if request == request_STREAMON {
      if faults.bandwidth > 0, layout.length > faults.bandwidth { throw Refusal(ENOSPC) }
      guard !queue.isStreaming else { return }
      try queue.start()
      framesOfStream = 0
      sequence = 0
      counters.streams += 1
    } else {
      queue.stop()
    }
    hasNotices = true
  }
}

/// Writes a name into a field of fixed length, with a terminating zero.
func write<Field>(_ text: String, to field: inout Field) {
  withUnsafeMutableBytes(of: &field) { bytes in
    for (index, byte) in text.utf8.prefix(bytes.count - 1).enumerated() { bytes[index] = byte }
  }
}
