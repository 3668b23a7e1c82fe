internal import Glibc
internal import Imaging
internal import Pictures

/// The commands that a test writes to the file `ctl`; each has taken effect when the write returns.
///
///     picture FILE              shows a picture               blank        shows an empty table
///     sequence MS FILE…         shows each for MS milliseconds, in a loop
///     error N, short N, cut N BYTES, junk N, stale N          damages next frames: see Faults
///     stall, resume             stops and restarts the frames
///     unplug, replug [NUMBER]   removes the camera; returns it as videoNUMBER, or the lowest number not open
///     wrongstate 0|1            EACCES for a control that an automatic mode governs
///     busy 0|1                  EBUSY for format, buffers and stream
///     denied 0|1                EACCES for open
///     broken 0|1                EIO for DQBUF
///     bandwidth BYTES           ENOSPC for the stream of larger frames; 0 for no limit
///     lie bytesperline|sizeimage|bytesused N    lie off       misreports a value
///     stride N                  adds N bytes to each line, and reports them
///     resize W H                changes the size of compressed frames; 0 0 for the right one
///     fps N                     overrides the requested frame rate; 0 for the requested one
///     noise N                   sets the grey levels by which frames differ
///     formats LIST              sets the offered formats, separated by commas
extension CameraState {
  /// - Throws: EINVAL for an invalid command, ENOENT for a picture that cannot be read.
  mutating func obey(_ line: String) throws(Refusal) {
    let words = line.split(separator: " ").map(String.init)
    guard let verb = words.first else { throw Refusal(EINVAL) }
    let rest = Array(words.dropFirst())
    switch verb {
    case "picture", "blank", "sequence": try show(verb, rest)
    case "unplug", "replug", "formats", "stride": try change(verb, rest)
    case "stall": faults.isStalled = true
    case "resume": faults.isStalled = false
    case "lie":
      if rest == ["off"] {
        faults.lies = [:]
      } else {
        guard rest.count == 2, let lie = Faults.Lie(rawValue: rest[0]) else { throw Refusal(EINVAL) }
        faults.lies[lie] = UInt32(try Self.number(rest, 1, atMost: Int(UInt32.max)))
      }
    case "resize":
      let size = FrameSize(
        width: try Self.number(rest, 0, atMost: 4096), height: try Self.number(rest, 1, atMost: 4096))
      faults.resized = size.width > 0 && size.height > 0 ? size : nil
    default: try set(verb, rest)
    }
    hasNotices = true
  }

  private mutating func set(_ verb: String, _ rest: [String]) throws(Refusal) {
    let number = try Self.number(rest, 0, atMost: 1 << 30)
    switch verb {
    case "error": faults.errors = number
    case "short": faults.shorts = number
    case "cut":
      faults.cutLength = try Self.number(rest, 1, atMost: 1 << 30)
      faults.cuts = number
    case "junk": faults.junk = number
    case "stale": faults.stale = number
    case "wrongstate": faults.refusesInactive = number != 0
    case "busy": faults.isBusy = number != 0
    case "denied": faults.isDenied = number != 0
    case "broken": faults.isBroken = number != 0
    case "bandwidth": faults.bandwidth = number
    case "noise": noise = min(number, 127)
    case "fps": forcedRate = number == 0 ? nil : UInt32(min(number, 1000))
    default: throw Refusal(EINVAL)
    }
  }

  private mutating func change(_ verb: String, _ rest: [String]) throws(Refusal) {
    switch verb {
    case "unplug": unplug()
    case "replug": replug(as: rest.isEmpty ? nil : try Self.number(rest, 0, atMost: 62))
    case "stride":
      padding = try Self.number(rest, 0, atMost: 1024)
      layout = Layout(layout.format, layout.size, padding: padding)
    default:
      guard let list = rest.first, let formats = Self.formats(list) else { throw Refusal(EINVAL) }
      offered = formats
      if !offered.contains(layout.format) { layout = Layout(offered[0], layout.size, padding: padding) }
    }
  }

  private mutating func show(_ verb: String, _ rest: [String]) throws(Refusal) {
    do throws(PictureError) {
      switch verb {
      case "blank": scene.show([])
      case "picture": scene.show([try PictureFile.read(rest.joined(separator: " "))])
      default:
        var frames: [LumaFrame] = []
        for path in rest.dropFirst() { frames.append(try PictureFile.read(path)) }
        guard let turn = rest.first.flatMap(Int.init), turn > 0, !frames.isEmpty else { throw PictureError.empty }
        scene.show(frames, each: .milliseconds(turn))
      }
    } catch {
      throw Refusal(ENOENT)
    }
  }

  /// Parses formats by their four characters, separated by commas; nil if one is unknown.
  static func formats(_ list: String) -> [PixelFormat]? {
    let formats = list.split(separator: ",").map { PixelFormat(rawValue: String($0)) }
    guard !formats.isEmpty, !formats.contains(nil) else { return nil }
    return formats.compactMap { $0 }
  }

  private static func number(_ words: [String], _ index: Int, atMost limit: Int) throws(Refusal) -> Int {
    guard words.indices.contains(index), let number = Int(words[index]), (0...limit).contains(number) else {
      throw Refusal(EINVAL)
    }
    return number
  }
}

extension CameraState {
  /// The content of the file `state`: one name and value per line.
  var report: String {
    var lines = [
      "plugged \(isPlugged ? 1 : 0)", "number \(number)", "generation \(generation)", "open \(handles.count)",
      "streaming \(queue.isStreaming ? 1 : 0)", "format \(layout.format.rawValue)",
      "width \(layout.size.width)", "height \(layout.size.height)", "bytesperline \(layout.bytesPerLine)",
      "fps \(framesPerSecond)", "buffers \(queue.buffers.count)", "queued \(queue.queuedCount)",
      "done \(queue.doneCount)", "sequence \(sequence)", "opens \(counters.opens)", "streams \(counters.streams)",
      "delivered \(counters.delivered)", "dropped \(counters.dropped)", "faulty \(counters.faulty)",
    ]
    for control in Controls.table where !control.isClass {
      lines.append("control \(control.name.filter { $0 != " " && $0 != "," }) \(controls.value(control.id))")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
