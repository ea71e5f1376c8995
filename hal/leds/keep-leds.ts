// Keeps LEDs whose hardware may appear after the start: they stay dark until all are present.

import type { Result } from '../../wire/errors.ts';
import type { Log } from '../log/log.ts';
import type { LedOutput } from './leds-sysfs.ts';

interface KeepLedsOptions {
  open(): Result<LedOutput>;
  readonly log: Log;
  /** Calls `changed` when an LED may have appeared. @returns Unsubscribes. */
  onNews(changed: () => void): () => void;
}

/** Opens the LEDs, and logs why they stay dark; an LED that appears later shows its latest colour immediately. */
export function keepLeds({ open, log, onNews }: KeepLedsOptions): LedOutput {
  let colors: readonly (string | null)[] = [];
  const first = open();
  let output = first.ok ? first.value : null;
  let last_message = '';
  const report = (problem: string): void => {
    if (problem !== last_message) log.write('warn', 'leds', `${problem} All LEDs stay dark until this is fixed.`);
    last_message = problem;
  };
  if (!first.ok) report(first.error.message);
  const tryToOpen = (): void => {
    if (output) return;
    const opened = open();
    if (!opened.ok) return report(opened.error.message);
    log.write('info', 'leds', 'The LEDs are ready.');
    output = opened.value;
    output.show(colors);
  };
  const end = first.ok ? () => {} : onNews(tryToOpen);
  return {
    show(shown) {
      colors = shown;
      if (output) output.show(shown);
      // Permissions are set only after the kernel has announced a new LED.
      else tryToOpen();
    },
    close() {
      end();
      output?.close();
    },
  };
}
