// The whole of the extension's interface is tested: every call of the editor's that its code has was
// made in some test, and every command was run. This file comes last.
'use strict';

const fs = require('fs');
const path = require('path');
const { test, skip, equal, check } = require('../harness');
const { extensionFolder } = require('../window');
const { Desktop } = require('../stub/desktop');
const { used } = require('../stub/recorded');

const { contributes } = JSON.parse(
  fs.readFileSync(path.join(extensionFolder, 'package.json'), 'utf8'));
const isWhole = () => process.env.SPEC ? skip('only some of the tests were run') : true;

test('every call of the editor\'s interface was made', async () => {
  isWhole();
  const out = path.join(extensionFolder, 'out');
  const sources = fs.readdirSync(out).filter((name) => name.endsWith('.js'))
    .map((name) => fs.readFileSync(path.join(out, name), 'utf8')).join('\n');
  const calls = new Set([...sources.matchAll(
    /\b(workspace|window|languages|commands|env|l10n)\.(\w+)/g)]
    .map(([call]) => call).filter((call) => call in { ...index() }));
  check(calls.size > 30, `${calls.size} calls`);
  equal([...calls].filter((call) => !used.has(call)).sort(), [], 'calls that no test makes');
});

test('every command was run', async () => {
  isWhole();
  const commands = contributes.commands.map(({ command }) => command);
  equal(commands.filter((name) => !Desktop.ran.has(name)), [], 'commands that no test runs');
});

/** All members of the interface, by their full names. */
function index() {
  const stub = require('../stub/index');
  return Object.fromEntries(['workspace', 'window', 'languages', 'commands', 'env', 'l10n']
    .flatMap((name) => Object.keys(stub[name]).map((member) => [`${name}.${member}`, true])));
}
