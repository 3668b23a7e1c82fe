internal import Glibc
package import Imaging
package import Threads

/// A folder of pictures in place of a camera. A file put there is shown to the reader.
///
/// A picture that cannot be read is skipped and reported. A folder that does not exist is awaited. The source never
/// ends.
package final class PicturesCamera: FrameSource {
  package enum Mode: Sendable, Equatable {
    /// Shows every picture for the duration of one frame and then removes it, in order of name and then of arrival.
    /// This mode feeds in photographs.
    case each
    /// Shows the one file of this name as long as it exists, repeatedly, so that it stays present. A replaced file is
    /// read again.
    case current(name: String)
  }

  package let device: String
  package let waker = Waker()
  /// Has no effect here: a picture is shown for a moment only, and must not be missed.
  package var isResting = false

  private let path: String
  private let read: (String) throws -> LumaFrame
  private let period: Duration
  private var show: any PictureSequence

  private var folder: WatchedFolder?
  /// The next time at which to look for a missing folder.
  private var nextOpening = ContinuousClock.now
  /// The sights to report before anything else.
  private var reported: [FrameEvent] = []
  private var lastState: SourceState?

  /// Creates a camera that watches a folder.
  ///
  /// - Parameters:
  ///   - folder: its path; it need not exist yet.
  ///   - mode: the meaning of its files.
  ///   - framesPerSecond: the rate at which frames are shown, which also sets the time per picture; 0.1 to 1000.
  ///   - read: a function that reads the file at a path into a frame, or throws the fault; called on the using thread.
  package init(
    folder: String, mode: Mode, framesPerSecond: Double, read: @escaping (_ path: String) throws -> LumaFrame
  ) {
    precondition((0.1...1000).contains(framesPerSecond), "a frame rate from 0.1 to 1000")
    path = folder
    self.read = read
    period = .seconds(1 / framesPerSecond)
    switch mode {
    case .each:
      device = "pictures in \(folder)"
      show = EachPicture()
    case .current(let name):
      device = "picture \(folder)/\(name)"
      show = CurrentPicture(name: name)
    }
  }

  package func next(until deadline: ContinuousClock.Instant) -> FrameEvent? {
    while true {
      if folder == nil, nextOpening <= .now { open() }
      takeChanges()
      if !reported.isEmpty { return reported.removeFirst() }
      if folder != nil, let sight = show.due(at: .now, period: period, read: picture) { return sight }
      let due = folder == nil ? nextOpening : show.nextDue ?? deadline
      if wait(until: min(deadline, due)) || deadline <= .now { return nil }
    }
  }

  // MARK: - Folder

  private func open() {
    do throws(CameraError) {
      let opened = try WatchedFolder(path)
      // The watch starts before the listing. A file that arrives in between is seen twice; its stamp makes it shown
      // once.
      show.list(try opened.files().map { ($0, opened.stamp(of: $0)) })
      folder = consume opened
      report(.ready)
    } catch {
      lose(error.description)
    }
  }

  private func lose(_ reason: String) {
    folder = nil
    nextOpening = .now + .seconds(1)
    if let sight = show.clear() { reported.append(sight) }
    report(.absent(reason: reason, hint: "Create the folder, or start the reader with another one."))
  }

  private func report(_ state: SourceState) {
    guard state != lastState else { return }
    lastState = state
    reported.append(.state(state))
  }

  private func takeChanges() {
    guard let changes = folder?.changes(), !changes.isEmpty else { return }
    for change in changes {
      switch change {
      case .file(let name): show.arrived(name, folder?.stamp(of: name))
      case .gone(let name): show.gone(name)
      case .overflow:
        if let files = try? folder?.files() { show.list(files.map { ($0, folder?.stamp(of: $0)) }) }
      case .folderGone:
        lose("The folder \(path) no longer exists.")
        return
      }
    }
  }

  private func picture(_ name: String) throws -> LumaFrame { try read(path + "/" + name) }

  /// - Returns: true if `waker` ended the wait.
  private func wait(until time: ContinuousClock.Instant) -> Bool {
    var waits = [pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)]
    if let descriptor = folder?.descriptor { waits.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)) }
    // Rounded up: a wait that ends a moment early would spin until its time.
    let milliseconds = max(0, ((time - .now) / .milliseconds(1)).rounded(.up))
    _ = poll(&waits, UInt(waits.count), Int32(min(milliseconds, 3_600_000)))
    guard waits[0].revents != 0 else { return false }
    waker.rest()
    return true
  }
}
