// Calls and events of a machine, with the test in the place of QEMU: buffered lines, calls and events.

import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { createCalls } from '../../../rig/machine/calls.ts';
import { openChannel, type Channel } from '../../../rig/machine/channel.ts';
import { createAgent } from '../../../rig/machine/agent.ts';
import { fieldsIn } from '../../support/read-json.ts';

interface Ends {
  readonly channel: Channel;
  send(line: unknown): void;
  readonly received: Interface;
}

/** Opens both ends. QEMU connects late: only when `connected` is called. */
async function openEnds(t: ExecutionContext): Promise<{ readonly channel: Channel; connected(): Ends }> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-test-'));
  const path = join(folder, 'channel.sock');
  const channel = await openChannel(path);
  t.teardown(() => {
    channel.close();
    rmSync(folder, { recursive: true });
  });
  return {
    channel,
    connected() {
      const socket = connect(path);
      t.teardown(() => void socket.destroy());
      const send = (line: unknown): void => void socket.write(`${JSON.stringify(line)}\n`);
      return { channel, send, received: createInterface({ input: socket }) };
    },
  };
}

test('[rig] keeps lines until they are taken, and drops those before a taken one', async (t) => {
  const { channel, connected } = await openEnds(t);
  const { send } = connected();
  const number = (line: string): number | null => (Number(line) > 0 ? Number(line) : null);
  for (const line of ['none', 3, 'none', 4, 5, 6]) send(line);
  t.deepEqual(await channel.next('A number', 10_000, number), { ok: true, value: 3 });
  t.deepEqual(await channel.next('A five', 10_000, (line) => (number(line) === 5 ? 5 : null)), { ok: true, value: 5 });
  t.deepEqual(await channel.next('A six', 10_000, number), { ok: true, value: 6 });
  const none = await channel.next('A number', 0, number);
  t.is(none.ok || none.error.message, 'A number did not come within 0 s.');
});

test('[rig] matches answers to calls in any order, and reports a refusal as a sentence', async (t) => {
  const { channel, connected } = await openEnds(t);
  const { call } = createCalls(channel, 'QEMU');
  const answers = [call('first', { a: 1 }), call('second')];
  const { send, received } = connected();
  const requests = [];
  for await (const line of received) if (requests.push(fieldsIn(line)) === 2) break;
  t.deepEqual(
    requests.map(({ execute, arguments: args }) => [execute, args]),
    [
      ['first', { a: 1 }],
      ['second', {}],
    ],
  );
  send({ QMP: {} });
  send({ error: { desc: 'No such thing' }, id: requests[1]?.['id'] });
  send({ return: { b: 2 }, id: requests[0]?.['id'] });
  t.deepEqual(await answers[0], { ok: true, value: { b: 2 } });
  const refused = await answers[1]!;
  t.is(refused.ok || refused.error.message, 'QEMU refused second: No such thing.');
});

test('[rig] waits for an event by name and content', async (t) => {
  const { channel, connected } = await openEnds(t);
  const calls = createCalls(channel, 'QEMU');
  const gone = calls.event('DEVICE_DELETED', 10_000, ({ device }) => device === 'sensor');
  const { send } = connected();
  for (const [event, device] of [
    ['DEVICE_DELETED', 'other'],
    ['RESUME', 'sensor'],
    ['DEVICE_DELETED', 'sensor'],
  ])
    send({ event, data: { device } });
  t.deepEqual(await gone, { ok: true, value: { device: 'sensor' } });
});

test('[rig] polls a program in the machine until it exits, and checks its exit code', async (t) => {
  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  const requests: string[] = [];
  const ends = [{ exited: false }, { exited: true, exitcode: 0, 'out-data': encoded('said') }];
  const agent = createAgent({
    call(execute) {
      requests.push(execute);
      return Promise.resolve({ ok: true, value: execute === 'guest-exec' ? { pid: 7 } : ends.shift() });
    },
  });
  t.deepEqual(await agent.run('true'), { ok: true, value: 'said' });
  t.deepEqual(requests, ['guest-exec', 'guest-exec-status', 'guest-exec-status']);
  ends.push({ exited: true, exitcode: 3, 'out-data': encoded('a\nno such file\n') });
  const failed = await agent.run('cat nothing');
  t.is(failed.ok || failed.error.message, 'In the machine, cat nothing failed: no such file');
});
