internal import Barcodes
internal import Camera
internal import Deadwax
internal import Imaging
internal import Log
internal import ReaderProtocol

/// One run of the camera reader: frames in, comings and goings of codes out.
///
/// All of it is one thread's. The state is said again every second by the thread that looks at the frames: a host that
/// hears nothing for some seconds knows that it hangs, and kills the process.
final class CameraSession {
  private let source: any FrameSource
  private let scanner: BarcodeScanner
  private let log: Logger
  /// nil for a source whose every frame counts.
  private var stillness: Stillness?

  private var presence = Presence<Code, ReaderMessage.CodeSeen>()
  private var state = ReaderState(.opening)
  /// What was found in the frame of this number: a frame that is shown again is not read again.
  private var last: (number: Int, barcodes: [Barcode])?
  private var preview = Preview()
  private var tally = Tally()
  private var nextBeat = ContinuousClock.now
  /// Until when the state tells of the last picture that was skipped.
  private var complaintEnds: ContinuousClock.Instant?
  /// Damaged frames are told once a minute at most.
  private var nextDamageLine = ContinuousClock.now
  /// The log ends with a warning about the source.
  private var isComplainedOf = false
  private var hostIsGone = false

  private static let heartbeat = Duration.seconds(1)
  /// Long enough to be noticed by who put the picture there.
  private static let complaint = Duration.seconds(60)

  private struct Code: Hashable {
    let symbology: Symbology
    let raw: [UInt8]
  }

  /// - Parameters:
  ///   - source: where frames come from; this session's alone.
  ///   - scanner: what reads them.
  ///   - stillness: decides which frames of a picture that does not change are read; nil reads all.
  ///   - log: for people.
  init(source: any FrameSource, scanner: BarcodeScanner, stillness: Stillness?, log: Logger) {
    self.source = source
    self.scanner = scanner
    self.stillness = stillness
    self.log = log
  }

  /// Runs until the host says stop, closes our input, or reads no more.
  func run(until input: HostInput) {
    say(
      .hello(
        ReaderMessage.Hello(reader: .camera, device: source.device, capabilities: ["presence", "preview"])))
    while !input.isOver, !hostIsGone {
      beatIfDue()
      let rate = input.previewRate
      let deadline = min(nextBeat, preview.nextDue(framesPerSecond: rate) ?? nextBeat)
      if let sight = source.next(until: deadline) { take(sight) }
      if let jpeg = preview.picture(framesPerSecond: rate, at: .now, log: log) { say(.preview(jpeg: jpeg)) }
    }
    tell(presence.clear(), started: nil)
    log.info(tally.sentence)
  }

  private func take(_ sight: Sight) {
    switch sight {
    case .frame(let frame): look(at: frame)
    case .cleared:
      last = nil
      preview.clear()
      tell(presence.clear(), started: nil)
    case .skipped(let name, let reason):
      tally.skipped += 1
      log.warning("\(printable(name)) was skipped: \(reason)")
      let pictures = tally.skipped == 1 ? "1 picture" : "\(tally.skipped) pictures"
      state.reason = "\(pictures) could not be read; the last was \(printable(name)): \(reason)"
      complaintEnds = .now + Self.complaint
    case .damaged(let frames, let reason):
      tally.damaged += frames
      if nextDamageLine <= .now {
        nextDamageLine = .now + Self.complaint
        log.warning("a damaged frame was left out: \(printable(reason)) (\(tally.damaged) since the start)")
      }
    case .state(let change): take(change)
    case .noted(let sentence): log.info(printable(sentence))
    }
  }

  private func take(_ change: SourceState) {
    switch change {
    case .ready:
      if isComplainedOf { log.info("the camera is ready again") }
      isComplainedOf = false
      state = ReaderState(.ready)
    case .opening: state = ReaderState(.opening)
    case .stalled(let reason, let hint):
      // What lies there may lie there still: nothing is said to have gone.
      state = ReaderState(.stalled, reason: printable(reason), hint: printable(hint))
      complain()
    case .absent(let reason, let hint):
      state = ReaderState(.absent, reason: printable(reason), hint: printable(hint))
      complain()
      last = nil
      preview.clear()
      tell(presence.clear(), started: nil)
    }
    stillness?.wake()
    source.isResting = false
    beat()
  }

  /// Once for each state; what is said each second is for the host.
  private func complain() {
    isComplainedOf = true
    log.warning("\(state.reason ?? "") \(state.hint ?? "")")
  }

  private func look(at frame: CameraFrame) {
    if stillness?.wants(frame.luma, at: frame.at) == false {
      source.isResting = true
      presence.stay(at: frame.at)
      preview.show(frame.luma, last?.barcodes ?? [])
      return
    }
    source.isResting = stillness?.isResting ?? false
    let barcodes: [Barcode]
    if let last, last.number == frame.number {
      barcodes = last.barcodes
    } else {
      do throws(BarcodeError) {
        barcodes = try scanner.scan(frame.luma)
      } catch {
        take(.skipped(name: frame.name ?? "a frame", reason: error.description))
        return
      }
      last = (frame.number, barcodes)
      tally.frames += 1
      preview.show(frame.luma, barcodes)
    }
    let changes = presence.see(
      barcodes.map { barcode in
        (Code(symbology: barcode.symbology, raw: barcode.raw), { Self.seen(barcode, at: frame.at) })
      }, at: frame.at)
    tell(changes, started: frame.at)
  }

  // MARK: what is said

  /// - Parameters:
  ///   - changes: in order.
  ///   - started: when the frame was taken that showed them, for the tally; nil when none did.
  private func tell(_ changes: [Presence<Code, ReaderMessage.CodeSeen>.Change], started: ContinuousClock.Instant?) {
    for change in changes {
      switch change {
      case .appeared(let code):
        say(.code(code))
        if let started { tally.add(.now - started) }
      case .left(var code):
        code.event = .left
        code.at = .now()
        say(.code(code))
      }
    }
  }

  /// A barcode at its first sight, with a new id.
  private static func seen(_ barcode: Barcode, at time: ContinuousClock.Instant) -> ReaderMessage.CodeSeen {
    // The frame's moment on the wall clock; a clock that is set between moves nothing but this.
    let wall = Timestamp.now() + (time - ContinuousClock.now)
    return ReaderMessage.CodeSeen(
      event: .appeared, id: .new(at: wall), at: wall, symbology: barcode.symbology, text: barcode.text,
      raw: barcode.isTextGuessed ? barcode.raw : nil, isVerified: barcode.isVerified, quality: barcode.quality,
      frames: barcode.frames, points: barcode.corners.map { ReaderMessage.Point(x: $0.x, y: $0.y) })
  }

  private func beatIfDue() {
    if nextBeat <= .now { beat() }
  }

  private func beat() {
    nextBeat = .now + Self.heartbeat
    if let end = complaintEnds, end <= .now {
      complaintEnds = nil
      if state.kind == .ready { state.reason = nil }
    }
    say(.state(state))
  }

  private func say(_ message: ReaderMessage) {
    if !hostIsGone, !StandardOutput.write(ReaderLine.encode(message)) { hostIsGone = true }
  }
}
