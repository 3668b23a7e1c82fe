import Foundation
import TestSupport
import Testing
import VirtualChip

/// A program that somebody else wrote, and that talks to the chip.
enum Peer {
  /// With `DEADWAX_REQUIRE_ALL=1` every peer must be there, and what lacks one fails.
  static let areRequired = ProcessInfo.processInfo.environment["DEADWAX_REQUIRE_ALL"] == "1"

  static let python = Repository.path(".venv/bin/python")

  /// nfcpy is installed where `./dev test` puts it.
  static let hasNFCPy: Bool = {
    guard let lib = try? FileManager.default.contentsOfDirectory(atPath: Repository.path(".venv/lib")) else {
      return false
    }
    return lib.contains { FileManager.default.fileExists(atPath: Repository.path(".venv/lib/\($0)/site-packages/nfc")) }
  }()

  static func has(_ program: String) -> Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)") }
}

extension Trait where Self == ConditionTrait {
  /// Left out, with the reason, where Debian's program is not installed.
  static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { !Peer.has($0) }
    return .enabled(if: missing.isEmpty || Peer.areRequired, "not installed: \(missing.joined(separator: ", "))")
  }

  /// Left out where nfcpy is not installed.
  static var needsNFCPy: Self {
    .enabled(if: Peer.hasNFCPy || Peer.areRequired, "nfcpy is not in .venv: ./dev test puts it there")
  }
}
