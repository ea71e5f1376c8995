// Resources that a serving process holds: closed in reverse order, even if one hangs.

import test from 'ava';
import { openResources } from '../../../bin/process/resources.ts';

test('[cli] closes all resources, last first, and abandons one that exceeds its timeout', async (t) => {
  const resources = openResources({});
  const order: string[] = [];
  const closes = (name: string) => async () => void order.push(name);
  resources.onClose(closes('storage'));
  resources.onClose(() => new Promise(() => void order.push('a lost display')), 1);
  resources.onClose(closes('panel'), 60_000);
  await resources.close();
  t.deepEqual(order, ['panel', 'a lost display', 'storage']);
});
