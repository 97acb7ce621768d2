import { randomBytes } from 'crypto';
import * as vscode from 'vscode';

/**
 * Returns the empty document of a panel or an editor, which its script in `media` fills. It has
 * the extension's words in the language of the editor, but no text from notes. The page may load
 * only `common` and `name` from `media`, each as a script and as a style.
 */
export function html(
  webview: vscode.Webview, media: vscode.Uri, name: 'review' | 'notebook', title: string
): string {
  const nonce = randomBytes(16).toString('hex');
  const file = (path: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, path)).toString();
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}';`
    + ` base-uri 'none'; form-action 'none'`;
  const words = JSON.stringify(vscode.l10n.bundle ?? {})
    .replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);
  const parts = ['common', name];
  const styles = parts.map((part) =>
    `<link rel="stylesheet" nonce="${nonce}" href="${file(`${part}.css`)}">`).join('\n');
  const scripts = parts.map((part) =>
    `<script nonce="${nonce}" src="${file(`${part}.js`)}"></script>`).join('\n');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${styles}
</head>
<body>
<main id="page" tabindex="-1" aria-label="${title}" data-words="${words}"></main>
<div id="spoken" class="unseen" role="status" aria-live="polite"></div>
${scripts}
</body>
</html>
`;
}
