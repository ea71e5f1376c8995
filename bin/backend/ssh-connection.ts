// Another machine by SSH: one connection of the system's own client, which knows its user's keys, names and agents, and programs, tunnels and
// files through it. It never asks: what would need a person at a keyboard is an error.

import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { isFields } from '../../wire/json-fields.ts';

type RemoteProcess = ChildProcessByStdio<Writable, Readable, Readable>;

export interface SshConnection {
  /** Lines of sh, with the rights of root, to their end. @returns What they said on stdout. Errors: `ssh_failed`. */
  run(script: string, stdin?: Uint8Array): Promise<Result<string>>;
  /** The same, and it runs on; it is given what is written to its stdin, and should end with it. */
  start(script: string): RemoteProcess;
  /** A port of that machine's 127.0.0.1, as one of this machine's. Errors: `ssh_failed`. */
  forward(port: number): Promise<Result<number>>;
  close(): Promise<void>;
}

const CONNECT_S_MAX = 30;
/** A machine that says nothing for so long is gone. */
const ALIVE = ['ServerAliveInterval=5', 'ServerAliveCountMax=6'];
const SAID_CHARS_MAX = 2000;

/** What the client is called with: `ssh`, or the words of TAPIN_SSH, such as `ssh -F lab.conf`. */
const client = (): readonly string[] => (process.env['TAPIN_SSH'] ?? '').split(' ').filter(Boolean);

/** `host`: whatever the client takes, such as pi@putter.local or ssh://pi@putter.local:2222. Errors: `ssh_failed`, in the client's words. */
export async function openSsh(host: string): Promise<Result<SshConnection>> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-ssh-'));
  const [program = 'ssh', ...words] = client();
  const shared = [...words, '-o', 'BatchMode=yes', '-o', `ControlPath=${join(folder, 'control')}`];
  const call = (...args: readonly string[]): RemoteProcess =>
    spawn(program, [...shared, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const limits = [`ConnectTimeout=${CONNECT_S_MAX}`, ...ALIVE];
  const says = ['PermitLocalCommand=yes', `LocalCommand=echo ${CONNECTED}`];
  const options = ['ControlMaster=yes', ...limits, ...says].flatMap((option) => ['-o', option]);
  const master = call(...options, '-N', '--', host);
  const ended = once(master, 'close').catch(() => undefined);
  const said = tail(master.stderr);
  const connected = await Promise.race([
    once(createInterface({ input: master.stdout }), 'line').then(([line]) => line === CONNECTED),
    once(master, 'error').then(([thrown]: readonly unknown[]) => messageOf(thrown)),
    ended.then(() => said()),
  ]);
  if (connected !== true) {
    rmSync(folder, { recursive: true, force: true });
    return sshFailed(`There is no way to ${host}`, connected || 'the connection does not come up');
  }
  const start = (script: string): RemoteProcess => call('--', host, asRoot(script));
  return ok({
    start,
    run: (script, stdin) => outcome(start(script), stdin, host),
    async forward(port) {
      const local = await freePort();
      const made = call('-O', 'forward', '-L', `127.0.0.1:${local}:127.0.0.1:${port}`, '--', host);
      const forwarded = await outcome(made, undefined, host);
      return forwarded.ok ? ok(local) : forwarded;
    },
    async close() {
      master.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

const CONNECTED = 'connected';

/** `why`: in the words of a program, with or without a full stop. */
export const sshFailed = (what: string, why: string): Result<never> =>
  fail('ssh_failed', `${what}: ${why.replace(/\.$/, '')}.`);

/** For the shell of whoever logs in. */
const asRoot = (script: string): string => {
  const quoted = `sh -c '${script.replaceAll("'", String.raw`'\''`)}'`;
  return `if [ "$(id -u)" = 0 ]; then exec ${quoted}; else exec sudo -n ${quoted}; fi`;
};

/** The last line that a stream has said so far. */
function tail(stream: Readable): () => string {
  let said = '';
  stream.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-SAID_CHARS_MAX)));
  return () => said.trim().split('\n').at(-1)?.trim() ?? '';
}

async function outcome(child: RemoteProcess, stdin: Uint8Array | undefined, host: string): Promise<Result<string>> {
  const said = tail(child.stderr);
  const out: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  await once(child, 'close');
  if (child.exitCode === 0) return ok(Buffer.concat(out).toString());
  return sshFailed(`On ${host}`, said() || `a program ended with ${child.exitCode ?? child.signalCode}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return isFields(address) ? Number(address['port']) : 0;
}
