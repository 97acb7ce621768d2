// Runs every spec and prints TAP. script/vscode-test sets what it needs:
//
//   COMMONPLACE_BIN  the server
//   EXTENSION        the extension's folder, compiled
//   NODE_PATH        where the real vscode-languageclient is, and what it needs
//   SPEC             only specs whose file name contains this
'use strict';

const Module = require('module');
const path = require('path');

// `vscode` is no package: the editor gives it to its extensions, and here the stub.
// The extension gets one that remembers what was used of it.
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const isOurs = parent?.filename?.startsWith(path.join(path.resolve(process.env.EXTENSION), 'out'));
  return request === 'vscode'
    ? path.join(__dirname, 'stub', isOurs ? 'recorded.js' : 'index.js')
    : resolve.call(this, request, parent, ...rest);
};

require('./harness').runAll(process.env.SPEC ?? '').then((failures) => {
  process.exit(failures === 0 ? 0 : 1);
}, (error) => {
  console.log(`Bail out! ${error.stack}`);
  process.exit(2);
});
