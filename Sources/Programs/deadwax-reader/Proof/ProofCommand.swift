internal import Barcodes
internal import CommandLineArguments
internal import Glibc
internal import ReaderProtocol

/// The command `deadwax-reader proof`, which checks that labels are readable, undamaged and worn, before they are
/// printed.
///
/// Each label is a `ProofQuestion` and its pixels on standard input, and is answered with a `ProofAnswer`. The program
/// ends with its input. It uses no device. Decoding takes place in a separate process, so that a frame that crashes the
/// decoder does not crash the hub.
enum ProofCommand {
  /// The declaration of the command.
  static let command = CommandDefinition(
    "proof", summary: "verify labels before they are printed",
    details: """
      A request on standard input is a line of JSON with id, width, height, module, symbology and text, then
      width × height bytes of brightness. The response is a line of JSON that reports whether exactly this text is read:
      as drawn (clean), out of focus (blur), in poor light (noise) and with ink spread (spread).
      """)

  /// Answers requests until the input ends.
  ///
  /// - Returns: the exit code: 0 at the end of the input, 1 for invalid input or another failure.
  static func run() -> Int32 {
    let proof: LabelProof
    do throws(BarcodeError) {
      proof = try LabelProof()
    } catch {
      ReaderErrorOutput.write("deadwax-reader proof: \(error)\n")
      return ReaderExitCode.failed
    }
    var input = ProofInput(STDIN_FILENO)
    while true {
      do throws(ProofInput.Fault) {
        guard let (question, frame) = try input.next() else { return ReaderExitCode.done }
        guard ReaderOutput.write(proof.answer(to: question, frame).line) else { return ReaderExitCode.failed }
      } catch {
        ReaderErrorOutput.write("deadwax-reader proof: \(error.sentence)\n")
        return ReaderExitCode.failed
      }
    }
  }
}
