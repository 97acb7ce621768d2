// The module `vscode` as the extension gets it: remembers which members of its namespaces were used.
'use strict';

const stub = require('./index');

/** As in `window.showTextDocument`. */
const used = new Set();

const namespaces = ['workspace', 'window', 'languages', 'commands', 'env', 'l10n'];
const recorded = Object.fromEntries(namespaces.map((name) => [name, new Proxy(stub[name], {
  get(target, member) {
    if (typeof member === 'string') { used.add(`${name}.${member}`); }
    return target[member];
  },
})]));

module.exports = Object.create(stub, Object.getOwnPropertyDescriptors(recorded));
module.exports.used = used;
