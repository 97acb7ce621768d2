// The value types of the interface: what extension and language client make and pass around.
'use strict';

class Position {
  constructor(line, character) { this.line = line; this.character = character; }
  isBefore(other) {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }
  isEqual(other) { return this.line === other.line && this.character === other.character; }
  isBeforeOrEqual(other) { return this.isBefore(other) || this.isEqual(other); }
  isAfter(other) { return other.isBefore(this); }
  translate(lines = 0, characters = 0) {
    return new Position(this.line + lines, this.character + characters);
  }
}

class Range {
  constructor(start, end, endLine, endCharacter) {
    const [one, other] = typeof start === 'number'
      ? [new Position(start, end), new Position(endLine, endCharacter)] : [start, end];
    [this.start, this.end] = other.isBefore(one) ? [other, one] : [one, other];
  }
  get isEmpty() { return this.start.isEqual(this.end); }
  get isSingleLine() { return this.start.line === this.end.line; }
  isEqual(other) { return this.start.isEqual(other.start) && this.end.isEqual(other.end); }
  contains(position) {
    return this.start.isBeforeOrEqual(position) && position.isBeforeOrEqual(this.end);
  }
}

class Selection extends Range {
  constructor(anchor, active) { super(anchor, active); this.anchor = anchor; this.active = active; }
}

class TextEdit {
  constructor(range, newText) { this.range = range; this.newText = newText; }
  static replace(range, text) { return new TextEdit(range, text); }
  static insert(position, text) { return new TextEdit(new Range(position, position), text); }
  static delete(range) { return new TextEdit(range, ''); }
}

class WorkspaceEdit {
  constructor() { this.edits = new Map(); }
  set(uri, edits) {
    const plain = edits.map((edit) => Array.isArray(edit) ? edit[0] : edit);
    this.edits.set(uri.toString(), { uri, edits: plain });
  }
  replace(uri, range, text) {
    this.set(uri, [...(this.edits.get(uri.toString())?.edits ?? []), new TextEdit(range, text)]);
  }
  entries() { return [...this.edits.values()].map(({ uri, edits }) => [uri, edits]); }
}

class FileSystemError extends Error {
  constructor(code, subject) {
    super(typeof subject === 'string' ? subject : `${code}: ${subject}`);
    this.code = code;
    this.name = code;
  }
}
for (const code of ['FileNotFound', 'FileExists', 'FileIsADirectory', 'FileNotADirectory',
  'NoPermissions', 'Unavailable']) {
  FileSystemError[code] = (subject) => new FileSystemError(code, subject);
}

class CodeActionKind {
  constructor(value) { this.value = value; }
  append(part) { return new CodeActionKind(this.value === '' ? part : `${this.value}.${part}`); }
  contains(other) { return other.value === this.value || other.value.startsWith(`${this.value}.`); }
}
for (const [name, value] of Object.entries({
  Empty: '', QuickFix: 'quickfix', Refactor: 'refactor', RefactorExtract: 'refactor.extract',
  RefactorInline: 'refactor.inline', RefactorRewrite: 'refactor.rewrite', Source: 'source',
  SourceOrganizeImports: 'source.organizeImports', SourceFixAll: 'source.fixAll',
})) {
  CodeActionKind[name] = new CodeActionKind(value);
}

/** A class whose instances have what they are made with under these names. */
function record(...names) {
  return class {
    constructor(...values) {
      names.forEach((name, index) => { this[name] = values[index]; });
    }
  };
}

/** An enumeration with both directions, as TypeScript's. */
function enumeration(first, names) {
  const result = {};
  names.split(' ').forEach((name, index) => {
    result[name] = first + index;
    result[first + index] = name;
  });
  return result;
}

class CancellationError extends Error {}

class DocumentDropOrPasteEditKind {
  constructor(value) { this.value = value; }
  append(...parts) {
    return new DocumentDropOrPasteEditKind([this.value, ...parts].filter(Boolean).join('.'));
  }
}
DocumentDropOrPasteEditKind.Empty = new DocumentDropOrPasteEditKind('');

