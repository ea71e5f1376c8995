// Front panel of tapin in the machine, on a forwarded host port that QEMU picks.

import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { PANEL_PORT } from '../../wire/listening.ts';
import type { JsonFields } from '../../wire/json-fields.ts';
import type { Machine } from '../machine/machine.ts';
import { forwardPort } from './forward.ts';

const ANSWER_MS_MAX = 120_000;

export interface GuestPanel {
  /** URL for a browser on the host, with its token. */
  readonly url: string;
  /** Fetches a path as text. Errors: `rig_failed`. */
  get(path: string): Promise<Result<string>>;
  /** Posts JSON. Errors: `rig_failed`. */
  post(path: string, body: JsonFields): Promise<Result<string>>;
  /** Fetches a path as bytes. Errors: `rig_failed`. */
  read(path: string): Promise<Result<Uint8Array>>;
}

/** Opens the front panel. `token`: the one that tapin printed or stored in its data folder. Errors: `rig_failed`. */
export async function openGuestPanel({ qmp }: Pick<Machine, 'qmp'>, token: string): Promise<Result<GuestPanel>> {
  const port = await forwardPort({ qmp }, PANEL_PORT);
  if (!port.ok) return port;
  const origin = `http://127.0.0.1:${port.value}`;
  const call = async (path: string, more: RequestInit = {}): Promise<Result<Uint8Array>> => {
    const headers = { Authorization: `Bearer ${token}`, Connection: 'close', 'Content-Type': 'application/json' };
    try {
      const response = await fetch(`${origin}${path}`, {
        headers,
        signal: AbortSignal.timeout(ANSWER_MS_MAX),
        ...more,
      });
      const body = await response.bytes();
      return response.ok
        ? ok(body)
        : fail('rig_failed', `The panel answered ${path} with ${response.status}: ${textOf(body)}`);
    } catch (thrown) {
      return fail('rig_failed', `The panel did not answer ${path}: ${reasonOf(thrown)}.`);
    }
  };
  return ok({
    url: `${origin}/?token=${token}`,
    get: async (path) => textIn(await call(path)),
    post: async (path, body) => textIn(await call(path, { method: 'POST', body: JSON.stringify(body) })),
    read: call,
  });
}

/** Returns the cause of a fetch error, whose own message is useless. */
const reasonOf = (thrown: unknown): string =>
  messageOf(thrown instanceof Error && thrown.cause !== undefined ? thrown.cause : thrown);

const textIn = (body: Result<Uint8Array>): Result<string> => (body.ok ? ok(textOf(body.value)) : body);
const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);
