internal import Barcodes
internal import Camera
internal import CommandLineArguments
internal import Deadwax
internal import Imaging
internal import Log
internal import ReaderProtocol

/// A run of the camera reader: it reads frames and reports codes that appear and leave.
///
/// It uses a single thread. The thread that processes the frames also sends the state every second, as a heartbeat. A
/// host that receives nothing for some seconds concludes that the reader hangs, and kills the process.
final class CameraSession {
  private let source: any FrameSource
  private let scanner: BarcodeScanner
  private let log: Logger
  /// The filter for unchanged frames; nil for a source of which every frame is read.
  private var stillness: Stillness?

  private var presence = Debounce<Code, ReaderMessage.CodeSeen>()
  private var state = ReaderState(.opening)
  /// The barcodes of the last frame and its number. A frame that is presented again is not scanned again, except for
  /// the passes that were left out.
  private var last: (number: Int, barcodes: [Barcode])?
  private var preview = Preview()
  private var tally = SessionCounts()
  private var nextBeat = ContinuousClock.now
  /// The time until which the state reports the last skipped picture.
  private var complaintEnds: ContinuousClock.Instant?
  /// The time of the next log line about damaged frames; there is at most one per minute.
  private var nextDamageLine = ContinuousClock.now
  /// True if the last log line about the source is a warning.
  private var isComplainedOf = false
  private var hostIsGone = false

  private static let heartbeat = Duration.seconds(1)
  /// The time for which a skipped picture is reported, long enough to be noticed by the person who put it there.
  private static let complaint = Duration.seconds(60)

  private struct Code: Hashable {
    let symbology: Symbology
    let raw: [UInt8]
  }

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - source: the source of frames, used only by this session.
  ///   - scanner: the scanner that reads the frames.
  ///   - stillness: the filter for frames of an unchanged picture; nil to read all.
  ///   - log: the log.
  init(source: any FrameSource, scanner: BarcodeScanner, stillness: Stillness?, log: Logger) {
    self.source = source
    self.scanner = scanner
    self.stillness = stillness
    self.log = log
  }

  /// Runs until the host requests a stop, closes the input, or no longer reads.
  func run(until input: HostInput) {
    say(
      .hello(
        ReaderMessage.Hello(reader: .camera, device: source.device, capabilities: [.codes, .presence, .preview])))
    while !input.isOver, !hostIsGone {
      beatIfDue()
      let rate = input.previewRate
      let deadline = min(nextBeat, preview.nextDue(framesPerSecond: rate) ?? nextBeat)
      if let sight = source.next(until: deadline) { take(sight) }
      if let jpeg = preview.picture(framesPerSecond: rate, at: .now, log: log) { say(.preview(jpeg: jpeg)) }
    }
    report(presence.clear(), started: nil)
    log.info(tally.sentence)
  }

  private func take(_ sight: FrameEvent) {
    switch sight {
    case .frame(let frame): look(at: frame)
    case .cleared:
      last = nil
      preview.clear()
      report(presence.clear(), started: nil)
    case .skipped(let name, let reason):
      tally.skipped += 1
      log.warning("\(printable(name)) was skipped: \(reason)")
      let pictures = tally.skipped == 1 ? "1 picture" : "\(tally.skipped) pictures"
      state.reason = "\(pictures) could not be read; the last one was \(printable(name)): \(reason)"
      complaintEnds = .now + Self.complaint
    case .damaged(let frames, let reason):
      tally.damaged += frames
      if nextDamageLine <= .now {
        nextDamageLine = .now + Self.complaint
        log.warning("skipped a damaged frame: \(printable(reason)) (\(tally.damaged) since the start)")
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
      // The codes may still be in front of the camera, so they are not reported as gone.
      state = ReaderState(.stalled, reason: printable(reason), hint: printable(hint))
      complain()
    case .absent(let reason, let hint):
      state = ReaderState(.absent, reason: printable(reason), hint: printable(hint))
      complain()
      last = nil
      preview.clear()
      report(presence.clear(), started: nil)
    }
    stillness?.wake()
    source.isResting = false
    beat()
  }

  /// Logs the state, once per change. The state sent every second is for the host only.
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
      barcodes = scanner.isComplete ? last.barcodes : scanner.resume(frame.luma)
      self.last?.barcodes = barcodes
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
    report(changes, started: frame.at)
  }

  // MARK: - Messages

  /// Sends changes to the host.
  ///
  /// - Parameters:
  ///   - changes: the changes in order.
  ///   - started: the capture time of the frame that showed them, for the tally; nil if no frame did.
  private func report(_ changes: [Debounce<Code, ReaderMessage.CodeSeen>.Change], started: ContinuousClock.Instant?) {
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

  /// Returns the message for a barcode that has appeared, with a new id.
  private static func seen(_ barcode: Barcode, at time: ContinuousClock.Instant) -> ReaderMessage.CodeSeen {
    // This is the frame's time on the wall clock. Setting the clock in between affects only this value.
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
    if !hostIsGone, !ReaderOutput.write(ReaderLine.encode(message)) { hostIsGone = true }
  }
}
