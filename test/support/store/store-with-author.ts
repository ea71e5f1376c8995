// The real store with the device's own checker, and an author who publishes extensions in it.

import type { ExecutionContext } from 'ava';
import * as v from 'valibot';
import { manifestOf } from '../extension/extension-fixture.ts';
import { deviceCheck } from './store-fixture.ts';
import { servedStore, type Author, type StoreWorld } from './store-world.ts';
import { readAs } from '../read-json.ts';

export interface Shop extends StoreWorld {
  readonly ann: Author;
  /** Publishes an extension of this name and returns its code. */
  publish(name: string, text?: string): Promise<string>;
  update(code: string, name: string, text?: string): Promise<void>;
  setDefault(code: string, flag?: boolean, version?: number): Promise<void>;
}

export async function shop(t: ExecutionContext): Promise<Shop> {
  const world = await servedStore(t, { check: await deviceCheck() });
  const ann = await world.author('ann');
  return {
    ...world,
    ann,
    async publish(name, text = '') {
      const answer = await ann.post({ text: manifestOf(name) + text, description: 'A drill.' });
      t.is(answer.status, 201, answer.text);
      return readAs(v.object({ id: v.string() }), answer.json()).id;
    },
    async update(code, name, text = '') {
      const answer = await ann.put(code, { text: manifestOf(name) + text });
      t.is(answer.status, 200, answer.text);
    },
    async setDefault(code, flag = true, version = 1) {
      const answer = await world.decide(code, flag ? { default: true, version } : { default: false });
      t.is(answer.status, 200, answer.text);
    },
  };
}
