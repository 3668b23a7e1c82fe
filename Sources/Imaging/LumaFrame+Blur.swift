extension LumaFrame {
  /// Returns the frame blurred, as if out of focus: every pixel becomes the mean of the square around it.
  ///
  /// The edge pixels are repeated outwards. The time does not depend on the radius.
  ///
  /// - Parameter radius: half the square's side less half a pixel; a fraction weights the outermost pixels by that
  ///   part. 0 changes nothing; values are clamped to 100.
  /// - Returns: a frame of the same size.
  package func boxBlurred(radius: Double) -> LumaFrame {
    guard radius > 0 else { return self }
    let box = Box(radius: min(radius, 100))
    let across = LumaFrame(width: width, height: height) { to in
      withPixels { from in
        for row in 0..<height { box.blurLine(from + row * width, count: width, to: to + row * width) }
      }
    }
    return LumaFrame(width: width, height: height) { to in
      across.withPixels { from in box.blurColumns(from, width: width, height: height, to: to) }
    }
  }
}

/// A row of equal weights with a fractional weight at each end.
private struct Box {
  /// The number of whole pixels on each side of the middle one.
  let reach: Int
  /// The weight of the next pixel outside, in 256ths.
  let end: Int
  /// 2³² divided by the sum of the weights, which replaces a division for each pixel by a multiplication.
  let reciprocal: Int

  init(radius: Double) {
    reach = Int(radius)
    end = Int(((radius - Double(reach)) * 256).rounded())
    let sum = 256 * (2 * reach + 1) + 2 * end
    reciprocal = ((1 << 32) + sum / 2) / sum
  }

  func mean(_ sum: Int, _ first: UInt8, _ last: UInt8) -> UInt8 {
    let weighted = (sum << 8) + end * (Int(first) + Int(last))
    return UInt8(truncatingIfNeeded: min(255, (weighted &* reciprocal + (1 << 31)) >> 32))
  }

  func blurLine(_ from: UnsafePointer<UInt8>, count: Int, to: UnsafeMutablePointer<UInt8>) {
    let last = count - 1
    var sum = 0
    for offset in -reach...reach { sum += Int(from[min(last, max(0, offset))]) }
    for index in 0..<count {
      let before = from[max(0, index - reach - 1)]
      let after = from[min(last, index + reach + 1)]
      to[index] = mean(sum, before, after)
      sum += Int(after) - Int(from[max(0, index - reach)])
    }
  }

  /// Blurs the columns row by row, so that memory is accessed in order.
  func blurColumns(_ from: UnsafePointer<UInt8>, width: Int, height: Int, to: UnsafeMutablePointer<UInt8>) {
    let last = height - 1
    withUnsafeTemporaryAllocation(of: Int.self, capacity: width) { buffer in
      guard let sums = buffer.baseAddress else { return }
      sums.initialize(repeating: 0, count: width)
      for offset in -reach...reach {
        let row = from + min(last, max(0, offset)) * width
        for column in 0..<width { sums[column] += Int(row[column]) }
      }
      for index in 0..<height {
        let before = from + max(0, index - reach - 1) * width
        let after = from + min(last, index + reach + 1) * width
        let leaving = from + max(0, index - reach) * width
        let line = to + index * width
        for column in 0..<width {
          line[column] = mean(sums[column], before[column], after[column])
          sums[column] += Int(after[column]) - Int(leaving[column])
        }
      }
    }
  }
}
