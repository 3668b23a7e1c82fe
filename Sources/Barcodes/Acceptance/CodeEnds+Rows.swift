internal import Imaging

/// The rows of a reading: how they are cut, followed and compared with its bars.
extension CodeEnds {
  /// Cuts rows that reach beyond the code on all sides.
  func cut(_ subject: RowWalk.Subject, _ frame: LumaFrame) {
    var place = subject.place
    let module = subject.alignment.module
    let length = (subject.alignment.length + 2 * (Self.reach + 4)) * module
    // The cutter adds an overhang, and leaves out a tenth of the height.
    place.length = max(1, (length - 32) / 1.3)
    place.height = 2 * max(place.height, 12 * module)
    let spacing = max(1, module / 2, place.height / 160)
    StripCutter.cut(
      place, of: frame,
      as: StripParameters(lines: Int(place.height * 0.9 / spacing), scale: subject.scale, mean: Int(spacing)),
      into: &strip)
    if subject.isInverted { strip.invert() }
  }

  /// Follows the middle of the code from row to row, to both ends of its bars.
  func walk(_ subject: RowWalk.Subject) {
    rows.removeAll(keepingCapacity: true)
    draw(.middle, subject)
    let first = strip.count / 2
    let gap = max(2, Int(Self.gapMost * subject.alignment.module / strip.spacing))
    var begin: Float = 0
    for lines in [Array(first..<strip.count), Array((0..<first).reversed())] {
      var (near, missed) = (begin, 0)
      for line in lines {
        let match = match(subject, line, near: near)
        if match.likeness >= Self.likenessLeast.middle {
          rows.append(Row(line: line, middle: match))
          if missed == 0, line == first { begin = match.shift }
          (near, missed) = (match.shift, 0)
        } else {
          missed += 1
          if missed > gap { break }
        }
      }
    }
    rows.sort { $0.line < $1.line }
  }

  /// The distance across the bars by which the code moves per pixel along them.
  func slope(_ subject: RowWalk.Subject) -> Float {
    guard rows.count >= 4 else { return 0 }
    let count = Float(rows.count)
    let v = rows.reduce(0) { $0 + strip.v(ofLine: $1.line) } / count
    let shift = rows.reduce(0) { $0 + $1.middle.shift } / count
    var (square, product): (Float, Float) = (0, 0)
    for row in rows {
      let distance = strip.v(ofLine: row.line) - v
      square += distance * distance
      product += distance * (row.middle.shift - shift)
    }
    let direction: Float = subject.alignment.half < 0 ? -1 : 1
    return min(0.3, max(-0.3, direction * product * subject.alignment.module / max(1, square)))
  }

  /// Returns the mean brightness of rows at a module.
  func mean(_ subject: RowWalk.Subject, _ part: BarPart, _ module: Float, _ lines: ClosedRange<Int>) -> Float {
    var (sum, count): (Float, Float) = (0, 0)
    for row in rows where lines.contains(row.line) {
      let shift =
        switch part {
        case .middle: row.middle.shift
        case .start: row.start.shift
        case .stop: row.stop.shift
        }
      sum += brightness(row.line, position(subject, module, shift))
      count += 1
    }
    return sum / max(1, count)
  }

  /// Returns the module at a distance beyond an end of the code.
  func beyond(_ part: BarPart, _ distance: Float, _ subject: RowWalk.Subject) -> Float {
    part == .start ? -distance : subject.alignment.length + distance
  }

  /// Returns the position of a module in samples. Beyond the code its slope at the end continues.
  func position(_ subject: RowWalk.Subject, _ module: Float, _ shift: Float) -> Float {
    let alignment = subject.alignment
    let inside = min(alignment.length, max(0, module))
    let direction: Float = alignment.half < 0 ? -1 : 1
    let u =
      alignment.place(inside) + (module - inside) * alignment.slope(inside) + direction * shift * alignment.module
    return (u - strip.start) / strip.step
  }

  /// Returns the brightness of a line, interpolated between two samples.
  func brightness(_ line: Int, _ sample: Float) -> Float {
    let at = min(Float(strip.width) - 1.001, max(0, sample))
    let index = line * strip.width + Int(at)
    let share = at - at.rounded(.down)
    return strip.samples[index] * (1 - share) + strip.samples[index + 1] * share
  }

  /// Returns the modules that are compared in a part of the code.
  func range(of part: BarPart, _ length: Float) -> (from: Float, to: Float) {
    let end = min(Self.end.modules, Self.end.share * length)
    return switch part {
    case .middle: (Self.middle.from * length, Self.middle.to * length)
    case .start: (-Self.quiet.to / 2, end)
    case .stop: (length - end, length + Self.quiet.to / 2)
    }
  }

  /// Draws the bars of a part into the model: 1 is paper, 0 is ink.
  func draw(_ part: BarPart, _ subject: RowWalk.Subject) {
    self.part = part
    let (from, to) = range(of: part, subject.alignment.length)
    model.removeAll(keepingCapacity: true)
    for module in stride(from: from, to: to, by: Self.grain) { model.append(tone(at: module, subject)) }
  }

  /// Returns the tone of the code at a module: 1 is paper, 0 is ink.
  func tone(at module: Float, _ subject: RowWalk.Subject) -> Float {
    let spread = subject.alignment.spread
    let scale = 1 / (2 * max(0.2, subject.ramp))
    var value: Float = 1
    for (number, edge) in subject.pattern.edges.enumerated() {
      let isBar = number % 2 == 0
      let t = min(1, max(0, (module - edge + (isBar ? spread : -spread)) * scale + 0.5))
      value += (isBar ? -1 : 1) * t * t * (3 - 2 * t)
    }
    return value
  }

  /// Compares a row with the drawn part, at positions near a known one.
  func match(_ subject: RowWalk.Subject, _ line: Int, near: Float) -> Match {
    let (from, _) = range(of: part, subject.alignment.length)
    let reach = Int(Self.shiftMost / Self.grain)
    // Shifts are multiples of the grain, so each sample serves for several of them.
    samples.removeAll(keepingCapacity: true)
    for index in 0..<model.count + 2 * reach {
      samples.append(brightness(line, position(subject, from + Float(index - reach) * Self.grain, near)))
    }
    let count = Float(model.count)
    let sum = model.reduce(0, +)
    let square = model.reduce(0) { $0 + $1 * $1 } - sum * sum / count
    var best = Match()
    for offset in 0...2 * reach {
      var (values, squares, products): (Float, Float, Float) = (0, 0, 0)
      for index in model.indices {
        let value = samples[index + offset]
        values += value
        squares += value * value
        products += value * model[index]
      }
      let product = products - values * sum / count
      let likeness = product / max(1e-3, square * (squares - values * values / count)).squareRoot()
      guard likeness > best.likeness else { continue }
      let contrast = product / max(1e-3, square)
      best = Match(
        likeness: likeness, shift: near + Float(offset - reach) * Self.grain,
        ink: (values - contrast * sum) / count, contrast: contrast)
    }
    return best
  }
}
