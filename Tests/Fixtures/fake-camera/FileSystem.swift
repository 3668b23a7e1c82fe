internal import CFakeCamera
internal import Glibc
internal import Threads

/// The folder that contains the camera: the kernel forwards open, ioctl, mmap and poll from its clients to this
/// program.
///
///     video0, video1                   the camera and its metadata node, with the current device number
///     v4l/by-id/…-index0, -index1      links to them, like those of udev; the same in v4l/by-path/
///     ctl, state                       commands for the camera, and its state
///
/// Buffers are parts of the camera's file. Their bytes are stored in the kernel's page cache, which clients map.
final class FileSystem: @unchecked Sendable {
  // Sendable is sound. `session` is set once before any other thread starts, and the libfuse functions that use it are
  // thread-safe (fuse_lowlevel.h). The rest has its own locks.
  private(set) var session: OpaquePointer?
  let state: Monitor<CameraState>
  let pages: FramePages

  init(_ state: Monitor<CameraState>) {
    self.state = state
    pages = FramePages()
  }

  /// Mounts the folder.
  ///
  /// - Parameter folder: an empty folder.
  /// - Returns: false if it cannot be mounted; libfuse has printed the reason on standard error.
  func mount(_ folder: String) -> Bool {
    let words = ["fake-camera", "-o", "fsname=fake-camera,subtype=deadwax"]
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var operations = Callbacks.all
    session = arguments.withUnsafeMutableBufferPointer { buffer in
      var list = fuse_args(argc: Int32(words.count), argv: buffer.baseAddress, allocated: 0)
      defer { fuse_opt_free_args(&list) }
      return file_system_new(&list, &operations, Unmanaged.passUnretained(self).toOpaque())
    }
    guard let session, fuse_set_signal_handlers(session) == 0 else { return false }
    return fuse_session_mount(session, folder) == 0 && MountEnd.start(for: folder)
  }

  /// Answers requests until the program is asked to end or the folder is unmounted.
  func run() {
    guard let session else { return }
    _ = DedicatedThread("bell") { [self] in
      while ring() {}
    }
    _ = FrameClock(state) { [self] bytes, buffer, generation in
      guard let session = self.session else { return }
      pages.store(bytes, buffer, in: session, of: Inode.camera(generation))
    }
    fuse_session_loop(session)
    state.update { $0.isOver = true }
    fuse_session_unmount(session)
  }

  /// Notifies clients that wait for the camera. It runs on a lane of its own, because the kernel may block it.
  ///
  /// - Returns: false when the program ends.
  private func ring() -> Bool {
    let notices = state.wait { state -> ([UInt], [CameraState.Waiter])?? in
      if state.isOver { return .some(nil) }
      guard state.hasNotices else { return nil }
      state.hasNotices = false
      defer {
        state.polls = []
        state.waiters = []
      }
      return .some((state.polls, state.waiters))
    }
    guard let (polls, waiters) = notices else { return false }
    for waiter in waiters { serve(waiter) }
    for number in polls {
      guard let poll = OpaquePointer(bitPattern: number) else { continue }
      fuse_lowlevel_notify_poll(poll)
      fuse_pollhandle_destroy(poll)
    }
    return true
  }

  /// Answers a client that waits in DQBUF, or lets it wait longer.
  private func serve(_ waiter: CameraState.Waiter) {
    var buffer = waiter.buffer
    let outcome = state.update { state -> Int32? in
      do throws(Refusal) {
        if try state.dequeue(waiter.handle, &buffer, mayWait: true) { return 0 }
        state.waiters.append(waiter)
        return nil
      } catch {
        return error.code
      }
    }
    guard let outcome, let request = OpaquePointer(bitPattern: waiter.request) else { return }
    if outcome == 0 {
      fuse_reply_ioctl(request, 0, &buffer, MemoryLayout<v4l2_buffer>.size)
    } else {
      fuse_reply_err(request, outcome)
    }
  }

  /// Handles a signal to a client in DQBUF: its call ends with EINTR.
  func interrupt(_ request: UInt) {
    let isOurs = state.update { state -> Bool in
      let count = state.waiters.count
      state.waiters.removeAll { $0.request == request }
      return state.waiters.count < count
    }
    if isOurs, let request = OpaquePointer(bitPattern: request) { fuse_reply_err(request, EINTR) }
  }
}
