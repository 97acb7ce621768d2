// Another user at the same notebook: a separate server, without an editor.
'use strict';

const { spawn } = require('child_process');

class Other {
  constructor(command, notebook) {
    this.process = spawn(command, ['lsp', '--notebook', notebook], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.pending = new Map();
    this.count = 0;
    let data = Buffer.alloc(0);
    this.process.stdout.on('data', (chunk) => {
      data = Buffer.concat([data, chunk]);
      for (;;) {
        const end = data.indexOf('\r\n\r\n');
        const header = data.subarray(0, Math.max(0, end)).toString();
        const length = Number(/Content-Length: (\d+)/i.exec(header)?.[1]);
        if (end < 0 || data.length < end + 4 + length) { return; }
        const message = JSON.parse(data.subarray(end + 4, end + 4 + length));
        data = data.subarray(end + 4 + length);
        if (message.method === undefined) { this.pending.get(message.id)?.(message); }
      }
    });
  }

  static async start(command, notebook) {
    const other = new Other(command, notebook);
    other.told = await other.ask(
      'initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    other.send({ method: 'initialized', params: {} });
    return other;
  }

  send(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  ask(method, params) {
    this.count += 1;
    const id = this.count;
    this.send({ id, method, params });
    return new Promise((resolve, reject) => this.pending.set(id, ({ result, error }) =>
      error ? reject(new Error(error.message)) : resolve(result)));
  }

  /** Writes over what is stored. */
  async write(uri, text) {
    const { version: baseVersion } = await this.ask('commonplace/readNote', { uri });
    const { version } = await this.ask('commonplace/writeNote', { uri, text, baseVersion });
    return version;
  }

  stop() { this.process.kill('SIGKILL'); }
}

module.exports = { Other };
