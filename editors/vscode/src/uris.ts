import * as vscode from 'vscode';

/** Notes: `commonplace://NOTEBOOK/NOTE-ID/slug.md`. The id alone says which note it is. */
export const noteScheme = 'commonplace';
/** Documents that the server makes: search results, random quotes. */
export const viewScheme = 'commonplace-view';
/** The stored text of a note in conflict, beside the edited one. */
export const storedScheme = 'commonplace-stored';

/** The last part of the name of a record, which is a document beside its note. */
const recordFile = 'book.yaml';

/**
 * The id of the note that `uri` names, or of the record of its book, which is another document;
 * undefined for other schemes and for folders.
 */
export function noteId(uri: vscode.Uri): string | undefined {
  const [id] = pathParts(uri);
  return uri.scheme !== noteScheme ? undefined : isRecord(uri) ? `${id}/${recordFile}` : id;
}

/** Whether `uri` names the record of a note's book. */
export function isRecord(uri: vscode.Uri): boolean {
  return uri.scheme === noteScheme && pathParts(uri)[1] === recordFile;
}

/** The record of the book of the note that `uri` names. */
export function recordUri(uri: vscode.Uri): vscode.Uri {
  return uri.with({ path: `/${pathParts(uri)[0] ?? ''}/${recordFile}` });
}

/** The parts of a path between its slashes, none of them empty. */
export function pathParts(uri: vscode.Uri): string[] {
  return uri.path.split('/').filter((part) => part !== '');
}

/** The last part of a path. */
export function fileName(uri: vscode.Uri): string {
  return pathParts(uri).pop() ?? uri.path;
}

/**
 * A URI as the server is to read it. `Uri.toString` escapes the `=` of a query, too, and
 * `Uri.parse` has unescaped the query, so it is put together again.
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

/** A document that the server makes, such as `trash`. */
export function viewOf(notebook: string, name: string, query = ''): vscode.Uri {
  return vscode.Uri.from({ scheme: viewScheme, authority: notebook, path: `/${name}`, query });
}

/** The document with all that a search finds. */
export function searchView(notebook: string, query: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: viewScheme, authority: notebook, path: '/search', query: `q=${query}`,
  });
}
