internal import CFakeCamera
internal import Glibc
internal import Threads

/// The file system operations. libfuse calls them one at a time, on the thread of its loop.
enum Callbacks {
  static var all: fuse_lowlevel_ops {
    var operations = fuse_lowlevel_ops()
    operations.lookup = look
    operations.getattr = attributes
    operations.setattr = setAttributes
    operations.readlink = readLink
    operations.readdir = readFolder
    operations.open = openFile
    operations.release = releaseFile
    operations.read = readFile
    operations.write = writeFile
    operations.ioctl = control
    operations.poll = poll
    return operations
  }
}

private func owner(_ request: fuse_req_t?) -> FileSystem {
  guard let own = fuse_req_userdata(request) else { fatalError("a session without its file system") }
  return Unmanaged<FileSystem>.fromOpaque(own).takeUnretainedValue()
}

// The cache time of attributes in seconds. The kernel must not cache any, because the camera appears and disappears
// without its involvement.
private let keptFor = 0.0

private func look(_ request: fuse_req_t?, _ parent: fuse_ino_t, _ name: UnsafePointer<CChar>?) {
  let name = name.map { String(cString: $0) } ?? ""
  let found = owner(request).state.read { state -> fuse_entry_param? in
    guard let entry = Inode.entries(parent, state).first(where: { $0.name == name }) else { return nil }
    var parameters = fuse_entry_param()
    parameters.ino = entry.node
    parameters.attr = Inode.attributes(entry.node, state)
    return parameters
  }
  if var found { fuse_reply_entry(request, &found) } else { fuse_reply_err(request, ENOENT) }
}

private func attributes(_ request: fuse_req_t?, _ node: fuse_ino_t, _ file: UnsafeMutablePointer<fuse_file_info>?) {
  var attributes = owner(request).state.read { Inode.attributes(node, $0) }
  fuse_reply_attr(request, &attributes, keptFor)
}

/// Handles the truncation when `ctl` is opened with O_TRUNC: there is nothing to do.
private func setAttributes(
  _ request: fuse_req_t?, _ node: fuse_ino_t, _ wish: UnsafeMutablePointer<stat>?, _ which: Int32,
  _ file: UnsafeMutablePointer<fuse_file_info>?
) {
  attributes(request, node, file)
}

private func readLink(_ request: fuse_req_t?, _ node: fuse_ino_t) {
  fuse_reply_readlink(request, owner(request).state.read { Inode.target(node, $0) })
}

private func readFolder(
  _ request: fuse_req_t?, _ node: fuse_ino_t, _ size: Int, _ offset: off_t,
  _ file: UnsafeMutablePointer<fuse_file_info>?
) {
  let entries = owner(request).state.read { state in
    ([Inode.Entry(name: ".", node: node), Inode.Entry(name: "..", node: Inode.root)] + Inode.entries(node, state))
      .map { ($0, Inode.attributes($0.node, state)) }
  }
  var bytes = [CChar](repeating: 0, count: size)
  var used = 0
  for (index, entry) in entries.enumerated().dropFirst(Int(offset)) {
    var attributes = entry.1
    let count = bytes.withUnsafeMutableBufferPointer { buffer in
      fuse_add_direntry(
        request, buffer.baseAddress?.advanced(by: used), size - used, entry.0.name, &attributes, off_t(index + 1))
    }
    if used + count > size { break }
    used += count
  }
  fuse_reply_buf(request, bytes, used)
}

private func openFile(_ request: fuse_req_t?, _ node: fuse_ino_t, _ file: UnsafeMutablePointer<fuse_file_info>?) {
  guard let file else { return }
  let kind = Inode.kind(node)
  guard kind == .camera || kind == .metadata else {
    direct_io(file)
    fuse_reply_open(request, file)
    return
  }
  let waits = file.pointee.flags & O_NONBLOCK == 0
  let opened = owner(request).state.update { state -> Result<UInt64, Refusal> in
    Result { () throws(Refusal) in
      guard state.isPlugged, node / 16 == fuse_ino_t(state.generation) else { throw Refusal(ENODEV) }
      return try state.open(kind == .camera ? .capture : .metadata, waits: waits)
    }
  }
  switch opened {
  case .success(let handle):
    file.pointee.fh = handle
    keep_cache(file)
    fuse_reply_open(request, file)
  case .failure(let refusal): fuse_reply_err(request, refusal.code)
  }
}

private func releaseFile(_ request: fuse_req_t?, _ node: fuse_ino_t, _ file: UnsafeMutablePointer<fuse_file_info>?) {
  if let handle = file?.pointee.fh, handle != 0 { owner(request).state.update { $0.close(handle) } }
  fuse_reply_err(request, 0)
}