module.exports = {
  DocumentDropOrPasteEditKind,
  DocumentDropEdit: record('insertText'),
  DocumentPasteEdit: record('insertText', 'title', 'kind'),
  Position, Range, Selection, TextEdit, WorkspaceEdit, FileSystemError, CodeActionKind,
  CancellationError,
  Location: record('uri', 'range'),
  Diagnostic: record('range', 'message', 'severity'),
  DiagnosticRelatedInformation: record('location', 'message'),
  CodeAction: record('title', 'kind'),
  CodeLens: record('range', 'command'),
  CompletionItem: record('label', 'kind'),
  CompletionList: record('items', 'isIncomplete'),
  DocumentHighlight: record('range', 'kind'),
  DocumentLink: record('range', 'target'),
  DocumentSymbol: record('name', 'detail', 'kind', 'range', 'selectionRange'),
  FoldingRange: record('start', 'end', 'kind'),
  Hover: record('contents', 'range'),
  InlayHint: record('position', 'label', 'kind'),
  InlayHintLabelPart: record('value'),
  LinkedEditingRanges: record('ranges', 'wordPattern'),
  MarkdownString: record('value'),
  ParameterInformation: record('label', 'documentation'),
  RelativePattern: record('base', 'pattern'),
  SelectionRange: record('range', 'parent'),
  SemanticTokens: record('data', 'resultId'),
  SemanticTokensEdit: record('start', 'deleteCount', 'data'),
  SemanticTokensEdits: record('edits', 'resultId'),
  SemanticTokensLegend: record('tokenTypes', 'tokenModifiers'),
  SignatureHelp: record(),
  SignatureInformation: record('label', 'documentation'),
  SnippetString: record('value'),
  SymbolInformation: record('name', 'kind', 'containerName', 'location'),
  CallHierarchyItem: record('kind', 'name', 'detail', 'uri', 'range', 'selectionRange'),
  TypeHierarchyItem: record('kind', 'name', 'detail', 'uri', 'range', 'selectionRange'),
  ThemeIcon: record('id'),
  TreeItem: record('label', 'collapsibleState'),
  TabInputText: record('uri'),
  TabInputTextDiff: record('original', 'modified'),
  TabInputCustom: record('uri', 'viewType'),
  TabInputNotebook: record('uri', 'notebookType'),
  CodeActionTriggerKind: enumeration(1, 'Invoke Automatic'),
  CompletionItemKind: enumeration(0, 'Text Method Function Constructor Field Variable Class'
    + ' Interface Module Property Unit Value Enum Keyword Snippet Color File Reference Folder'
    + ' EnumMember Constant Struct Event Operator TypeParameter'),
  CompletionItemTag: enumeration(1, 'Deprecated'),
  CompletionTriggerKind: enumeration(0, 'Invoke TriggerCharacter TriggerForIncompleteCompletions'),
  ConfigurationTarget: enumeration(1, 'Global Workspace WorkspaceFolder'),
  DiagnosticSeverity: enumeration(0, 'Error Warning Information Hint'),
  DiagnosticTag: enumeration(1, 'Unnecessary Deprecated'),
  DocumentHighlightKind: enumeration(0, 'Text Read Write'),
  EndOfLine: enumeration(1, 'LF CRLF'),
  FileChangeType: enumeration(1, 'Changed Created Deleted'),
  FilePermission: enumeration(1, 'Readonly'),
  FileType: enumeration(0, 'Unknown File Directory'),
  FoldingRangeKind: enumeration(1, 'Comment Imports Region'),
  InlayHintKind: enumeration(1, 'Type Parameter'),
  ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
  SignatureHelpTriggerKind: enumeration(1, 'Invoke TriggerCharacter ContentChange'),
  SymbolKind: enumeration(0, 'File Module Namespace Package Class Method Property Field Constructor'
    + ' Enum Interface Function Variable Constant String Number Boolean Array Object Key Null'
    + ' EnumMember Struct Event Operator TypeParameter'),
  StatusBarAlignment: enumeration(1, 'Left Right'),
  SymbolTag: enumeration(1, 'Deprecated'),
  TextDocumentChangeReason: enumeration(1, 'Undo Redo'),
  TextDocumentSaveReason: enumeration(1, 'Manual AfterDelay FocusOut'),
  TreeItemCollapsibleState: enumeration(0, 'None Collapsed Expanded'),
  ViewColumn: { Active: -1, Beside: -2, One: 1, Two: 2 },
};
