import PackagePlugin

/// Compiles `Grammar/MiniMarkdown.peg` to the parser of the target that uses this plugin.
///
/// The file is named here, not searched for: SwiftPM watches only the inputs a plugin declared.
@main
struct CompileGrammar: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let grammar = context.package.directoryURL.appending(path: "Grammar/MiniMarkdown.peg")
    let parser = context.pluginWorkDirectoryURL.appending(path: "MiniMarkdownGrammar.swift")
    return [
      .buildCommand(
        displayName: "Compiling \(grammar.lastPathComponent)",
        executable: try context.tool(named: "GrammarCompiler").url,
        arguments: [grammar.path(percentEncoded: false), parser.path(percentEncoded: false)],
        inputFiles: [grammar],
        outputFiles: [parser])
    ]
  }
}
