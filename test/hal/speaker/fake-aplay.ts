// Stand-in for aplay: reports its arguments and stdin over a socket, and runs until the test or the speaker ends it. It
// ignores SIGTERM, like a hung program.

import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { execPath } from 'node:process';
import type { ExecutionContext } from 'ava';
import * as v from 'valibot';
import { readJson } from '../../support/read-json.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

interface AplayCall {
  readonly args: readonly string[];
  readonly pid: number;
  readonly wav: Buffer;
  /** Lets it exit by itself, as at the end of a sound. */
  exit(): void;
  /** Resolves when the process has exited. */
  readonly gone: Promise<void>;
}

export interface FakeAplay {
  readonly program: string;
  /** Returns the next call whose stdin is complete. */
  call(): Promise<AplayCall>;
}

const RUNNABLE = { mode: 0o755 };
const head = v.object({ args: v.array(v.string()), pid: v.number(), bytes: v.number() });

/** Source of the program; plain JavaScript, as it is started for every sound. */
const programText = (socket: string): string => `#!${execPath}
process.on('SIGTERM', () => {});
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
  const wav = Buffer.concat(chunks);
  const test = require('node:net').connect(${JSON.stringify(socket)});
  test.write(JSON.stringify({ args: process.argv.slice(2), pid: process.pid, bytes: wav.length }) + '\\n');
  test.write(wav);
  test.on('data', () => process.exit());
});
`;

interface AnsweringAplay {
  readonly program: string;
  /** Sets its exit code and stderr from now on. */
  answer(code: number, stderr?: string): Promise<void>;
}

/** Creates a quick one for tests that only need its result: it exits at the end of stdin. */
export async function answeringAplay(t: ExecutionContext): Promise<AnsweringAplay> {
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  const [program, stderr_path, code_path] = [at('aplay'), at('said'), at('code')];
  await writeFile(program, `#!/bin/sh\ncat > /dev/null; cat ${stderr_path} >&2; exit $(cat ${code_path})\n`, RUNNABLE);
  const answer = async (code: number, stderr = ''): Promise<void> => {
    await writeFile(code_path, String(code));
    await writeFile(stderr_path, stderr);
  };
  await answer(0);
  return { program, answer };
}

export async function fakeAplay(t: ExecutionContext): Promise<FakeAplay> {
  const folder = await temporaryFolder(t);
  const [program, path] = [join(folder, 'aplay.cjs'), join(folder, 'socket')];
  await writeFile(program, programText(path), RUNNABLE);
  const calls: AplayCall[] = [];
  const waiting: ((call: AplayCall) => void)[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {}); // one that is killed
    receive(socket, (call) => {
      const first = waiting.shift();
      if (first) first(call);
      else calls.push(call);
    });
  });
  await once(server.listen(path), 'listening');
  t.teardown(() => server.close());
  const call = (): Promise<AplayCall> => {
    const first = calls.shift();
    return first ? Promise.resolve(first) : new Promise((resolve) => waiting.push(resolve));
  };
  return { program, call };
}

function receive(socket: Socket, onCall: (call: AplayCall) => void): void {
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf('\n');
    if (end < 0) return;
    const header = readJson(head, bytes.toString('utf8', 0, end));
    const wav = bytes.subarray(end + 1);
    const exit = (): void => void socket.write('exit');
    if (wav.length === header.bytes) onCall({ args: header.args, pid: header.pid, wav, exit, gone });
  });
}
