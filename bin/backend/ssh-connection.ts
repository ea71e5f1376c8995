// SSH connection through the system's own client, so that the user's keys, host names and agents apply; runs programs,
// tunnels and file transfers. Never prompts: anything that needs a person at a keyboard is an error.

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
  /** Runs a shell script as root to completion. @returns Its stdout. Errors: `ssh_failed`. */
  run(script: string, stdin?: Uint8Array): Promise<Result<string>>;
  /**
   * Starts a shell script as root and leaves it running. It reads the stdin written to it, and should end when that
   * closes.
   */
  start(script: string): RemoteProcess;
  /** Forwards a port of the remote 127.0.0.1 to a local port, which it returns. Errors: `ssh_failed`. */
  forward(port: number): Promise<Result<number>>;
  close(): Promise<void>;
}

const CONNECT_S_MAX = 30;
/** Drops a connection that is silent for this long. */
const ALIVE = ['ServerAliveInterval=5', 'ServerAliveCountMax=6'];
const OUTPUT_CHARS_MAX = 2000;

/** Returns the ssh command: `ssh`, or the words of TAPIN_SSH, such as `ssh -F lab.conf`. */
const client = (): readonly string[] => (process.env['TAPIN_SSH'] ?? '').split(' ').filter(Boolean);

/**
 * Connects to `host`: any destination the client accepts, such as pi@putter.local or ssh://pi@putter.local:2222.
 * Errors: `ssh_failed`, with the client's message.
 */
export async function openSsh(host: string): Promise<Result<SshConnection>> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-ssh-'));
  const [program = 'ssh', ...words] = client();
  const shared = [...words, '-o', 'BatchMode=yes', '-o', `ControlPath=${join(folder, 'control')}`];
  const call = (...args: readonly string[]): RemoteProcess =>
    spawn(program, [...shared, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const limits = [`ConnectTimeout=${CONNECT_S_MAX}`, ...ALIVE];
  const local_command = ['PermitLocalCommand=yes', `LocalCommand=echo ${CONNECTED}`];
  const options = ['ControlMaster=yes', ...limits, ...local_command].flatMap((option) => ['-o', option]);
  const master = call(...options, '-N', '--', host);
  const ended = once(master, 'close').catch(() => undefined);
  const lastLine = tail(master.stderr);
  const connected = await Promise.race([
    once(createInterface({ input: master.stdout }), 'line').then(([line]) => line === CONNECTED),
    once(master, 'error').then(([thrown]: readonly unknown[]) => messageOf(thrown)),
    ended.then(() => lastLine()),
  ]);
  if (connected !== true) {
    rmSync(folder, { recursive: true, force: true });
    return sshFailed(`Can't connect to ${host}`, connected || 'the connection failed');
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

/** Returns the error `ssh_failed`. `why`: message of a program, with or without a full stop. */
export const sshFailed = (what: string, why: string): Result<never> =>
  fail('ssh_failed', `${what}: ${why.replace(/\.$/, '')}.`);

/** Wraps a script so that any login shell runs it as root. */
const asRoot = (script: string): string => {
  const quoted = `sh -c '${script.replaceAll("'", String.raw`'\''`)}'`;
  return `if [ "$(id -u)" = 0 ]; then exec ${quoted}; else exec sudo -n ${quoted}; fi`;
};

/** Returns a function that returns the last line received from the stream. */
function tail(stream: Readable): () => string {
  let output = '';
  stream.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-OUTPUT_CHARS_MAX)));
  return () => output.trim().split('\n').at(-1)?.trim() ?? '';
}

async function outcome(child: RemoteProcess, stdin: Uint8Array | undefined, host: string): Promise<Result<string>> {
  const lastLine = tail(child.stderr);
  const out: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  await once(child, 'close');
  if (child.exitCode === 0) return ok(Buffer.concat(out).toString());
  return sshFailed(`On ${host}`, lastLine() || `a command ended with ${child.exitCode ?? child.signalCode}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => void server.close(resolve));
  return isFields(address) ? Number(address['port']) : 0;
}
