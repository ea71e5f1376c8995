// The front panel of tapin in the machine, by a port of this one that QEMU picks and forwards.

import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import type { Machine } from '../machine/machine.ts';
import { forwardPort } from './forward.ts';

const PORT = 8321;
const ANSWER_MS_MAX = 120_000;

export interface GuestPanel {
  /** The address for a browser here, with its token. */
  readonly url: string;
  /** What a path says. Errors: `rig_failed`. */
  get(path: string): Promise<Result<string>>;
  /** The same, as bytes. */
  read(path: string): Promise<Result<Uint8Array>>;
}

/** `token`: what tapin printed, or what its data folder keeps. Errors: `rig_failed`. */
export async function openGuestPanel({ qmp }: Pick<Machine, 'qmp'>, token: string): Promise<Result<GuestPanel>> {
  const port = await forwardPort({ qmp }, PORT);
  if (!port.ok) return port;
  const origin = `http://127.0.0.1:${port.value}`;
  const read = async (path: string): Promise<Result<Uint8Array>> => {
    const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
    try {
      const response = await fetch(`${origin}${path}`, { headers, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
      const body = await response.bytes();
      return response.ok
        ? ok(body)
        : fail('rig_failed', `The panel says ${response.status} to ${path}: ${textOf(body)}`);
    } catch (thrown) {
      return fail('rig_failed', `The panel does not answer ${path}: ${reasonOf(thrown)}.`);
    }
  };
  return ok({
    url: `${origin}/?token=${token}`,
    async get(path) {
      const body = await read(path);
      return body.ok ? ok(textOf(body.value)) : body;
    },
    read,
  });
}

/** Of fetch's own error, which says nothing. */
const reasonOf = (thrown: unknown): string =>
  messageOf(thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown);

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);
