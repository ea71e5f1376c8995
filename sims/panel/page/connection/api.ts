// The device's HTTP surface, as far as this page uses it.

import type { MachineChart } from '../machines/machine-chart.ts';
import { saveAs } from '../common/save-as.ts';

/** What went wrong, as a sentence for people; null when nothing did. */
export type Problem = string | null;

/** As POST /api/time takes it. */
export interface TimeChange {
  readonly paused?: boolean;
  readonly speed?: number | 'max';
  readonly step?: 'event';
  readonly advance_ms?: number;
}

/** As GET storage answers. */
export interface StorageLook {
  readonly writes: number;
  readonly cuts_at_next_write: boolean;
  readonly records: readonly {
    readonly name: string;
    readonly copies: readonly {
      readonly file: string;
      readonly version: number | null;
      readonly bytes: number;
      readonly damage: string;
    }[];
  }[];
}

/** As POST network takes it. */
export interface NetworkChange {
  readonly joined?: boolean;
  readonly cloud?: boolean;
  readonly delay_ms?: number;
  readonly loss_percent?: number;
}

/** As POST storage takes it. */
export interface StorageChange {
  readonly damage?: string;
  readonly cut_at_next_write?: boolean;
}

export type RecordingFile = 'recording.tapin.gz' | 'scenario.yaml' | 'trace.json' | 'signals.vcd';
export type PowerAction = 'on' | 'off' | 'cut' | 'reset';

export interface Api {
  strike(numbers: Readonly<Record<string, number>>): Promise<Problem>;
  plug(plugged: boolean): Promise<Problem>;
  fault(fault: string): Promise<Problem>;
  golfer(on: boolean): Promise<Problem>;
  power(action: PowerAction): Promise<Problem>;
  network(change: NetworkChange): Promise<Problem>;
  clock(wrong_by_s: number): Promise<Problem>;
  /** Of all devices. */
  time(change: TimeChange): Promise<Problem>;
  /** The screen as it is now, as a file of this name. */
  downloadScreen(file_name: string): Promise<Problem>;
  /** The results of all sets, as a file of this name. */
  downloadHistory(kind: 'csv' | 'json', file_name: string): Promise<Problem>;
  /** What was done with all devices since they were switched on, as a file of this name. */
  downloadRecording(name: RecordingFile, until_ms: number | null, file_name: string): Promise<Problem>;
  /** Null where somebody must go there. */
  storage(): Promise<StorageLook | null>;
  changeStorage(change: StorageChange): Promise<Problem>;
  /** What is stored, or was until a moment, as a text of JSON; or the problem. */
  memory(until_ms: number | null): Promise<{ readonly text: string } | { readonly problem: string }>;
  /** Such a text. */
  putMemory(text: string): Promise<Problem>;
  /** Null where there is none. */
  chart(machine: string): Promise<MachineChart | null>;
  /** Why this page may not talk to its server, say because another run of tapin is there now; null where it may. */
  refusal(): Promise<Problem>;
}

export function createApi(token: string, device: number): Api {
  const base = `/api/devices/${device}`;
  const headers = { Authorization: `Bearer ${token}` };
  const postText = (path: string, body: string): Promise<Problem> =>
    attempt(() => fetch(path, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body }));
  const post = (path: string, body: object): Promise<Problem> => postText(path, JSON.stringify(body));
  return {
    strike: (numbers) => post(`${base}/strike`, numbers),
    plug: (plugged) => post(`${base}/link`, { plugged }),
    fault: (fault) => post(`${base}/fault`, { fault }),
    golfer: (on) => post(`${base}/golfer`, { on }),
    power: (action) => post(`${base}/power`, { action }),
    network: (change) => post(`${base}/network`, change),
    clock: (wrong_by_s) => post(`${base}/clock`, { wrong_by_s }),
    time: (change) => post('/api/time', change),
    downloadScreen: (file_name) =>
      attempt(
        () => fetch(`${base}/screen.png?token=${encodeURIComponent(token)}`, { headers }),
        async (response) => saveAs(await response.blob(), file_name),
      ),
    downloadHistory: (kind, file_name) =>
      attempt(
        () => fetch(`${base}/history.${kind}`, { headers }),
        async (response) => saveAs(await response.blob(), file_name),
      ),
    downloadRecording: (name, until_ms, file_name) =>
      attempt(
        () => fetch(`/api/${name}${untilQuery(until_ms)}`, { headers }),
        async (response) => saveAs(await response.blob(), file_name),
      ),
    async storage() {
      const response = await fetch(`${base}/storage`, { headers }).catch(() => null);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page comes from the server that answers it
      return response?.ok ? ((await response.json()) as StorageLook) : null;
    },
    changeStorage: (change) => post(`${base}/storage`, change),
    async memory(until_ms) {
      let text = '';
      const problem = await attempt(
        () => fetch(`${base}/memory.json${untilQuery(until_ms)}`, { headers }),
        async (response) => void (text = await response.text()),
      );
      return problem === null ? { text } : { problem };
    },
    putMemory: (text) => postText(`${base}/memory`, text),
    async chart(machine) {
      const response = await fetch(`${base}/chart?machine=${encodeURIComponent(machine)}`, { headers }).catch(
        () => null,
      );
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page comes from the server that sends its charts
      return response?.ok ? ((await response.json()) as MachineChart) : null;
    },
    async refusal() {
      const response = await fetch('/api/devices', { headers }).catch(() => null);
      return response === null || response.ok ? null : messageOf(response);
    },
  };
}

const untilQuery = (until_ms: number | null): string => (until_ms === null ? '' : `?until_ms=${until_ms.toFixed(3)}`);

/** How many devices the server has; null when it does not say. */
export async function countDevices(token: string): Promise<number | null> {
  const response = await fetch('/api/devices', { headers: { Authorization: `Bearer ${token}` } }).catch(() => null);
  const devices: unknown = response?.ok ? await response.json().catch(() => null) : null;
  return Array.isArray(devices) ? devices.length : null;
}

async function attempt(ask: () => Promise<Response>, use?: (response: Response) => Promise<void>): Promise<Problem> {
  try {
    const response = await ask();
    if (!response.ok) return await messageOf(response);
    await use?.(response);
    return null;
  } catch {
    return 'tapin did not answer.';
  }
}

async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string') {
    return body.message;
  }
  return `tapin answered with an error (${response.status}).`;
}
