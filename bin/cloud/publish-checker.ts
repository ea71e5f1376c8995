// Process that checks scripts for a store: runs the device's own checker and renders the extension. Ends when the store
// disconnects.

import type { CheckResult, Figures, Looks } from '../../cloud-stub/store/check.ts';
import type { CheckVerdict } from '../../firmware/extension-runtime/check.ts';
import { COLOR } from '../../firmware/ui/theme.ts';
import { createRaster } from '../../hal/screen/raster.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH, type DisplayItem, type DisplayList } from '../../hal/screen/screen.ts';
import { warningText } from '../../firmware/extension-runtime/try-out.ts';
import { checkIsolated } from '../../simulation/extension-script/isolated-check.ts';

const encoder = new TextEncoder();

/** Script to check, and the number of the call. */
export interface CheckCall {
  readonly id: number;
  readonly text: string;
}

export interface CheckAnswer {
  readonly id: number;
  readonly result: CheckResult;
}

// A terminal sends its Ctrl-C to this process too; the store ends it.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
process.on('message', ({ id, text }: CheckCall) => {
  void check(text).then((result) => process.send?.({ id, result } satisfies CheckAnswer));
});

async function check(text: string): Promise<CheckResult> {
  const checked = await checkIsolated(encoder.encode(text), true);
  if (checked.ok) {
    const verdict = checked.value;
    if (!verdict.ok) return verdict;
    return { ok: true, extension: verdict.extension, looks: await looksOf(verdict) };
  }
  if (checked.error.code === 'isolate_slow') return without('checker_busy', 'The check did not finish in time.');
  return without('runaway_top_level', 'The top level crashes the Lua runtime.');
}

const without = (code: 'checker_busy' | 'runaway_top_level', message: string): CheckResult => ({
  ok: false,
  problem: { code, message, line: null },
});

/** Background that a device draws below an extension's picture. */
const GROUND: DisplayItem = { kind: 'rect', x: 0, y: 0, w: SCREEN_WIDTH, h: SCREEN_HEIGHT, fill: COLOR.ground };

function pictured(list: DisplayList, scale = 1): Promise<Uint8Array> {
  const raster = createRaster(SCREEN_WIDTH * scale, SCREEN_HEIGHT * scale, { x: 0, y: 0, scale });
  raster.draw([GROUND, ...list]);
  return raster.webp();
}

async function looksOf(verdict: Extract<CheckVerdict, { ok: true }>): Promise<Looks> {
  const [first] = verdict.pictures;
  return {
    thumbnail: first ? await pictured(first, 0.5) : null,
    pictures: await Promise.all(verdict.pictures.map((list) => pictured(list))),
    figures: figuresOf(verdict),
  };
}

function figuresOf(verdict: Extract<CheckVerdict, { ok: true }>): Figures {
  const { peak_heap_bytes: heap_bytes, instructions, call_instructions, paint_us, warnings } = verdict;
  const sentences = warnings.map((warning) => `${warning.line === null ? '' : `Line ${warning.line}: `}${warningText(warning)}`); // oxfmt-ignore
  return { heap_bytes, instructions, call_instructions, paint_us, warnings: sentences };
}
