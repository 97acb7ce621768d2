import ArgumentParser
import BookLookup
import Foundation
import Mirror
import NotebookFile

struct CommandFailure: Error, CustomStringConvertible {
  /// Exit codes. 65 and 74 are those of `sysexits.h`; 2 for usage follows common shell practice
  /// (`sysexits.h` has 64).
  enum Code: Int32 {
    case nothingFound = 1
    case usage = 2
    case badData = 65
    case inputOutput = 74
  }

  var code: Code
  var problem: String
  var advice: String

  init(_ code: Code, _ problem: String, _ advice: String) {
    self.code = code
    self.problem = problem
    self.advice = advice
  }

  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as NotebookError:
      self.init(error.exitCode, error.message.asPhrase, error.advice.asPhrase)
    case MirrorError.notebook(let error): self.init(error)
    case let error as MirrorError:
      self.init(error.exitCode, error.message.asPhrase, error.advice.asPhrase)
    case let failure as LookupFailure:
      self.init(.inputOutput, failure.problem, failure.advice)
    case OutputError.failed(let number):
      self.init(
        .inputOutput, "the output cannot be written: \(String(cString: strerror(number)))",
        "check the file or program that receives it")
    default:
      self.init(
        .inputOutput, NotebookOptions.message(for: error).asPhrase, "please report this")
    }
  }

  var description: String {
    "commonplace: error: \(problem.terminalSafeLine): \(advice.terminalSafeLine)"
  }
}

extension MirrorError {
  fileprivate var exitCode: CommandFailure.Code {
    switch self {
    case .unknown: .nothingFound
    case .emptied, .foreignNotebook, .ofAnother: .badData
    case .vanished, .notAFolder, .busy, .failed, .notebook: .inputOutput
    }
  }
}

extension NotebookError {
  fileprivate var exitCode: CommandFailure.Code {
    switch self {
    case .noteNotFound, .textLost: .nothingFound
    case .notSQLite, .walMode, .interruptedWrite, .notANotebook, .newerVersion, .damaged,
      .unsafeSchema, .olderIndex, .tooLarge, .valueTooLarge, .takesTooLong, .unrelated,
      .nothingRecovered, .damagedCopy, .tooManyAuthors, .tooManyVersions, .bookWithoutTitle,
      .wrongSearchIndex:
      .badData
    case .cancelled, .missing, .gone, .notHereYet, .notAFile, .locked, .unreadable, .alreadyExists,
      .cannotCreate, .notSaved, .perhapsSaved, .stateUnusable, .notPublished, .notWritable,
      .ambiguous, .replaced, .indexUnusable:
      .inputOutput
    }
  }
}

extension StandardOutput {
  static func save(_ picture: String, to path: String) throws(CommandFailure) {
    do {
      try Data(picture.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw CommandFailure(
        .inputOutput, "cannot write \(path)",
        "check that its folder exists, and that you may write to it")
    }
    StandardError.write("Wrote \(path.terminalSafeLine)")
  }
}
