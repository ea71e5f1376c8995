// Check before the store accepts a script: runs the device's own checker and renders the extension.

import type { Figures, Looks, PublishCheck } from '../../cloud-stub/store/check.ts';
import type { CheckVerdict } from '../../firmware/extension-runtime/check.ts';
import { COLOR } from '../../firmware/ui/theme.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH, type DisplayItem, type DisplayList } from '../../hal/screen/screen.ts';
import { warningText } from '../../firmware/extension-runtime/try-out.ts';
import { checkIsolated } from '../../simulation/extension-script/isolated-check.ts';

const encoder = new TextEncoder();

export const publishCheck: PublishCheck = async (text) => {
  const checked = await checkIsolated(encoder.encode(text), true);
  if (checked.ok) {
    const verdict = checked.value;
    if (!verdict.ok) return verdict;
    return { ok: true, extension: verdict.extension, looks: await looksOf(verdict) };
  }
  if (checked.error.code === 'isolate_slow') return without('checker_busy', 'The check did not finish in time.');
  return without('runaway_top_level', 'The top level crashes the Lua runtime.');
};

const without = (code: 'checker_busy' | 'runaway_top_level', message: string): Awaited<ReturnType<PublishCheck>> => ({
  ok: false,
  problem: { code, message, line: null },
});

/** Background that a device draws below an extension's picture. */
const GROUND: DisplayItem = { kind: 'rect', x: 0, y: 0, w: SCREEN_WIDTH, h: SCREEN_HEIGHT, fill: COLOR.ground };

async function pictured(list: DisplayList, scale = 1): Promise<Uint8Array> {
  const { createRaster } = await import('../../hal/screen/raster.ts'); // loaded late: a cloud without publishing needs none
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
