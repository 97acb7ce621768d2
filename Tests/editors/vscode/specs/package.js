// package.json says what the code does.
'use strict';

const fs = require('fs');
const path = require('path');
const { test, skip, equal, check } = require('../harness');
const { extensionFolder } = require('../window');
const { answer } = require('../recording');
const { Uri } = require('../stub/uri');
const { wordsOf } = require('../words');

const file = (name) => path.join(extensionFolder, name);
const words = JSON.parse(fs.readFileSync(file('package.nls.json'), 'utf8'));
const written = fs.readFileSync(file('package.json'), 'utf8');
/** As the editor reads it, with the words of package.nls.json. */
const manifest = JSON.parse(written, (_, value) =>
  typeof value === 'string' ? value.replace(/^%(.+)%$/, (all, key) => words[key] ?? all) : value);
const { contributes } = manifest;
const sources = fs.readdirSync(file('src'))
  .map((name) => fs.readFileSync(file(`src/${name}`), 'utf8')).join('\n');
const titled = contributes.commands.map(({ command }) => command);
const properties = Object.assign({}, ...contributes.configuration.map((group) => group.properties));
const views = Object.values(contributes.views).flat().map(({ id }) => id);

/** The editor's own, of https://code.visualstudio.com/api/references/when-clause-contexts. */
const keysOfTheEditor = new Set([
  'view', 'viewItem', 'resourceScheme', 'resourceFilename', 'isInDiffEditor', 'false',
  'editorLangId', 'editorHasSelection', 'editorReadonly',
]);

const whens = [
  ...Object.values(contributes.menus).flat(), ...contributes.viewsWelcome,
].map(({ when }) => when);

test('every command has a title, is registered, and none is the server\'s', async (window) => {
  await window.start();
  await window.running();
  equal([...new Set(titled)].sort(), [...titled].sort(), 'commands that are declared twice');
  const registered = [...window.desktop.commands.keys()];
  const { capabilities } = (await window.other()).told;
  const ofTheServer = capabilities.executeCommandProvider.commands;
  check(ofTheServer.includes('commonplace.resolveConflict'), `the server's: ${ofTheServer}`);
  equal(ofTheServer.filter((name) => titled.includes(name)), [], 'names that both have');
  equal(registered.filter((name) => !ofTheServer.includes(name)).sort(), [...titled].sort(),
    'the commands');
  for (const { title, category } of contributes.commands) {
    check(title && category === 'Commonplace', title);
  }
});

test('menus and links name commands and views that there are', async () => {
  const named = Object.values(contributes.menus).flat().map(({ command }) => command);
  equal(named.filter((name) => !titled.includes(name)), [], 'in menus');
  const links = [...JSON.stringify([contributes.viewsWelcome, contributes.walkthroughs])
    .matchAll(/(?:command:|onCommand:)([\w.]+)/g)].map(([, name]) => name)
    .filter((name) => !name.startsWith('workbench.'));
  check(links.length > 5, 'links');
  equal(links.filter((name) => !titled.includes(name)), [], 'in links');
  equal(contributes.viewsWelcome.map(({ view }) => view).filter((id) => !views.includes(id)), [],
    'in welcomes');
});

test('every key of a when clause is set', async () => {
  const keys = whens.flatMap((when) => when.replace(/== [\w.-]+/g, '').match(/[\w.]+/g))
    .filter((word, index, words) => words.indexOf(word) === index);
  const set = [...sources.matchAll(/contextKey = '([^']+)'/g)].map(([, key]) => key);
  check(set.length >= 2, 'keys that the extension sets');
  equal(keys.filter((key) => !keysOfTheEditor.has(key) && !set.includes(key)), [], 'keys');
});

