/// The protection of a Type 2 tag's pages against writing and reading: lock bits, which are permanent, and the
/// password.
extension Type2Card {
  /// The active configuration: the bytes AUTH0 and ACCESS (NTAG21x data sheet, 8.5.7).
  struct Protection: Hashable, Sendable {
    /// AUTH0: the first page that the password protects.
    var firstPage = 0xFF
    var access: UInt8 = 0

    /// True if the password also protects against reading.
    var hidesReading: Bool { access & 0x80 != 0 }
    /// True if the two configuration pages are permanently locked.
    var freezesConfiguration: Bool { access & 0x40 != 0 }
    /// True if the tag counts reads.
    var counts: Bool { access & 0x10 != 0 }
    var hidesCounter: Bool { access & 0x08 != 0 }
    /// The number of wrong passwords allowed in a row; 0 means no limit.
    var attempts: Int { Int(access & 0x07) }
  }

  /// The values of AUTH0 and ACCESS in memory.
  var latched: Protection {
    guard let page = make.configuration?.page else { return Protection() }
    return Protection(firstPage: Int(eeprom[page * 4 + 3]), access: eeprom[page * 4 + 4])
  }

  func canRead(_ page: Int) -> Bool {
    page < protection.firstPage || !protection.hidesReading || isAuthenticated
  }

  func canWrite(_ page: Int) -> Bool {
    guard (2..<make.pageCount).contains(page), !isLocked(page) else { return false }
    return page < protection.firstPage || isAuthenticated
  }

  /// Implements PWD_AUTH, which compares with the password currently in memory.
  mutating func authenticate(_ password: [UInt8]) -> CardAnswer {
    let secret = make.secretPages.lowerBound
    if protection.attempts > 0, failedPasswords >= protection.attempts {
      return CardAnswer(.refuse(CardAnswer.tooManyAttempts))
    }
    guard eeprom.page(secret) == password else {
      if protection.attempts > 0 { failedPasswords += 1 }
      return Self.refusal
    }
    failedPasswords = 0
    isAuthenticated = true
    return CardAnswer(.bytes(Array(eeprom.page(secret + 1)[..<2])))
  }

  /// Returns the contents of a page after a write. Bits of lock bytes and of the capability container can only be set.
  func stored(_ bytes: [UInt8], to page: Int) -> [UInt8] {
    let old = eeprom.page(page)
    switch page {
    case 2: return [old[0], old[1], old[2] | bytes[2] & ~frozen(0), old[3] | bytes[3] & ~frozen(1)]
    case 3: return zip(old, bytes).map { $0 | $1 }
    case make.dynamicLockPage:
      return [
        old[0] | bytes[0] & ~frozenDynamic(0), old[1] | bytes[1] & ~frozenDynamic(1), old[2] | bytes[2], old[3],
      ]
    default: return bytes
    }
  }

  private func isLocked(_ page: Int) -> Bool {
    switch page {
    // Of the static lock bytes, bits 3 to 7 of the first are for pages 3 to 7, and the second is for pages 8 to 15.
    case 3...7: return eeprom[10] & 1 << UInt8(page) != 0
    case 8...15: return eeprom[11] & 1 << UInt8(page - 8) != 0
    default: break
    }
    if let configuration = make.configuration?.page, page == configuration || page == configuration + 1 {
      return protection.freezesConfiguration
    }
    guard page >= 16, make.userPages.contains(page), let locks = make.dynamicLockPage else { return false }
    let bit = (page - 16) / make.pagesPerDynamicLock
    return eeprom[locks * 4 + bit / 8] & 1 << UInt8(bit % 8) != 0
  }

  /// Returns the bits of a static lock byte that block-locking bits 0 to 2 have frozen (data sheet, 8.5.2). Bit 0
  /// freezes that of page 3, bit 1 those of pages 4 to 9, bit 2 those of pages 10 to 15. The block-locking bits
  /// themselves are never frozen.
  private func frozen(_ byte: Int) -> UInt8 {
    let block = eeprom[10]
    return if byte == 0 {
      (block & 0x01 != 0 ? 0x08 : 0) | (block & 0x02 != 0 ? 0xF0 : 0)
    } else {
      (block & 0x02 != 0 ? 0x03 : 0) | (block & 0x04 != 0 ? 0xFC : 0)
    }
  }

  /// Returns the frozen bits of a dynamic lock byte. Each bit of the third byte freezes two bits of the first two.
  private func frozenDynamic(_ byte: Int) -> UInt8 {
    guard let locks = make.dynamicLockPage else { return 0 }
    let block = eeprom[locks * 4 + 2]
    return (0..<4).reduce(UInt8(0)) { mask, pair in
      block & 1 << UInt8(byte * 4 + pair) == 0 ? mask : mask | 0x03 << UInt8(pair * 2)
    }
  }
}
