// A program that stands for aplay: it says by a socket how it was called and what came by its stdin, and goes on until the test ends it or the
// speaker does. It can't be asked to end, as a program that hangs can't.

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
  /** It ends by itself, as it does at the end of a sound. */
  exit(): void;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
}

export interface FakeAplay {
  readonly program: string;
  /** The next call that has sent its whole stdin. */
  call(): Promise<AplayCall>;
}

const RUNNABLE = { mode: 0o755 };
const head = v.object({ args: v.array(v.string()), pid: v.number(), bytes: v.number() });

/** Plain JavaScript, since it is started for every sound. */
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
  /** How it ends from now on, and what it says then. */
  answer(code: number, said?: string): Promise<void>;
}

/** A quick one, for what needs no more than its answer: it ends when its stdin has. */
export async function answeringAplay(t: ExecutionContext): Promise<AnsweringAplay> {
  const folder = await temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  const [program, said_path, code_path] = [at('aplay'), at('said'), at('code')];
  await writeFile(program, `#!/bin/sh\ncat > /dev/null; cat ${said_path} >&2; exit $(cat ${code_path})\n`, RUNNABLE);
  const answer = async (code: number, said = ''): Promise<void> => {
    await writeFile(code_path, String(code));
    await writeFile(said_path, said);
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

function receive(socket: Socket, heard: (call: AplayCall) => void): void {
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let bytes = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf('\n');
    if (end < 0) return;
    const said = readJson(head, bytes.toString('utf8', 0, end));
    const wav = bytes.subarray(end + 1);
    const exit = (): void => void socket.write('exit');
    if (wav.length === said.bytes) heard({ args: said.args, pid: said.pid, wav, exit, gone });
  });
}
