// `tapin mcp` over its stdio, as an agent's host speaks to it, and the messages that it refuses.

import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import test, { type ExecutionContext } from 'ava';
import { parse } from 'yaml';
import { createMcpServer } from '../../../bin/mcp/protocol.ts';
import { fieldsIn, fieldsOf, listOf } from '../../support/read-json.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const TAPIN = fileURLToPath(new URL('../../../tapin', import.meta.url));

/** Starts the server in a folder of its own. */
async function served(t: ExecutionContext) {
  const folder = await temporaryFolder(t);
  const child = spawn(TAPIN, ['mcp'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (method: string, params: object = {}) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
    const line = await lines.next();
    const answer = fieldsIn(String(line.value));
    t.is(answer['id'], id);
    return answer;
  };
  const call = async (name: string, args: object = {}) => {
    const { result } = await ask('tools/call', { name, arguments: args });
    const { content, isError } = fieldsOf(result);
    const parts = listOf(content).map(fieldsOf);
    return { text: String(parts[0]?.['text']), parts, failed: isError === true };
  };
  return { folder, child, ask, call };
}

test('[cli] tapin mcp plays, reads the screen, saves a scenario that passes, and ends with its stdin', async (t) => {
  const { folder, child, ask, call } = await served(t);
  const { result } = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a test', version: '1' } }); // oxfmt-ignore
  t.like(fieldsOf(result), { protocolVersion: '2025-06-18', capabilities: { tools: {} } });
  t.true((await call('screen')).failed, 'nothing is running yet');
  t.regex(
    (await call('start', { head: 'seed: 7\nplayers: [Ana, Bo]' })).text,
    /^device at 0\.00 s:\ntapin · sensor ready\n/,
  );
  t.regex((await call('press', { keys: ['down', 'ok'] })).text, /^> Start$/m);
  t.regex((await call('choose', { rows: ['Start'] })).text, /^Lag putting · Putt 1 of /m);
  t.regex((await call('putt', { putt: { share: 0.8 } })).text, /^device at 2\.56 s:/);
  const waited = await call('wait', { for: { text: 'Verdict: ', within: '10 s' } });
  t.regex(waited.text, /^Verdict: Ana: Short, leaves/m);
  t.like(fieldsIn((await call('states')).text), { set: 'resting', navigation: 'playing' });
  t.regex((await call('events')).text, /machine set: rolling → resting on after settle/);
  const { parts } = await call('screen', { picture: true });
  const png = Buffer.from(String(parts[1]?.['data']), 'base64');
  t.deepEqual([parts[1]?.['mimeType'], png.toString('latin1', 1, 4)], ['image/png', 'PNG']);

  // A step that fails is not saved; those before it are.
  const wrong = await call('steps', { yaml: '- advance: 5 s\n- expect: { page: menu }\n- press: back' });
  t.true(wrong.failed);
  t.regex(wrong.text, /^the page is playing, not menu\nThe screen of device:\nLag putting/);
  const saved = await call('save_scenario', { file: 'putt.yaml', name: 'A putt: short' });
  t.regex(saved.text, /^Wrote putt\.yaml:\n/);
  t.deepEqual(parse(readFileSync(join(folder, 'putt.yaml'), 'utf8')), {
    name: 'A putt: short',
    seed: 7,
    players: ['Ana', 'Bo'],
    steps: [
      { press: ['down', 'ok'] },
      { choose: ['Start'] },
      { putt: { share: 0.8 } },
      { wait_for: { text: 'Verdict: ', within: '10 s' } },
      { advance: '5 s' },
    ],
  });
  t.regex((await call('run_scenarios', { files: ['putt.yaml'] })).text, /^1 passed in /m);
  writeFileSync(join(folder, 'red.yaml'), 'steps:\n  - expect: { page: setup }\n');
  const red = await call('run_scenarios', { files: ['red.yaml', 'putt.yaml'] });
  t.regex(red.text, /^FAIL red\.yaml .*\n {5}red\.yaml:2:5: the page is menu, not setup$/m);
  t.regex(red.text, /^1 passed, 1 failed in /m);
  child.stdin.end();
  t.deepEqual(await once(child, 'exit'), [0, null]);
});

test('[cli] tapin mcp refuses wrong arguments in a sentence, and goes on', async (t) => {
  const { folder, call, ask } = await served(t);
  for (const [name, args, message] of [
    ['press', { keys: ['ok'] }, 'No device is running: call start first.'],
    ['press', { keys: 'ok' }, 'keys: must be a list of keys'],
    ['press', { key: ['ok'] }, 'keys: takes keys and device'],
    ['start', { head: 'sed: 7' }, 'session.yaml:1:1: sed is not a field (did you mean seed?).'],
    ['run_scenarios', { files: [] }, 'run_scenarios takes 1 to 100 files.'],
  ] as const) {
    const { text, failed } = await call(name, args);
    t.true(failed);
    t.is(text.replace(/ is (?:unknown|not a field)[^]*/, ' is not a field (did you mean seed?).'), message);
  }
  await call('start');
  symlinkSync('..', join(folder, 'out'));
  for (const [name, args, message] of [
    ['press', { keys: ['okay'] }, /press/],
    ['press', { keys: ['ok'], device: 'Shed' }, /^There is no device Shed: use device\.$/],
    ['advance', { time: '5' }, /has no unit; write 5 s/],
    ['save_scenario', { file: '../escaped.yaml' }, /must be a path that ends in \.yaml, inside the working directory/],
    ['save_scenario', { file: '/tmp/escaped.yaml' }, /inside the working directory/],
    ['save_scenario', { file: 'out/escaped.yaml' }, /inside the working directory/],
    ['save_scenario', { file: 'plain.txt' }, /ends in \.yaml/],
  ] as const) {
    const { text, failed } = await call(name, args);
    t.true(failed, name);
    t.regex(text, message);
  }
  t.false(existsSync(join(folder, '../escaped.yaml')));
  t.like(fieldsOf((await ask('tools/call', { name: 'nothing' }))['error']), { code: -32_602 });
  t.regex((await call('screen')).text, /sensor ready/, 'the device is still there');
});

const answer = createMcpServer({ name: 'tapin', version: '1', instructions: '' }, []);
for (const [line, code] of [
  ['{', -32_700],
  ['[]', -32_600],
  ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
  ['{"jsonrpc":"2.0","id":1,"method":"nothing"}', -32_601],
  ['{"jsonrpc":"2.0","id":1,"method":"initialize"}', -32_602],
  ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[]}', -32_602],
  [`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(1_000_000)}"}`, -32_600],
] as const)
  test(`[cli] tapin mcp answers ${line.slice(0, 60)} with the error ${code}`, async (t) => {
    t.like(fieldsOf(fieldsIn((await answer(line)) ?? '')['error']), { code });
  });

test('[cli] tapin mcp answers no notification and no response, and every ping', async (t) => {
  t.is(await answer('{"jsonrpc":"2.0","method":"notifications/initialized"}'), null);
  t.is(await answer('{"jsonrpc":"2.0","id":1,"result":{}}'), null);
  t.deepEqual(fieldsIn((await answer('{"jsonrpc":"2.0","id":"a","method":"ping"}')) ?? ''), { jsonrpc: '2.0', id: 'a', result: {} }); // oxfmt-ignore
  const unknown = fieldsIn((await answer('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}')) ?? ''); // oxfmt-ignore
  t.is(fieldsOf(unknown['result'])['protocolVersion'], '2025-06-18', 'the newest one that it speaks');
});

test('[cli] the worked example in docs/mcp.md passes on this firmware', async (t) => {
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(readFileSync('docs/mcp.md', 'utf8')) ?? [];
  const { folder, call } = await served(t);
  writeFileSync(join(folder, 'verdict.yaml'), yaml.replaceAll(/^ {3}/gm, ''));
  t.regex((await call('run_scenarios', { files: ['verdict.yaml'] })).text, /^1 passed in /m);
});
