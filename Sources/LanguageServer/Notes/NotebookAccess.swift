import Dispatch
import Foundation
import LanguageServerProtocol
import Notebook
import Synchronization

/// Where a server looks for the notebook when the client names none.
public struct NotebookDefaults: Sendable {
  /// The path given on the command line.
  public var path: String?
  /// The process's environment.
  public var environment: [String: String]
  /// The process's working folder; the client's folder goes before it.
  public var directory: String

  /// Collects the defaults.
  public init(path: String?, environment: [String: String], directory: String) {
    self.path = path
    self.environment = environment
    self.directory = directory
  }
}

/// The server's one door to the notebook: opens it when it is first needed, again when the file was
/// replaced, and tells the user once about each thing that is wrong with it.
final class NotebookAccess: Sendable {
  private struct State {
    var location: NotebookLocation?
    var open: Notebook?
    var tags: [TagCount]?
    var told: NotebookError?
  }

  private let defaults: NotebookDefaults
  private let tell: @Sendable (MessageType, String) -> Void
  private let state = Mutex(State())

  init(defaults: NotebookDefaults, tell: @escaping @Sendable (MessageType, String) -> Void) {
    self.defaults = defaults
    self.tell = tell
  }

  /// Settles which file it is.
  func configure(_ session: Session) {
    let location = NotebookLocation.resolve(
      explicit: session.notebookPath ?? defaults.path, environment: defaults.environment,
      directory: session.rootDirectory ?? defaults.directory)
    state.withLock { $0 = State(location: location) }
  }

  /// Opens the notebook if it is not; what is wrong is told, and otherwise nothing happens.
  func open() {
    _ = try? notebook()
  }

  /// The notebook as it is on disk now. Throws what is wrong with it.
  func notebook() throws(ResponseError) -> Notebook {
    let (result, isNew): (Result<Notebook, NotebookError>, Bool) = state.withLock { state in
      if let open = state.open, !open.isStale { return (.success(open), false) }
      guard let location = state.location else { return (.failure(.missing(path: "")), false) }
      state.open = nil
      state.tags = nil
      do throws(NotebookError) {
        let notebook = try Notebook.open(at: location.path)
        state.open = notebook
        state.told = nil
        return (.success(notebook), true)
      } catch {
        return (.failure(error), false)
      }
    }
    switch result {
    case .success(let notebook):
      if isNew { welcome(notebook) }
      return notebook
    case .failure(let error): throw report(error)
    }
  }

  /// What the notebook answers to `question`, with its errors told and turned into answers.
  func ask<Answer>(
    _ question: (Notebook) throws(NotebookError) -> Answer
  ) throws(ResponseError) -> Answer {
    let notebook = try notebook()
    do throws(NotebookError) {
      return try question(notebook)
    } catch {
      throw report(error)
    }
  }

  /// The notebook's tags; none while it cannot be read. Cost: nothing while the file is the same.
  var tags: [TagCount] {
    if let tags = state.withLock({ $0.open?.isStale == false ? $0.tags : nil }) { return tags }
    guard let tags = try? ask({ (notebook) throws(NotebookError) in try notebook.tags() })
    else { return [] }
    state.withLock { $0.tags = tags }
    return tags
  }

  /// What is done once for each state of the file: its user hears that it is newer than this
  /// program, and, when the whole of it was looked at, that it is damaged.
  private func welcome(_ notebook: Notebook) {
    if let note = notebook.newerVersionNote { tell(.warning, note) }
    DispatchQueue.global(qos: .utility).async { [self] in
      do throws(NotebookError) {
        try notebook.quickCheck()
      } catch {
        // That it is busy or gone says whoever asks for something.
        if case .damaged = error { _ = report(error) }
      }
    }
  }

  /// Tells the user what is wrong with the file, unless the last thing told was the same.
  private func report(_ error: NotebookError) -> ResponseError {
    if case .noteNotFound = error { return .requestFailed(error.description) }
    let (isNew, origin) = state.withLock { state in
      defer { state.told = error }
      return (state.told != error, state.location?.origin)
    }
    if isNew {
      // Nobody asked for the notebook at the default place; that there is none is no failure.
      var isExpected = false
      if case .missing = error { isExpected = origin == .dataFolder }
      tell(isExpected ? .info : .error, error.description)
    }
    return .requestFailed(error.description)
  }
}
