// What the store asks before it takes a text: the device's own checker.

import type { PublishCheck } from '../cloud-stub/store/check.ts';
import { checkIsolated } from '../simulation/extension-script/isolated-check.ts';

const encoder = new TextEncoder();

export const publishCheck: PublishCheck = async (text) => {
  const checked = await checkIsolated(encoder.encode(text));
  if (checked.ok) return checked.value;
  if (checked.error.code === 'isolate_slow') return without('checker_busy', 'The check did not come to its end.');
  return without('runaway_top_level', 'The top level breaks the machine that runs it.');
};

const without = (code: 'checker_busy' | 'runaway_top_level', message: string): Awaited<ReturnType<PublishCheck>> => ({
  ok: false,
  problem: { code, message, line: null },
});
