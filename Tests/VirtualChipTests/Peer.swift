import Foundation
import TestSupport
import Testing
import VirtualChip

/// An independent program that communicates with the chip.
enum Peer {
  /// True if every peer must be installed, with `DEADWAX_REQUIRE_ALL=1`; a test without its peer fails then.
  static let areRequired = ProcessInfo.processInfo.environment["DEADWAX_REQUIRE_ALL"] == "1"

  static let python = Repository.path(".venv/bin/python")

  /// True if nfcpy is installed in the folder that `./dev test` uses.
  static let hasNFCPy: Bool = {
    guard let lib = try? FileManager.default.contentsOfDirectory(atPath: Repository.path(".venv/lib")) else {
      return false
    }
    return lib.contains { FileManager.default.fileExists(atPath: Repository.path(".venv/lib/\($0)/site-packages/nfc")) }
  }()

  static func has(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)") }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, with the reason, if Debian's program is not installed.
  static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { !Peer.has($0) }
    return .enabled(if: missing.isEmpty || Peer.areRequired, "not installed: \(missing.joined(separator: ", "))")
  }

  /// Skips the test if nfcpy is not installed.
  static var needsNFCPy: Self {
    .enabled(if: Peer.hasNFCPy || Peer.areRequired, "nfcpy is not in .venv: ./dev test puts it there")
  }
}
