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
 * of its book. A note's folder has the key of the note. Undefined for other schemes and the root.
 */
export function noteId(uri: vscode.Uri): string | undefined {
  const [id] = pathParts(uri);
  return uri.scheme !== noteScheme ? undefined : isRecord(uri) ? `${id}/${recordFile}` : id;
}

export function isRecord(uri: vscode.Uri): boolean {
  return uri.scheme === noteScheme && pathParts(uri)[1] === recordFile;
}

export function recordUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ path: `/${pathParts(uri)[0] ?? ''}/${recordFile}` });
}

export function pathParts(uri: vscode.Uri): string[] {
  return uri.path.split('/').filter((part) => part !== '');
}

export function fileName(uri: vscode.Uri): string {
  return pathParts(uri).pop() ?? uri.path;
}

/**
 * Returns a URI as the server expects it. For a view, `Uri.toString` also escapes the `=` of the
 * query, and `Uri.parse` has unescaped the query, so this builds the URI again.
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

export function viewOf(notebook: string, name: string, query = ''): vscode.Uri {
  return vscode.Uri.from({ scheme: viewScheme, authority: notebook, path: `/${name}`, query });
}

export function searchView(notebook: string, query: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: viewScheme, authority: notebook, path: '/search', query: `q=${query}`,
  });
}
