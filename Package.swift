// swift-tools-version: 6.2
import PackageDescription

/// In CI a warning is an error; who builds with a newer compiler is not stopped by one.
let strict: [SwiftSetting] =
  Context.environment["COMMONPLACE_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// For the build's own tools. They are never fuzzed.
let toolSettings: [SwiftSetting] =
  strict + [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]

/// `script/fuzz` builds all modules with the fuzzer's instruments.
let isFuzzed = Context.environment["COMMONPLACE_FUZZ"] != nil

let settings: [SwiftSetting] =
  toolSettings
  + (isFuzzed ? [.unsafeFlags(["-sanitize=fuzzer,address", "-enable-testing"])] : [])

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

/// The notebook's targets, from the lowest.
let notebook: [Target.Dependency] = [
  "Books", "FrontMatter", "NotebookFile", "ForeignFormats", "KeyValueStore", "Notebook",
  "NotebookIndex",
  "BookLookup", "NotebookSearch", "NotebookReview", "ImportExport", "Mirror", "Maintenance",
]

/// What tests of a notebook may use: they look at it from above and from below.
let notebookTests: [Target.Dependency] =
  notebook + [
    "Base", "Quoting", "JSON", "MiniMarkdown", "SpacedRepetition", "PackratParsing", "TestSupport",
    "NotebookTestSupport", "NoteGenerator", "notebook-faults", grdb,
  ]

let package = Package(
  name: "commonplace",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "commonplace", targets: ["commonplace"])
  ],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    // Locks, kept facts, text, digests, times, other programs; and the system calls that Swift cannot see.
    .target(name: "Base", swiftSettings: settings),
    .target(name: "CSystem", linkerSettings: [.linkedLibrary("sqlite3")]),

    // Text for other programs: shells, CSV, TeX, queries, links.
    .target(name: "Quoting", swiftSettings: settings),

    // JSON: what clients send and what notebooks store.
    .target(name: "JSON", swiftSettings: settings),

    // The language: a grammar file becomes a parser at build time.
    .executableTarget(name: "GrammarCompiler", swiftSettings: toolSettings),
    .plugin(name: "CompileGrammar", capability: .buildTool(), dependencies: ["GrammarCompiler"]),
    .target(name: "PackratParsing", swiftSettings: settings),
    .target(
      name: "MiniMarkdown", dependencies: ["Quoting", "PackratParsing"], swiftSettings: settings,
      plugins: ["CompileGrammar"]),

    // Review: cards, schedulers and sessions, as values.
    .target(name: "DisplayWidth", swiftSettings: settings),
    .target(
      name: "SpacedRepetition",
      dependencies: ["Base", "Quoting", "DisplayWidth", "MiniMarkdown", "PackratParsing"],
      swiftSettings: settings),

    // What a book is, as values: its record, its readings, and which books are the same.
    .target(name: "Books", dependencies: ["Base", "JSON"], swiftSettings: settings),
    // YAML before a text: that of other programs, and a book's record in an editor.
    .target(
      name: "FrontMatter",
      dependencies: [
        "Base", "Quoting", "JSON", "Books", .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: settings),

    // The notebook: one SQLite file.
    .target(
      name: "NotebookFile", dependencies: ["Base", "Quoting", "CSystem", grdb, sqlite],
      swiftSettings: settings),
    // Files of other programs: a file becomes books, highlights or a note's text.
    .target(
      name: "ForeignFormats",
      dependencies: [
        "Base", "Quoting", "CSystem", "JSON", "MiniMarkdown", "Books", "FrontMatter",
        "NotebookFile", grdb,
      ],
      swiftSettings: settings),
    .target(
      name: "KeyValueStore", dependencies: ["Base", "JSON", "NotebookFile", grdb],
      swiftSettings: settings),
    .target(
      name: "Notebook",
      dependencies: [
        "Base", "Quoting", "CSystem", "JSON", "PackratParsing", "MiniMarkdown", "SpacedRepetition",
        "Books", "NotebookFile", "KeyValueStore", grdb, sqlite,
      ],
      resources: [.embedInCode("StarterNotes")], swiftSettings: settings),
    .target(
      name: "NotebookIndex",
      dependencies: [
        "Base", "Quoting", "JSON", "PackratParsing", "MiniMarkdown", "NotebookFile",
        "KeyValueStore", "Books", "Notebook", "FrontMatter", grdb, sqlite,
      ],
      swiftSettings: settings),
    .target(
      name: "BookLookup", dependencies: ["Base", "JSON", "NotebookFile", "Notebook", "Books"],
      swiftSettings: settings),
    .target(
      name: "NotebookSearch",
      dependencies: [
        "Base", "Quoting", "JSON", "MiniMarkdown", "Books", "NotebookFile", "KeyValueStore",
        "Notebook", "NotebookIndex", grdb,
      ],
      swiftSettings: settings),
    .target(
      name: "NotebookReview",
      dependencies: [
        "Base", "JSON", "MiniMarkdown", "SpacedRepetition", "Books", "NotebookFile",
        "KeyValueStore", "Notebook", "NotebookIndex", "NotebookSearch", grdb,
      ],
      swiftSettings: settings),
    .target(
      name: "ImportExport",
      dependencies: [
        "Base", "Quoting", "JSON", "PackratParsing", "MiniMarkdown", "NotebookFile",
        "ForeignFormats", "KeyValueStore", "SpacedRepetition", "Notebook", "Books",
        "FrontMatter", "NotebookIndex", grdb,
      ],
      swiftSettings: settings),
    .target(
      name: "Mirror",
      dependencies: [
        "Base", "CSystem", "NotebookFile", "KeyValueStore", "Notebook", "NotebookIndex", grdb,
      ],
      swiftSettings: settings),
    .target(
      name: "Maintenance",
      dependencies: [
        "Base", "JSON", "MiniMarkdown", "NotebookFile", "KeyValueStore", "Notebook",
        grdb,
      ],
      swiftSettings: settings),

    // The terminal, of which the command line is one user.
    .target(name: "Terminal", dependencies: ["Base", "DisplayWidth"], swiftSettings: settings),

    // The reading room: the server of a browser, and the pages of the notebook that it shows.
    .target(name: "WebServer", dependencies: ["Base"], swiftSettings: settings),
    .target(
      name: "WebPages",
      dependencies: [
        "Base", "DisplayWidth", "PackratParsing", "MiniMarkdown", "SpacedRepetition",
        "NotebookFile",
        "Notebook", "NotebookIndex", "Books", "BookLookup", "NotebookSearch", "NotebookReview",
        "UserSettings", "WebServer",
      ],
      resources: [.embedInCode("Resources")], swiftSettings: settings),

    // The server and the command line.
    .target(
      name: "LanguageServerProtocol", dependencies: ["Base", "JSON"], swiftSettings: settings),
    .target(
      name: "UserSettings",
      dependencies: ["Base", "Quoting", "JSON", "SpacedRepetition"],
      swiftSettings: settings),
    // What an editor and `lint` say about texts.
    .target(
      name: "TextDiagnostics",
      dependencies: [
        "Base", "PackratParsing", "MiniMarkdown", "NotebookFile", "Notebook", "FrontMatter",
        "NotebookIndex", "Mirror", "LanguageServerProtocol", "UserSettings",
      ],
      swiftSettings: settings),
    // Without BookLookup: the server never asks the network.
    .target(
      name: "LanguageServer",
      dependencies: [
        "Base", "Quoting", "CSystem", "JSON", "PackratParsing", "MiniMarkdown", "SpacedRepetition",
        "NotebookFile", "Notebook", "Books", "FrontMatter", "NotebookIndex", "NotebookSearch",
        "NotebookReview", "Mirror", "Maintenance", "LanguageServerProtocol", "UserSettings",
        "TextDiagnostics",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "commonplace",
      dependencies: notebook + [
        "Base", "Quoting", "JSON", "PackratParsing", "MiniMarkdown", "SpacedRepetition",
        "DisplayWidth",
        "Terminal", "UserSettings", "TextDiagnostics", "LanguageServer", "WebPages",
        "WebServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings),

    // A client for programs: tests and the demonstration drive the built server with it.
    .target(
      name: "LanguageClient", dependencies: ["Base", "JSON", "LanguageServerProtocol"],
      path: "Tools/LanguageClient",
      swiftSettings: settings),
    .executableTarget(
      name: "demonstration",
      dependencies: ["JSON", "LanguageClient", "LanguageServerProtocol", "NoteGenerator"],
      path: "Tools/demonstration",
      swiftSettings: settings),

    // Benchmarks, on notes that are made up from a seed.
    .target(
      name: "NoteGenerator", dependencies: ["Base"], path: "Tools/NoteGenerator",
      swiftSettings: settings),
    .executableTarget(
      name: "commonplace-benchmark",
      dependencies: notebook + [
        "Base", "JSON", "PackratParsing", "MiniMarkdown", "SpacedRepetition", "NoteGenerator",
        "TextDiagnostics", "UserSettings", sqlite,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/commonplace-benchmark",
      swiftSettings: settings),

    // Makes things go wrong for notebooks, on purpose.
    .executableTarget(
      name: "notebook-faults",
      dependencies: notebook + [
        "Base", "SpacedRepetition", "NoteGenerator", "JSON", "LanguageClient",
        "LanguageServerProtocol",
        grdb,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tools/notebook-faults",
      swiftSettings: settings),

    // Tests stand where the code stands: Tests/<Target>Tests/<folder>/<File>Tests.swift.
    .target(
      name: "TestSupport", dependencies: ["Base", "JSON", "NoteGenerator"],
      path: "Tests/TestSupport",
      exclude: ["MetaModel/lsp-3.17.json", "MetaModel/LICENSE"], swiftSettings: settings),
    .testTarget(
      name: "BaseTests", dependencies: ["Base", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "QuotingTests", dependencies: ["Quoting", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "NoteGeneratorTests",
      dependencies: ["NoteGenerator", "MiniMarkdown", "PackratParsing", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "JSONTests", dependencies: ["Base", "JSON", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "GrammarCompilerTests",
      dependencies: ["Base", "GrammarCompiler", "PackratParsing", "MiniMarkdown", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "PackratParsingTests",
      dependencies: ["Base", "PackratParsing", "MiniMarkdown", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "MiniMarkdownTests",
      dependencies: ["Base", "MiniMarkdown", "PackratParsing", "TestSupport"],
      exclude: ["Corpus"], swiftSettings: settings),
    .testTarget(
      name: "DisplayWidthTests", dependencies: ["DisplayWidth"], swiftSettings: settings),
    .testTarget(
      name: "TerminalTests", dependencies: ["Base", "Terminal", "DisplayWidth", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SpacedRepetitionTests",
      dependencies: [
        "Base", "SpacedRepetition", "MiniMarkdown", "PackratParsing", "JSON", "TestSupport",
      ],
      exclude: ["Scheduling/Tables"], swiftSettings: settings),
    .testTarget(
      name: "BooksTests", dependencies: ["Base", "JSON", "Books"], swiftSettings: settings),
    .testTarget(
      name: "FrontMatterTests",
      dependencies: ["Base", "JSON", "Books", "FrontMatter", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ForeignFormatsTests",
      dependencies: ["Base", "ForeignFormats", "FrontMatter", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "NotebookTestSupport",
      dependencies: notebook + [
        "Base", "JSON", "PackratParsing", "MiniMarkdown", "SpacedRepetition", "TestSupport", grdb,
      ],
      path: "Tests/NotebookTestSupport", swiftSettings: settings),
    .testTarget(
      name: "NotebookFileTests", dependencies: notebookTests, swiftSettings: settings),
    .testTarget(
      name: "KeyValueStoreTests", dependencies: notebookTests, swiftSettings: settings),
    .testTarget(
      name: "NotebookTests", dependencies: notebookTests,
      exclude: ["Prompts/edits.txt"], swiftSettings: settings),
    .testTarget(
      name: "NotebookIndexTests", dependencies: notebookTests, swiftSettings: settings),
    .testTarget(
      name: "BookLookupTests", dependencies: notebookTests, exclude: ["Answers"],
      swiftSettings: settings),
    .testTarget(
      name: "NotebookSearchTests", dependencies: notebookTests, swiftSettings: settings),
    .testTarget(
      name: "NotebookReviewTests", dependencies: notebookTests, swiftSettings: settings),
    .testTarget(
      name: "ImportExportTests", dependencies: notebookTests,
      exclude: ["BookForms/Expected", "BookLists", "Highlights/Corpus", "Import/Programs"],
      swiftSettings: settings),
    .testTarget(
      name: "MirrorTests", dependencies: notebookTests, swiftSettings: settings),
    .testTarget(
      name: "MaintenanceTests", dependencies: notebookTests, swiftSettings: settings),
    .testTarget(
      name: "WebPagesTests",
      dependencies: notebookTests + ["WebPages", "WebServer", "UserSettings"],
      swiftSettings: settings),
    .testTarget(
      name: "WebServerTests", dependencies: ["Base", "WebServer"], swiftSettings: settings),
    .testTarget(
      name: "LanguageServerProtocolTests",
      dependencies: ["LanguageServerProtocol", "JSON", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "UserSettingsTests",
      dependencies: [
        "Base", "UserSettings", "JSON", "SpacedRepetition", "TestSupport",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "TextDiagnosticsTests", dependencies: notebookTests + ["TextDiagnostics"],
      swiftSettings: settings),
    .testTarget(
      name: "LanguageServerTests",
      dependencies: notebook + [
        "Base", "LanguageServer", "TextDiagnostics", "LanguageServerProtocol", "JSON",
        "PackratParsing", "MiniMarkdown",
        "SpacedRepetition", "UserSettings", "NoteGenerator", "LanguageClient", "TestSupport",
        "NotebookTestSupport", "commonplace", grdb,
      ],
      exclude: ["UserDemands.md"], swiftSettings: settings),
    .testTarget(
      name: "CommandLineTests",
      dependencies: notebook + [
        "commonplace", "Base", "Quoting", "DisplayWidth", "JSON", "MiniMarkdown",
        "SpacedRepetition",
        "Terminal", "WebPages",
        "TestSupport", "demonstration",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      exclude: ["Transcripts"], swiftSettings: settings),

    // Checks the text of the sources themselves.
    .testTarget(name: "TidyTests", dependencies: ["TestSupport"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

if isFuzzed {
  package.targets.append(
    .executableTarget(
      name: "commonplace-fuzz",
      dependencies: notebook + [
        "JSON", "PackratParsing", "MiniMarkdown", "Terminal", "LanguageServerProtocol",
        "LanguageServer", "WebServer",
      ],
      path: "Tools/commonplace-fuzz", exclude: ["corpus"], swiftSettings: settings,
      // The default linker fails on the fuzzer's debug information.
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}

/// `script/test NAME` builds the test target that has NAME, and what it needs.
if let wanted = Context.environment["COMMONPLACE_TEST_TARGET"] {
  // The plugin's tool is no dependency of the targets that use the plugin.
  var needed: Set = ["CompileGrammar"]
  var waiting = [wanted, "GrammarCompiler"]
  while let name = waiting.popLast() {
    guard needed.insert(name).inserted else { continue }
    for case .byNameItem(let name, _) in package.targets.first(where: { $0.name == name })?
      .dependencies ?? []
    {
      waiting.append(name)
    }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll { !needed.contains($0.name) }
}
