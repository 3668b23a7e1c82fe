extension LumaFrame {
  /// Returns the frame brighter or darker.
  ///
  /// - Parameters:
  ///   - gain: the factor for each brightness, 0 or more; 1 changes nothing.
  ///   - offset: the amount to add then, −255 to 255.
  /// - Returns: a frame of the same size, clamped to 0…255.
  package func toned(gain: Double, offset: Double = 0) -> LumaFrame {
    let table = (0...255).map { UInt8(min(255, max(0, (Double($0) * gain + offset).rounded()))) }
    return LumaFrame(width: width, height: height) { to in
      withPixels { from in
        table.withUnsafeBufferPointer { table in
          for index in 0..<width * height { to[index] = table[Int(from[index])] }
        }
      }
    }
  }

  /// Adds random amounts from a table to the pixels, as a camera's sensor does.
  ///
  /// - Parameters:
  ///   - amounts: the table, with a power of two of entries; each pixel uses a random one.
  ///   - seed: the seed; the same seed gives the same noise.
  package mutating func addNoise(_ amounts: [Int16], seed: UInt64) {
    precondition(amounts.count > 0 && amounts.count & (amounts.count - 1) == 0, "a power of two of amounts")
    let mask = UInt64(amounts.count - 1)
    let count = width * height
    withMutablePixels { pixels in
      amounts.withUnsafeBufferPointer { amounts in
        // xorshift64: three shifts per pixel are enough for noise, and give the same result on every machine.
        var state = seed == 0 ? 0x9E37_79B9_7F4A_7C15 : seed
        for index in 0..<count {
          state ^= state << 13
          state ^= state >> 7
          state ^= state << 17
          let value = Int(pixels[index]) + Int(amounts[Int(truncatingIfNeeded: state >> 20 & mask)])
          pixels[index] = UInt8(truncatingIfNeeded: min(255, max(0, value)))
        }
      }
    }
  }
}