private func readFile(
  _ request: fuse_req_t?, _ node: fuse_ino_t, _ size: Int, _ offset: off_t,
  _ file: UnsafeMutablePointer<fuse_file_info>?
) {
  let system = owner(request)
  let bytes: [UInt8]
  switch node {
  case Inode.state: bytes = Array(system.state.read { $0.report }.utf8.dropFirst(Int(offset)).prefix(size))
  case Inode.ctl: bytes = []
  default:
    // A webcam does not support read(2). But after an allocation the kernel may read a page for a client that has
    // mapped a buffer. That call looks like read(2) and must not fail.
    guard system.state.read({ !$0.queue.buffers.isEmpty || $0.counters.delivered > 0 }) else {
      fuse_reply_err(request, EINVAL)
      return
    }
    bytes = system.pages.read(Int(offset), size)
  }
  bytes.withUnsafeBytes { buffer in
    _ = fuse_reply_buf(request, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
  }
}

private func writeFile(
  _ request: fuse_req_t?, _ node: fuse_ino_t, _ bytes: UnsafePointer<CChar>?, _ size: Int, _ offset: off_t,
  _ file: UnsafeMutablePointer<fuse_file_info>?
) {
  guard node == Inode.ctl, let bytes else {
    // Pages that a client has modified, or write(2), which a webcam does not support either.
    if Inode.kind(node) == .camera { fuse_reply_write(request, size) } else { fuse_reply_err(request, EINVAL) }
    return
  }
  let text = String(decoding: UnsafeRawBufferPointer(start: bytes, count: size), as: UTF8.self)
  let outcome = owner(request).state.update { state -> Result<Void, Refusal> in
    Result { () throws(Refusal) in
      for line in text.split(separator: "\n") { try state.obey(String(line)) }
    }
  }
  switch outcome {
  case .success: fuse_reply_write(request, size)
  case .failure(let refusal): fuse_reply_err(request, refusal.code)
  }
}

private func control(
  _ request: fuse_req_t?, _ node: fuse_ino_t, _ number: UInt32, _ argument: UnsafeMutableRawPointer?,
  _ file: UnsafeMutablePointer<fuse_file_info>?, _ flags: UInt32, _ input: UnsafeRawPointer?, _ inputSize: Int,
  _ outputSize: Int
) {
  guard let request, let handle = file?.pointee.fh, handle != 0 else {
    fuse_reply_err(request, ENOTTY)
    return
  }
  // The size of the largest possible V4L2 request; the kernel encodes it in bits 16 to 29 of the request number.
  let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
  defer { room.deallocate() }
  guard let place = room.baseAddress else { return }
  memset(place, 0, room.count)
  if let input { memcpy(place, input, min(inputSize, room.count)) }
  let client = ClientMemory(processID: fuse_req_ctx(request)?.pointee.pid ?? 0)
  let system = owner(request)
  let address = UInt(bitPattern: place)
  let isWaiting = Result { () throws(Refusal) -> Bool in
    try system.state.update { state -> Result<Bool, Refusal> in
      Result { () throws(Refusal) in
        guard let place = UnsafeMutableRawPointer(bitPattern: address) else { throw Refusal(EFAULT) }
        if try state.answer(number, by: handle, place, client) { return false }
        state.waiters.append(
          CameraState.Waiter(
            request: UInt(bitPattern: request), handle: handle, buffer: place.load(as: v4l2_buffer.self)))
        return true
      }
    }.get()
  }
  switch isWaiting {
  case .success(false): fuse_reply_ioctl(request, 0, place, min(outputSize, room.count))
  case .success(true):
    fuse_req_interrupt_func(request, interrupted, nil)
    // A frame may have arrived in between.
    system.state.update { $0.hasNotices = true }
  case .failure(let refusal) where [request_G_EXT_CTRLS, request_S_EXT_CTRLS, request_TRY_EXT_CTRLS].contains(number):
    // A negative result is the call's error, and the output (error_idx) still reaches the client.
    fuse_reply_ioctl(request, -refusal.code, place, min(outputSize, room.count))
  case .failure(let refusal): fuse_reply_err(request, refusal.code)
  }
}

private func interrupted(_ request: fuse_req_t?, _ data: UnsafeMutableRawPointer?) {
  owner(request).interrupt(UInt(bitPattern: request))
}

private func poll(
  _ request: fuse_req_t?, _ node: fuse_ino_t, _ file: UnsafeMutablePointer<fuse_file_info>?, _ handle: OpaquePointer?
) {
  guard let id = file?.pointee.fh, id != 0 else {
    if let handle { fuse_pollhandle_destroy(handle) }
    fuse_reply_poll(request, UInt32(POLLIN | POLLOUT))
    return
  }
  let events = owner(request).state.update { state in
    if let handle { state.polls.append(UInt(bitPattern: handle)) }
    return state.events(for: id)
  }
  fuse_reply_poll(request, events)
}
