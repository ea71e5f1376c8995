// Backends for `tapin test --on`.

import { InvalidArgumentError } from 'commander';
import type { BackendName } from '../scenario/play-scenario.ts';

export const VIRTUAL: BackendName = { kind: 'virtual' };

/** Parses the value of `--on`. @throws If it names no backend; the message lists those available. */
export function readBackendName(text: string): BackendName {
  if (text === 'virtual' || text === 'process') return { kind: text };
  const url = text.startsWith('panel=') && URL.canParse(text.slice(6)) ? new URL(text.slice(6)) : null;
  const token = url?.searchParams.get('token') ?? '';
  if (url && /^https?:$/.test(url.protocol) && token !== '') return { kind: 'panel', origin: url.origin, token };
  const [, host, board_port = null] = /^ssh=([^\s,-][^\s,]*)(?:,board=([^\s,]+))?$/.exec(text) ?? [];
  if (host !== undefined) return { kind: 'ssh', host, board_port };
  throw new InvalidArgumentError(
    'A backend must be virtual, process, ssh=DESTINATION, such as ssh=pi@putter.local, or panel=URL as printed by tapin, such as panel=http://127.0.0.1:8321/?token=TOKEN.',
  );
}
