// Actors of an extension: reads its script from the flash, and runs its isolate with time, sound, light and log.

import { fromCallback, fromPromise } from 'xstate';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Flash } from '../../hal/flash/flash.ts';
import type { Isolates } from '../../hal/isolate/isolate.ts';
import type { Leds } from '../../hal/leds/leds.ts';
import type { Log } from '../../hal/log/log.ts';
import type { Random } from '../../hal/random/random.ts';
import type { Speaker } from '../../hal/speaker/speaker.ts';
import { sha256Of } from '../../wire/signing.ts';
import type { HostAnswer, HostRequest } from '../extension-runtime/host.ts';
import type { Effects } from '../extension-runtime/session.ts';
import { textRecord, type Installed } from '../persisted/extensions.ts';
import { createLogLimiter, createSoundLimiter } from './effect-limits.ts';
import { hostAnswer, sessionInputOf, type ExtensionInput } from './extension.ts';
import type { ScriptEvent, ScriptRequest } from './extension.machine.ts';

/** Reads the script of an extension and verifies that it is the one installed (R103, R117). */
export const readTextFrom = (flash: Flash) =>
  fromPromise<string, Installed>(async ({ input }) => {
    const { sha256 } = input;
    const read = await flash.read(textRecord(input));
    const bytes = read.ok ? read.value.value : null;
    if (!bytes || sha256Of(bytes) !== sha256) throw new Error('Text damaged or missing: reinstall the extension.');
    return new TextDecoder().decode(bytes);
  });

interface ScriptPorts {
  readonly isolates: Isolates;
  readonly clock: Clock;
  readonly random: Random;
  readonly speaker: Speaker;
  readonly leds: Leds;
  readonly log: Log;
  /** Called when the extension is closed. */
  readonly left: () => void;
}

/** Interval of `ext.update` while the extension is on the screen. */
const UPDATE_EVERY_MS = 33;
const UPDATE_S = 1 / 30;

export const scriptFrom = (ports: ScriptPorts) =>
  fromCallback<ScriptRequest, ExtensionInput & { readonly text: string }>(({ input, sendBack, receive }) => {
    const { clock } = ports;
    const isolate = ports.isolates.start();
    const start_ms = clock.now_ms();
    const now_ms = (): number => clock.now_ms() - start_ms;
    let [due, update]: Alarm[] = [null, null];
    let updating = false;
    const effects = effectsOn(input, ports);

    const ask = (request: HostRequest, answered: (answer: HostAnswer) => void = () => {}): void =>
      isolate.request(request, (result) => {
        if (!result.ok)
          return sendBack({ type: 'script.gone', reason: reasonOf(result.error.message) } satisfies ScriptEvent);
        const answer = hostAnswer(result.value);
        for (const each of answer.effects) effects.carryOut(each);
        plan(answer);
        const unix_s = clock.synced() ? clock.unix_s() : 0;
        sendBack({ type: 'script.answered', answer, unix_s } satisfies ScriptEvent);
        answered(answer);
      });

    /** Schedules the alarms that the extension needs. */
    const plan = ({ failure, next_due_ms, updates }: HostAnswer): void => {
      clock.clearTimeout(due);
      due = null;
      if (failure) return;
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

    const seed = ports.random.int(2 ** 31 - 1);
    ask({ kind: 'load', text: input.text, input: sessionInputOf(input, seed) });
    receive(({ request }) =>
      ask({ ...request, now_ms: now_ms() }, ({ shot }) => {
        if (request.kind === 'strike' && shot) sendBack({ type: 'script.shot', strike: request.strike, ...shot });
      }),
    );
    return () => {
      clock.clearTimeout(due);
      clock.clearTimeout(update);
      isolate.end();
      effects.end();
      ports.left();
    };
  });

const reasonOf = (message: string): string => `Stopped: ${message}`;

function effectsOn({ installed, persisted }: ExtensionInput, { clock, log, speaker, leds: lights }: ScriptPorts) {
  const lines = createLogLimiter(clock, ({ level, text }) => log.write(level, `extension ${installed.code}`, text));
  const maySound = createSoundLimiter(clock);
  return {
    carryOut({ sounds, leds, logs }: Effects): void {
      for (const { sound, volume_percent } of sounds)
        if (maySound()) speaker.play(sound, (persisted.settings.sound_percent * (volume_percent ?? 100)) / 100);
      for (const { led, color, ms } of leds) {
        if (led >= lights.count) continue;
        if (ms === null || color === null) lights.set(led, color);
        else lights.flash(led, color, ms);
      }
      for (const line of logs) lines.write(line);
    },
    end: () => lines.end(),
  };
}
