internal import CommandLineArguments
internal import Glibc
internal import Secrets

/// The file in which `deadwax login` stores the token of a sign-in, one for each hub. Only the user can read it.
package struct SignInFile {
  /// The path of the file.
  package let path: String

  /// Is nil if neither `XDG_STATE_HOME` nor `HOME` is set.
  ///
  /// - Parameters:
  ///   - address: the hub. A token is never sent to another one.
  ///   - environment: the environment of the process.
  package init?(of address: HubAddress, environment: [String: String]) {
    let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let folder = state ?? environment["HOME"].map({ $0 + "/.local/state" }) else { return nil }
    path = "\(folder)/deadwax/sign-in-\(HubClient.encoded(address.base))"
  }

  /// Returns the token; nil if there is no file.
  ///
  /// - Throws: `Failure` with the code `configuration` if others can read the file.
  package func token() throws(Failure) -> String? {
    guard access(path, F_OK) == 0 else { return nil }
    do {
      return try SecretFile.read(path)
    } catch {
      throw Failure(.configuration, "\(error)")
    }
  }

  /// Stores a token in place of an earlier one.
  ///
  /// - Throws: `Failure` with the code `configuration`.
  package func store(_ token: String) throws(Failure) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      _ = mkdir(folder, 0o700)
    }
    do throws(SecretsError) {
      try SecretFile.write(token, to: path)
    } catch {
      throw Failure(.configuration, "\(error)")
    }
  }

  /// Removes the file. Returns false if there was none.
  package func remove() -> Bool { unlink(path) == 0 }
}
