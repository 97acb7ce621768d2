// Makes a runnable vscode-languageclient of its sources: translates every file, checks no types.
//
//   node build-client.js SOURCES DESTINATION TYPESCRIPT
//
// SOURCES is the unpacked repository, DESTINATION becomes a folder `node_modules`, TYPESCRIPT is
// the compiler as a module.
'use strict';

const fs = require('fs');
const path = require('path');

const [sources, destination, compiler] = process.argv.slice(2);
const ts = require(compiler);

// The folder of each package, and where its translation goes; of `types`, main.js is the package.
const packages = {
  client: ['vscode-languageclient', 'lib'],
  jsonrpc: ['vscode-jsonrpc', 'lib'],
  protocol: ['vscode-languageserver-protocol', 'lib'],
  types: ['vscode-languageserver-types', 'lib/umd'],
};
const leftOut = new Set(['browser', 'test', 'sideEffects']);

function translate(from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    if (entry.isDirectory()) {
      if (!leftOut.has(entry.name)) {
        translate(source, path.join(to, entry.name));
      }
    } else if (entry.name.endsWith('.ts')) {
      const { outputText } = ts.transpileModule(fs.readFileSync(source, 'utf8'), {
        fileName: source,
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2020 },
      });
      fs.mkdirSync(to, { recursive: true });
      fs.writeFileSync(path.join(to, entry.name.replace(/\.ts$/, '.js')), outputText);
    }
  }
}

for (const [folder, [name, lib]] of Object.entries(packages)) {
  const to = path.join(destination, name);
  translate(path.join(sources, folder, 'src'), path.join(to, lib));
  fs.copyFileSync(path.join(sources, folder, 'package.json'), path.join(to, 'package.json'));
  const entry = path.join(sources, folder, 'node.js');
  if (fs.existsSync(entry)) {
    fs.copyFileSync(entry, path.join(to, 'node.js'));
  }
}