test('what when clauses compare with is what the code says', async () => {
  const values = (pattern) => [...new Set(whens.flatMap((when) =>
    [...when.matchAll(pattern)].map(([, value]) => value)))];
  for (const item of values(/viewItem == (\w+)/g)) {
    check(sources.includes(`contextValue = '${item}'`), item);
  }
  for (const state of values(/commonplace\.state == (\w+)/g)) {
    check(sources.includes(`setState('${state}')`), state);
  }
  check(values(/view == ([\w.]+)/g).every((id) => views.includes(id)), 'views');
});

test('every setting that is read is declared, with a description and its default', async () => {
  const read = [...sources.matchAll(
    /get<[^>]+>\(\s*'([\w.]+)',\s*('[^']*'|\[[^\]]*\]|null|true|false)\)/g)];
  check(read.length >= 6, `${read.length} settings are read`);
  for (const [, name, fallback] of read) {
    const property = properties[`commonplace.${name}`];
    check(property !== undefined, `${name} is declared`);
    equal(property.default, JSON.parse(fallback.replace(/'/g, '"')), `the default of ${name}`);
  }
  for (const [name, property] of Object.entries(properties)) {
    check(property.description?.endsWith('.') && property.scope && 'default' in property, name);
  }
});

test('the server\'s settings are declared as its schema has them', async () => {
  const schema = process.env.SETTINGS_SCHEMA || file('../../docs/settings.schema.json');
  if (!fs.existsSync(schema)) { skip('there is no docs/settings.schema.json yet'); }
  const compared = ({ type, default: value, description, scope, ...more } = {}) =>
    ({ type, value, description, scope, enum: more.enum, min: more.minimum, max: more.maximum });
  for (const [name, theirs] of Object.entries(JSON.parse(fs.readFileSync(schema)).properties)) {
    equal(compared(properties[name]), compared(theirs), name);
  }
});

test('a folder that is not trusted chooses no program and no notebook', async () => {
  const { untrustedWorkspaces, virtualWorkspaces } = manifest.capabilities;
  equal(untrustedWorkspaces.supported, 'limited', 'trust');
  for (const name of untrustedWorkspaces.restrictedConfigurations) {
    equal(properties[name].scope, 'machine', name);
  }
  const programs = Object.keys(properties).filter((name) => /server\.|notebook$/.test(name)
    && !name.includes('trace'));
  equal([...untrustedWorkspaces.restrictedConfigurations].sort(), programs.sort(),
    'what is restricted');
  check(virtualWorkspaces.description.length > 0, 'virtual folders');
});

test('token types, and their scopes, are those of the server', async (window) => {
  await window.start();
  const document = await window.openNote();
  const { rest: [legend] } = await window.ask(
    'DocumentSemanticTokens', 'provideDocumentSemanticTokens', document);
  const declared = contributes.semanticTokenTypes.map(({ id }) => id);
  equal([...legend.tokenTypes].sort(), [...declared].sort(), 'the types');
  equal(Object.keys(contributes.semanticTokenScopes[0].scopes).sort(), [...declared].sort(),
    'the scopes');
});

test('every word of package.json can be translated', async () => {
  const keys = [...written.matchAll(/"%([^"]+)%"/g)].map(([, key]) => key);
  equal([...new Set(keys)].sort(), Object.keys(words).sort(), 'words');
  const plain = [...written.matchAll(/"(title|description|contents|displayName)": "([^"]+)"/g)]
    .map(([, , text]) => text).filter((text) => !text.startsWith('%') && text !== 'Commonplace');
  equal(plain, [], 'texts that cannot');
});

test('every text of the code can be translated', async () => {
  const words = wordsOf(extensionFolder);
  check(words.length > 150, `${words.length} texts`);
  const bundle = file(`${manifest.l10n}/bundle.l10n.json`);
  if (process.env.COMMONPLACE_REWRITE_EXAMPLES) {
    const content = Object.fromEntries(words.map((text) => [text, text]));
    fs.writeFileSync(bundle, `${JSON.stringify(content, undefined, 2)}\n`);
  }
  equal(Object.keys(JSON.parse(fs.readFileSync(bundle, 'utf8'))), words, 'l10n/bundle.l10n.json');
  const shown = /show(?:Information|Warning|Error)Message\(\s*['`]|(?:title|prompt|placeHolder|label): ['`][A-Z]/g;
  equal(sources.match(shown), null, 'texts that cannot');
});

test('a translation is what the user sees, in the panels, too', async (window) => {
  const { l10n } = require('vscode');
  const { t } = l10n;
  const german = { 'The trash is empty.': 'Der Papierkorb ist leer.', 'New Note…': 'Neue Notiz…' };
  Object.assign(l10n, { bundle: german, t: (text, ...values) => t(german[text] ?? text, ...values) });
  window.atEnd.push(() => Object.assign(l10n, { bundle: undefined, t }));
  await window.start();
  await window.running();
  answer(window, { 'commonplace/listTrash': { notes: [] } });
  await window.run('commonplace.trash.restore');
  await window.told('Der Papierkorb ist leer.');
  const panel = await window.desktop.openCustomEditor(
    'commonplace.notebook', Uri.file(window.notebook));
  await window.wait('the page', () => panel.webview.page.all().some((element) =>
    element.className === 'action' && element.textContent === 'Neue Notiz…'));
});

test('the extension starts with Markdown, with the window, and for tabs that come back', async () => {
  for (const event of ['onStartupFinished', 'onLanguage:markdown', 'onFileSystem:commonplace',
    'onFileSystem:commonplace-view']) {
    check(manifest.activationEvents.includes(event), event);
  }
  equal(manifest.extensionKind, ['workspace', 'ui'], 'where it runs');
  for (const { url } of [manifest.repository, manifest.bugs]) {
    check(url.startsWith('https://'), url);
  }
});

test('files that are named are there', async () => {
  const named = [
    manifest.main, manifest.icon, contributes.languages[0].configuration, contributes.grammars[0].path,
    contributes.viewsContainers.activitybar[0].icon,
    ...contributes.walkthroughs[0].steps.map(({ media }) => media.markdown),
  ];
  for (const name of named) { check(fs.existsSync(file(name)), name); }
  JSON.parse(fs.readFileSync(file(contributes.languages[0].configuration), 'utf8'));
});

test('words, brackets and pairs', async () => {
  const { wordPattern, autoClosingPairs } = JSON.parse(
    fs.readFileSync(file('language-configuration.json'), 'utf8'));
  const words = (text) => text.match(new RegExp(wordPattern, 'gu'));
  equal(words('a ?[hint](two words) #a/b, “x”'), ['a', 'hint', 'two', 'words', '#a/b', 'x'],
    'words');
  check(autoClosingPairs.some(({ open, close }) => open === '?[' && close === ']()'), 'a cloze');
});

test('nothing from a note becomes a command or HTML', async () => {
  const media = (ending) => fs.readdirSync(file('media')).filter((name) => name.endsWith(ending))
    .map((name) => fs.readFileSync(file(`media/${name}`), 'utf8')).join('\n');
  const script = media('.js');
  for (const word of ['isTrusted: true', 'supportHtml: true', 'MarkdownString', 'innerHTML',
    'outerHTML', 'insertAdjacentHTML', 'document.write', 'eval(', 'new Function',
    'enableCommandUris', 'unsafe-']) {
    check(!sources.includes(word) && !script.includes(word), word);
  }
  equal(sources.match(/createWebview\w*/g), ['createWebviewPanel'], 'panels');
  equal(sources.match(/\.html = .*/g), [
    ".html = html(panel.webview, media, 'notebook', t('Notebook'));",
    ".html = html(panel.webview, media, 'review', t('Review'));",
  ], 'documents');
  check(!/['"`(]command:\w/.test(sources + script), 'links that are commands');
  const style = media('.css');
  check(!/url\(|@import|#[0-9a-f]{3}/i.test(style), 'the style loads nothing, and has no colors');
});
