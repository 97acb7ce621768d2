// GrammarCompiler GRAMMAR.peg PARSER.swift
//
// Compiles a grammar to a Swift parser. An error in the grammar is reported as
// `file:line:column: error: message`, the form that SwiftPM and editors understand.
import Foundation

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fail("usage: GrammarCompiler GRAMMAR.peg PARSER.swift") }
let grammarFile = URL(filePath: arguments[1])
let parserFile = URL(filePath: arguments[2])
do {
  let text = try String(contentsOf: grammarFile, encoding: .utf8)
  let source = try compileGrammar(
    text, name: parserFile.deletingPathExtension().lastPathComponent,
    file: "Grammar/" + grammarFile.lastPathComponent)
  try source.write(to: parserFile, atomically: true, encoding: .utf8)
} catch let error as GrammarError {
  fail(
    "\(arguments[1]):\(error.location.line):\(error.location.column): error: \(error.message)")
} catch {
  fail("\(arguments[1]): error: \(error.localizedDescription)")
}
