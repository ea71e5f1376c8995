// Invariants of a relay's answers to any requests (R18, R28, R29, R30, R49, R50): every answer of a run enters the
// ledger, which throws at the first violation. It uses only the answers.

import { deepStrictEqual as same, ok } from 'node:assert/strict';
import type { Ask } from './relay-model-state.ts';
import { tagged } from './relay-model.ts';
import type { Reply } from './relay-world.ts';

interface Ledger {
  /**
   * Enters an answer. `label`: label of the requesting device. `again`: the request has a `rid` that was answered
   * before.
   */
  enter(entry: { readonly ask: Ask; readonly label: string; readonly again: boolean }, reply: Reply): void;
  /** Returns the tag of a state by its canonical text; undefined if not yet seen. */
  tagOf(text: string): string | undefined;
}

export function createLedger(): Ledger {
  const tags = new Map<string, string>();
  const texts = new Map<string, string>();
  /** Kind, sender and `rid` of each accepted input by its number, by label of the host. */
  const accepted = new Map<string, Map<number, string>>();
  const of = (host: string): Map<number, string> => {
    const found = accepted.get(host) ?? new Map<number, string>();
    accepted.set(host, found);
    return found;
  };

  const enterState = ({ state }: Reply): void => {
    const listed = state.players.reduce((sum, { players }) => sum + players.length, 0);
    ok(listed <= 4, `[R18] ${listed} players are listed`);
    const text = tagged({ ...state });
    const { st } = state;
    same(st, tags.get(text) ?? st, `[R49] one state has two tags: ${text}`);
    same(text, texts.get(st) ?? text, `[R50] two states have one tag`);
    tags.set(text, st);
    texts.set(st, text);
  };

  return {
    enter({ ask, label, again }, reply) {
      if (reply.http_status !== 200) return;
      if (reply.state) enterState(reply);
      const host = reply.state?.players.find((device) => device.host)?.name ?? '';
      if (ask.route === 'input' && reply.status === 'ok') {
        const what = `${String(ask.body['kind'])} of ${label} with ${String(ask.body['rid'])}`;
        const before = [...of(host).keys()];
        const repeated = again && of(host).get(reply.seq) === what;
        ok(repeated || before.every((seq) => seq < reply.seq), `[R28] [R41] ${reply.seq} after ${before.join()}`);
        of(host).set(reply.seq, what);
      }
      if (ask.route !== 'poll' || reply.status !== 'ok') return;
      const seqs = reply.items.map(({ seq }) => seq);
      ok(seqs.length <= 25, '[R30] at most 25 items');
      for (const [index, seq] of seqs.entries())
        ok(seq > (seqs[index - 1] ?? Number(ask.body['since'])), `[R30] ${seqs.join()} ascend from since`);
      for (const { seq, kind, name } of reply.items)
        ok(of(host).get(seq)?.startsWith(`${kind} of ${name} with `), `[R29] item ${seq} is ${kind} of ${name}`);
    },
    tagOf: (text) => tags.get(text),
  };
}
