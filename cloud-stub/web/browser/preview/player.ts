// Plays an extension on a page as the device does (firmware/extension/extension.actors.ts): loads it in an isolate,
// sets its timers, calls its `update`, passes it strikes and keys, and shows the results. Its stored data lasts until
// the user leaves the page.

import type { HostAnswer, HostRequest } from '../../../../firmware/extension-runtime/host.ts';
import type { KeyPhase } from '../../../../firmware/extension-runtime/prelude.ts';
import type { Manifest } from '../../../../firmware/extension-runtime/manifest.ts';
import { TREND_POINTS_MAX, type SessionInput } from '../../../../firmware/extension-runtime/session.ts';
import type { StrikeInput } from '../../../../firmware/extension-runtime/strike.ts';
import type { Alarm, Clock } from '../../../../hal/clock/clock.ts';
import type { Isolate, Isolates } from '../../../../hal/isolate/isolate.ts';
import type { Leds } from '../../../../hal/leds/leds.ts';
import { beginning, withAnswer, withEnd, type PreviewState } from './played.ts';
import { inputFor, tableFor, type PreviewTable } from './table.ts';

/** Keys that the device passes to an extension; it keeps Back for itself. */
export const KEYS = ['up', 'left', 'ok', 'right', 'down'] as const;
export type PreviewKey = (typeof KEYS)[number];

interface PlayerDeps {
  readonly isolates: Isolates;
  readonly clock: Clock;
  readonly leds: Leds;
  /** Returns a whole number from 0. */
  readonly seed: () => number;
  readonly show: (played: PreviewState) => void;
}

export interface PreviewPlayer {
  /** Starts the script in a new isolate. */
  start(text: string, table: PreviewTable): void;
  strike(strike: StrikeInput): void;
  key(name: PreviewKey, phase: KeyPhase): void;
}

/** Same as on the device. */
const UPDATE_EVERY_MS = 33;
const UPDATE_S = 1 / 30;

interface Kept {
  readonly store: SessionInput['store'];
  readonly trend: SessionInput['trend'];
}

export function createPlayer(deps: PlayerDeps): PreviewPlayer {
  let kept: Kept = { store: {}, trend: [] };
  let manifest: PreviewState['manifest'] = null;
  let run: Run | null = null;
  const keep = ({ effects }: HostAnswer): void => {
    const store = effects.findLast((each) => each.store !== null)?.store ?? kept.store;
    const trend = [...kept.trend, ...effects.flatMap((each) => each.trend)].slice(-TREND_POINTS_MAX);
    kept = { store, trend };
  };
  return {
    start(text, table) {
      run?.end();
      const inputOf = (allowed: Manifest): SessionInput =>
        inputFor(tableFor(allowed, table), { ...kept, seed: deps.seed() });
      run = startRun({ ...deps, keep }, beginning(text, manifest), inputOf, (played) => {
        ({ manifest } = played);
        deps.show(played);
      });
    },
    strike: (strike) => run?.ask({ kind: 'strike', strike, now_ms: run.now_ms() }),
    key: (name, phase) => run?.ask({ kind: 'call', callback: 'key', args: [name, phase], now_ms: run.now_ms() }),
  };
}

interface Run {
  ask(request: HostRequest): void;
  /** Returns the time since the start. */
  now_ms(): number;
  end(): void;
}

type RunDeps = PlayerDeps & { readonly keep: (answer: HostAnswer) => void };

type InputOf = (manifest: Manifest) => SessionInput;

function startRun(deps: RunDeps, initial: PreviewState, inputOf: InputOf, show: (played: PreviewState) => void): Run {
  const { clock, leds } = deps;
  const started_ms = clock.now_ms();
  const now_ms = (): number => clock.now_ms() - started_ms;
  let played = initial;
  let [due, update]: Alarm[] = [null, null];
  let updating = false;
  const isolate: Isolate = deps.isolates.start();
  const change = (next: PreviewState): void => show((played = next));

  const request = (what: HostRequest, answered: (answer: HostAnswer) => void): void =>
    isolate.request(what, (result) => {
      if (played.state === 'stopped') return;
      if (!result.ok) return stop(withEnd(played, result.error));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the isolate only ever exchanges this message type
      answered(result.value as HostAnswer);
    });
  const ask = (what: HostRequest, answered: () => void = () => {}): void => {
    if (played.state === 'stopped') return;
    request(what, (answer) => {
      deps.keep(answer);
      for (const each of answer.effects) light(leds, each.leds);
      const next = withAnswer(played, answer);
      if (answer.failure) return stop(next);
      plan(answer);
      change(next);
      answered();
    });
  };
  const quiet = (): void => {
    clock.clearTimeout(due);
    clock.clearTimeout(update);
    isolate.end();
  };
  const stop = (next: PreviewState): void => {
    quiet();
    change(next);
  };
  /** Sets the timers that the extension requested. */
  const plan = ({ next_due_ms, updates }: HostAnswer): void => {
    clock.clearTimeout(due);
    due = null;
    if (next_due_ms !== null)
      due = clock.setTimeout(() => ask({ kind: 'tick', now_ms: now_ms() }), Math.max(0, next_due_ms - now_ms()));
    if (updates && !updating) updateNext();
  };
  const updateNext = (): void => {
    updating = true;
    update = clock.setTimeout(
      () => ask({ kind: 'call', callback: 'update', args: [UPDATE_S], now_ms: now_ms() }, updateNext),
      UPDATE_EVERY_MS,
    );
  };

  for (let led = 0; led < leds.count; led++) leds.set(led, null);
  change(played);
  // Its manifest is read first, for the allowed players and the values of its settings.
  request({ kind: 'check', text: initial.text }, ({ manifest, failure }) => {
    if (failure || !manifest) return stop(withEnd(played, failure ?? { message: 'Not an extension.' }));
    ask({ kind: 'load', text: initial.text, input: inputOf(manifest) });
  });
  return { ask: (what) => void (played.state === 'running' && ask(what)), now_ms, end: quiet };
}

function light(leds: Leds, changes: HostAnswer['effects'][number]['leds']): void {
  for (const { led, color, ms } of changes) {
    if (led >= leds.count) continue;
    if (ms === null || color === null) leds.set(led, color);
    else leds.flash(led, color, ms);
  }
}
