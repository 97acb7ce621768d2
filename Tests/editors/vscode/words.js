// The texts of the extension's code that can be translated: those of `t('…')`.
'use strict';

const fs = require('fs');
const path = require('path');

/** All of them, in order, without those that repeat. */
function wordsOf(extension) {
  const files = ['src', 'media'].flatMap((folder) => fs.readdirSync(path.join(extension, folder))
    .filter((name) => /\.(ts|js)$/.test(name)).map((name) => path.join(extension, folder, name)));
  const found = files.flatMap((file) =>
    [...fs.readFileSync(file, 'utf8').matchAll(/(?<![\w.])t\(\s*('(?:[^'\\]|\\.)*'(?:\s*\+\s*'(?:[^'\\]|\\.)*')*)/g)]
      .map(([, literals]) => [...literals.matchAll(/'((?:[^'\\]|\\.)*)'/g)]
        .map(([, text]) => text.replace(/\\(.)/g, '$1')).join('')));
  return [...new Set(found)].sort();
}

module.exports = { wordsOf };
