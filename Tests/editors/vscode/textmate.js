// As much of a TextMate tokenizer as the grammar needs: match, begin and end, captures with their
// own patterns, include. Patterns are read as JavaScript's, so they must mean the same there; those
// that only Oniguruma has are refused.
'use strict';

/** Throws on what the tokenizer does not know or JavaScript reads otherwise. */
function compile(source) {
  if (/\\[AZzGhHRKX]|\(\?[<>]?[imx-]+[:)]|\(\?>|\[\[:|\(\?~|\\p\{\^/.test(source)) {
    throw new Error(`only Oniguruma reads ${source}`);
  }
  return new RegExp(source, 'dgu');
}

class TextMate {
  constructor(grammar) {
    this.grammar = grammar;
    this.cache = new Map();
  }

  regex(source) {
    if (!this.cache.has(source)) { this.cache.set(source, compile(source)); }
    return this.cache.get(source);
  }

  /** The rules that a list of patterns comes to. */
  rules(patterns) {
    return patterns.flatMap((pattern) => {
      if (pattern.include === undefined) {
        return pattern.patterns === undefined || pattern.begin !== undefined
          || pattern.match !== undefined ? [pattern] : this.rules(pattern.patterns);
      }
      const rule = this.grammar.repository[pattern.include.replace(/^#/, '')];
      if (rule === undefined) { throw new Error(`there is no ${pattern.include}`); }
      return this.rules([rule]);
    });
  }

  /** The innermost scope of every UTF-16 unit; undefined where there is none. */
  scopes(text) {
    const found = new Array(text.length);
    const stack = [];
    let start = 0;
    for (const line of text.split('\n')) {
      this.line(line, stack, (from, to, name) => found.fill(name, start + from, start + to));
      start += line.length + 1;
    }
    return found;
  }

  line(line, stack, paint) {
    for (let at = 0; ;) {
      const inside = stack[stack.length - 1];
      const rules = this.rules(inside ? inside.patterns ?? [] : this.grammar.patterns);
      const best = this.first([
        ...inside ? [{ match: inside.end, captures: inside.endCaptures, ends: true }] : [],
        ...rules,
      ], line, at);
      if (best === undefined) { return; }
      const { match, rule } = best;
      const end = match.index + match[0].length;
      if (rule.name !== undefined) { paint(match.index, end, rule.name); }
      this.captures(line, match, rule.captures ?? rule.beginCaptures ?? {}, paint);
      if (rule.ends) {
        stack.pop();
      } else if (rule.begin !== undefined) {
        stack.push(rule);
        if (end >= line.length) { return; }
      } else if (end === match.index) {
        return; // nothing would come of it
      }
      at = end;
    }
  }

  first(rules, line, at) {
    let best;
    for (const rule of rules) {
      const regex = this.regex(rule.match ?? rule.begin);
      regex.lastIndex = at;
      const match = regex.exec(line);
      if (match !== null && (best === undefined || match.index < best.match.index)) {
        best = { match, rule };
      }
    }
    return best;
  }

  captures(line, match, captures, paint) {
    for (const [group, { name, patterns }] of Object.entries(captures)) {
      const [from, to] = match.indices[Number(group)] ?? [0, 0];
      if (name !== undefined) { paint(from, to, name); }
      if (patterns !== undefined) {
        // As Oniguruma is given it: the text up to the capture's end.
        const rules = this.rules(patterns);
        for (let at = from; ;) {
          const best = this.first(rules, line.slice(0, to), at);
          if (best === undefined || best.match[0] === '') { break; }
          const end = best.match.index + best.match[0].length;
          if (best.rule.name !== undefined) { paint(best.match.index, end, best.rule.name); }
          this.captures(line, best.match, best.rule.captures ?? {}, paint);
          at = end;
        }
      }
    }
  }
}

module.exports = { TextMate };
