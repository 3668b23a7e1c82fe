extension LumaFrame {
  /// Every pixel brighter or darker.
  ///
  /// - Parameters:
  ///   - gain: what each brightness is multiplied by, 0 or more; 1 changes nothing.
  ///   - offset: what is added then, −255 to 255.
  /// - Returns: a frame of the same size, cut to 0…255.
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

  /// Adds to each pixel what a table of random amounts says, as a camera's sensor does.
  ///
  /// - Parameters:
  ///   - amounts: a power of two of them, drawn from at random places.
  ///   - seed: the same seed gives the same noise.
  package mutating func addNoise(_ amounts: [Int16], seed: UInt64) {
    precondition(amounts.count > 0 && amounts.count & (amounts.count - 1) == 0, "a power of two of amounts")
    let mask = UInt64(amounts.count - 1)
    let count = width * height
    withMutablePixels { pixels in
      amounts.withUnsafeBufferPointer { amounts in
        // xorshift64: three shifts a pixel are enough for noise, and the same on every machine.
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
