// Events, and those who listen to them.
'use strict';

class Disposable {
  constructor(run) { this.run = run; }
  static from(...parts) { return new Disposable(() => parts.forEach((part) => part.dispose())); }
  dispose() { const { run } = this; this.run = undefined; return run?.(); }
}

class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, thisArg, disposables) => {
      const bound = thisArg === undefined ? listener : listener.bind(thisArg);
      this.listeners.add(bound);
      const result = new Disposable(() => this.listeners.delete(bound));
      if (Array.isArray(disposables)) { disposables.push(result); }
      return result;
    };
  }
  fire(value) {
    for (const listener of [...this.listeners]) { listener(value); }
  }
  dispose() { this.listeners.clear(); }
}

class CancellationTokenSource {
  constructor() {
    const emitter = new EventEmitter();
    this.emitter = emitter;
    this.token = { isCancellationRequested: false, onCancellationRequested: emitter.event };
  }
  cancel() {
    if (!this.token.isCancellationRequested) {
      this.token.isCancellationRequested = true;
      this.emitter.fire(undefined);
    }
  }
  dispose() { this.emitter.dispose(); }
}

module.exports = { Disposable, EventEmitter, CancellationTokenSource };
