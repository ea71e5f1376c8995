// The front panel of tapin in the machine, by a port of this one that QEMU picks and forwards.

import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Machine } from '../machine.ts';

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
  const monitor = async (line: string): Promise<Result<string>> => {
    const said = await qmp.call('human-monitor-command', { 'command-line': line });
    return said.ok ? ok(String(said.value)) : said;
  };
  const forwarded = await monitor(`hostfwd_add tcp:127.0.0.1:0-:${PORT}`);
  if (!forwarded.ok) return forwarded;
  if (forwarded.value.trim() !== '')
    return fail('rig_failed', `QEMU does not forward a port: ${forwarded.value.trim()}`);
  const network = await monitor('info usernet');
  if (!network.ok) return network;
  const port = forwardedPort(network.value);
  if (port === null) return fail('rig_failed', 'QEMU does not say which port it forwards.');
  const origin = `http://127.0.0.1:${port}`;
  const read = async (path: string): Promise<Result<Uint8Array>> => {
    const headers = { Authorization: `Bearer ${token}` };
    try {
      const response = await fetch(`${origin}${path}`, { headers, signal: AbortSignal.timeout(ANSWER_MS_MAX) });
      const body = await response.bytes();
      return response.ok
        ? ok(body)
        : fail('rig_failed', `The panel says ${response.status} to ${path}: ${textOf(body)}`);
    } catch (thrown) {
      return fail('rig_failed', `The panel does not answer ${path}: ${String(thrown)}.`);
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

const textOf = (body: Uint8Array): string => new TextDecoder().decode(body);

/** The last forwarded port of QEMU's table: `TCP[HOST_FORWARD]  13  127.0.0.1 39817  10.0.2.15  8321 …`. */
export function forwardedPort(table: string): number | null {
  const rows = [...table.matchAll(/TCP\[HOST_FORWARD\]\s+\d+\s+127\.0\.0\.1\s+(\d+)\s+\S+\s+(\d+)/g)];
  const row = rows.findLast(([, , guest_port]) => Number(guest_port) === PORT);
  return row ? Number(row[1]) : null;
}
