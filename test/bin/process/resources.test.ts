// What a process that serves holds open: closed in the opposite order, whatever of it hangs.

import test from 'ava';
import { openResources } from '../../../bin/process/resources.ts';

test('[cli] at the end all is closed, the last first, and what hangs beyond its patience is left as it is', async (t) => {
  const resources = openResources({});
  const order: string[] = [];
  const closes = (name: string) => async () => void order.push(name);
  resources.onClose(closes('storage'));
  resources.onClose(() => new Promise(() => void order.push('a display that has gone')), 1);
  resources.onClose(closes('panel'), 60_000);
  await resources.close();
  t.deepEqual(order, ['panel', 'a display that has gone', 'storage']);
});
