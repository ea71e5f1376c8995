// Settings > Manage extensions with a store of fixed codes: the list, typing a code, a removal, and errors.

import { readFileSync } from 'node:fs';
import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { failureAnswer, jsonAnswer, textAnswer, type HttpAnswer } from '../../cloud-stub/http/answers.ts';
import { sha256Of } from '../../wire/signing.ts';
import { choose, toMenu } from '../support/device/play.ts';
import { installByCode, storeFixture, toExtensions } from '../support/store/store-fixture.ts';
import type { Visit } from './visit.ts';

const CODES: Readonly<Record<string, string>> = { '1ADDR': 'ladder', C0MET: 'comet', R1NGS: 'rings' };
const textOf = (code: string): Uint8Array => readFileSync(`docs/extensions/examples/${CODES[code]}.lua`);

/** Answers as a store with three of the examples, one of them a default. */
function answer(path: string): HttpAnswer {
  const code = path.slice('/e/'.length);
  if (code === 'check')
    return jsonAnswer(200, {
      installed: [],
      defaults: [{ c: '1ADDR', id: '1ADDR', v: 1, name: 'Ladder', default: true }],
    });
  if (!(code in CODES)) return failureAnswer({ code: 'not_found', message: 'No extension has this code.' });
  const text = textOf(code);
  const headers = { 'X-Extension-Id': code, 'X-Extension-Version': '1', 'X-Extension-Sha256': sha256Of(text) };
  return textAnswer(text, headers);
}

export async function tourStore(visit: Visit): Promise<void> {
  const endpoint = { answer: ({ path }: { path: string }) => Promise.resolve(answer(path)) };
  const at = await storeFixture({ clock: createVirtualClock(), endpoint });
  for (const code of ['C0MET', 'R1NGS']) await installByCode(at.fixture(), code);
  await at.fixture().clock.advance(5000);
  await visit('extensions', at.fixture());
  await installByCode(at.fixture(), 'C0MER');
  await at.fixture().clock.advance(5000);
  await visit('installing-refused', at.fixture());
  await at.fixture().press('back', 'back', 'back');
  await visit('installing', at.fixture());
  await toExtensions(at.fixture());
  await at.fixture().clock.advance(20_000);
  await choose(at.fixture(), 'Comet');
  await visit('removing', at.fixture());
  await at.fixture().press('back');
  await choose(at.fixture(), 'Ladder');
  await visit('removing-default', at.fixture());
  await toMenu(at.fixture());
  at.answer(({ respond }) => {
    respond({ status: 503, text: '' });
    return () => {};
  });
  await at.reboot();
  await visit('menu-problem', at.fixture());
  await toExtensions(at.fixture());
  await at.fixture().clock.advance(20_000);
  await visit('extensions-problem', at.fixture());
}
