import * as vscode from 'vscode';

/** Notes: `commonplace://NOTEBOOK/NOTE-ID/slug.md`. Only the ID identifies the note. */
export const noteScheme = 'commonplace';
/** Documents that the server generates, such as search results or random quotes. */
export const viewScheme = 'commonplace-view';
/** The stored text of a note in conflict, shown next to the edited text. */
export const storedScheme = 'commonplace-stored';

/** The last part of the URI of a book record, which is a separate document. */
const recordFile = 'book.yaml';

/**
 * Returns the key of the document that `uri` names: a note's ID, with `/book.yaml` for the record
 * of its book. Undefined for other schemes and for folders.
 */
export function noteId(uri: vscode.Uri): string | undefined {
  const [id] = pathParts(uri);
  return uri.scheme !== noteScheme ? undefined : isRecord(uri) ? `${id}/${recordFile}` : id;
}

/** Whether `uri` names the record of a note's book. */
export function isRecord(uri: vscode.Uri): boolean {
  return uri.scheme === noteScheme && pathParts(uri)[1] === recordFile;
}

/** Returns the URI of the book record of the note that `uri` names. */
export function recordUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ path: `/${pathParts(uri)[0] ?? ''}/${recordFile}` });
}

/** Returns the parts of a path between its slashes, without empty ones. */
export function pathParts(uri: vscode.Uri): string[] {
  return uri.path.split('/').filter((part) => part !== '');
}

/** Returns the last part of a path. */
export function fileName(uri: vscode.Uri): string {
  return pathParts(uri).pop() ?? uri.path;
}

/**
 * Returns a URI as the server expects it. `Uri.toString` also escapes the `=` of a query, and
 * `Uri.parse` has unescaped the query, so this builds the URI again.
 */
export function protocolUri(uri: vscode.Uri): string {
  if (uri.scheme !== viewScheme) {
    return uri.toString();
  }
  const base = uri.with({ query: '' }).toString();
  if (uri.query === '') {
    return base;
  }
  const sought = /^q=([^]*)$/.exec(uri.query);
  return `${base}?${sought ? `q=${encodeURIComponent(sought[1] ?? '')}` : encodeURI(uri.query)}`;
}

/** Returns the URI of a document that the server generates, such as `trash`. */
export function viewOf(notebook: string, name: string, query = ''): vscode.Uri {
  return vscode.Uri.from({ scheme: viewScheme, authority: notebook, path: `/${name}`, query });
}

/** Returns the URI of the document with all results of a search. */
export function searchView(notebook: string, query: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: viewScheme, authority: notebook, path: '/search', query: `q=${query}`,
  });
}
