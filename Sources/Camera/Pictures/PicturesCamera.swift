internal import Glibc
package import Imaging
package import Lanes

/// A folder of pictures in the place of a camera: what is put there is held before it.
///
/// A picture that cannot be read is skipped and told; a folder that is not there is waited for. Nothing ends it.
package final class PicturesCamera: FrameSource {
  package enum Mode: Sendable, Equatable {
    /// Every picture, in order of name and then of arrival, is shown for one frame's time and taken away: for feeding
    /// photographs.
    case each
    /// The one file of this name is what lies before the camera: read again when it is replaced, shown again and again
    /// so that it stays present, and nothing when it is not there.
    case current(name: String)
  }

  package let device: String
  package let waker = Waker()
  /// Means nothing here: a picture is shown for a moment, and must not be missed.
  package var isResting = false

  private let path: String
  private let read: (String) throws -> LumaFrame
  private let period: Duration
  private var show: any Show

  private var folder: WatchedFolder?
  /// When to look for a missing folder again.
  private var nextOpening = ContinuousClock.now
  /// What is to be told before anything else.
  private var told: [Sight] = []
  private var lastState: SourceState?

  /// - Parameters:
  ///   - folder: its path; it need not be there yet.
  ///   - mode: what its files mean.
  ///   - framesPerSecond: how often a frame is shown, and for how long each picture; 0.1 to 1000.
  ///   - read: makes a frame of the file at a path, or throws what is wrong with it; called on the using thread.
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

  package func next(until deadline: ContinuousClock.Instant) -> Sight? {
    while true {
      if folder == nil, nextOpening <= .now { open() }
      takeChanges()
      if !told.isEmpty { return told.removeFirst() }
      if folder != nil, let sight = show.due(at: .now, period: period, read: picture) { return sight }
      let due = folder == nil ? nextOpening : show.nextDue ?? deadline
      if wait(until: min(deadline, due)) || deadline <= .now { return nil }
    }
  }

  // MARK: the folder

  private func open() {
    do throws(CameraError) {
      let opened = try WatchedFolder(path)
      // Watched first, listed then: what comes in between is seen twice, and shown once by its stamp.
      show.list(try opened.files().map { ($0, opened.stamp(of: $0)) })
      folder = consume opened
      tell(.ready)
    } catch {
      lose(error.description)
    }
  }

  private func lose(_ reason: String) {
    folder = nil
    nextOpening = .now + .seconds(1)
    if let sight = show.clear() { told.append(sight) }
    tell(.absent(reason: reason, hint: "Make the folder, or start the reader with another one."))
  }

  private func tell(_ state: SourceState) {
    guard state != lastState else { return }
    lastState = state
    told.append(.state(state))
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
        lose("The folder \(path) is gone.")
        return
      }
    }
  }

  private func picture(_ name: String) throws -> LumaFrame { try read(path + "/" + name) }

  /// - Returns: whether it was woken.
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

/// What the files of a folder mean.
protocol Show {
  /// When something is to be shown or taken away without anything happening before; nil when nothing is.
  var nextDue: ContinuousClock.Instant? { get }

  /// All files, as the folder is opened or looked at again.
  mutating func list(_ files: [(name: String, stamp: WatchedFolder.Stamp?)])
  mutating func arrived(_ name: String, _ stamp: WatchedFolder.Stamp?)
  mutating func gone(_ name: String)
  /// Takes away what is shown, as the folder goes.
  mutating func clear() -> Sight?

  /// What is to be told now; nil for nothing.
  mutating func due(
    at now: ContinuousClock.Instant, period: Duration, read: (String) throws -> LumaFrame
  ) -> Sight?
}
