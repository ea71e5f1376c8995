// Client for the part of the devices' API that this page uses.

import type { MachineChart } from '../machines/machine-chart.ts';
import { saveAs } from '../common/save-as.ts';
import type { PanelTransport } from './transport.ts';

/** Error as a sentence for people; null on success. */
export type ApiProblem = string | null;

/** Body of POST /api/time. */
export interface TimeChange {
  readonly paused?: boolean;
  readonly speed?: number | 'max';
  readonly step?: 'event';
  readonly advance_ms?: number;
}

/** Answer of GET storage. */
export interface StorageInfo {
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

/** Body of POST network. */
export interface NetworkChange {
  readonly joined?: boolean;
  readonly cloud?: boolean;
  readonly delay_ms?: number;
  readonly loss_percent?: number;
}

/** Body of POST storage. */
export interface StorageChange {
  readonly damage?: string;
  readonly cut_at_next_write?: boolean;
}

export type RecordingFile = 'recording.tapin.gz' | 'scenario.yaml' | 'trace.json' | 'signals.vcd';
export type PowerAction = 'on' | 'off' | 'cut' | 'reset';

export interface Api {
  strike(numbers: Readonly<Record<string, number>>): Promise<ApiProblem>;
  plug(plugged: boolean): Promise<ApiProblem>;
  fault(fault: string): Promise<ApiProblem>;
  golfer(on: boolean): Promise<ApiProblem>;
  power(action: PowerAction): Promise<ApiProblem>;
  network(change: NetworkChange): Promise<ApiProblem>;
  clock(wrong_by_s: number): Promise<ApiProblem>;
  /** Changes the time of all devices. `event`: the one that a step or a breakpoint reached; '' for none. */
  time(change: TimeChange): Promise<{ readonly problem: ApiProblem; readonly event: string }>;
  /** Adds, switches or removes a breakpoint. */
  addBreakpoint(kind: string, value: string, when: string): Promise<ApiProblem>;
  turnBreakpoint(id: number, on: boolean): Promise<ApiProblem>;
  removeBreakpoint(id: number): Promise<ApiProblem>;
  /** Downloads the current screen as a file of this name. */
  downloadScreen(file_name: string): Promise<ApiProblem>;
  /** Saves the results of all sets, or all putts. */
  downloadHistory(what: 'history' | 'putts', kind: 'csv' | 'json', file_name: string): Promise<ApiProblem>;
  /** Downloads the recording of all devices since they were switched on, as a file of this name. */
  downloadRecording(name: RecordingFile, until_ms: number | null, file_name: string): Promise<ApiProblem>;
  /** Returns the storage; null for a real device, which must be accessed by hand. */
  storage(): Promise<StorageInfo | null>;
  changeStorage(change: StorageChange): Promise<ApiProblem>;
  /** Returns the stored records, now or at a past time, as JSON text; or the problem. */
  memory(until_ms: number | null): Promise<{ readonly text: string } | { readonly problem: string }>;
  /** Uploads a memory as such JSON text. */
  putMemory(text: string): Promise<ApiProblem>;
  /** Returns the statechart of a machine, reduced to a state and its neighbours unless `around` is ''; null if none. */
  chart(machine: string, around: string): Promise<MachineChart | null>;
  /**
   * Returns why the server refuses this page, for example because another run of tapin is there now; null if it does
   * not.
   */
  refusal(): Promise<ApiProblem>;
}

const JSON_BODY = { 'Content-Type': 'application/json' };

export function createApi({ call }: PanelTransport, device: number): Api {
  const base = `/api/devices/${device}`;
  const callPost = (path: string, body: string): Promise<Response> =>
    call(path, { method: 'POST', headers: JSON_BODY, body });
  const postText = (path: string, body: string): Promise<ApiProblem> => attempt(() => callPost(path, body));
  const post = (path: string, body: object): Promise<ApiProblem> => postText(path, JSON.stringify(body));
  return {
    strike: (numbers) => post(`${base}/strike`, numbers),
    plug: (plugged) => post(`${base}/link`, { plugged }),
    fault: (fault) => post(`${base}/fault`, { fault }),
    golfer: (on) => post(`${base}/golfer`, { on }),
    power: (action) => post(`${base}/power`, { action }),
    network: (change) => post(`${base}/network`, change),
    clock: (wrong_by_s) => post(`${base}/clock`, { wrong_by_s }),
    async time(change) {
      let event = '';
      const problem = await attempt(
        () => callPost('/api/time', JSON.stringify(change)),
        async (response) => void (event = eventIn(await response.json())),
      );
      return { problem, event };
    },
    addBreakpoint: (kind, value, when) => post('/api/breakpoints', { [kind]: value, ...(when && { when }) }),
    turnBreakpoint: (id, on) => post('/api/breakpoints/change', { id, on }),
    removeBreakpoint: (id) => post('/api/breakpoints/remove', { id }),
    downloadScreen: (file_name) =>
      attempt(
        () => call(`${base}/screen.png`),
        async (response) => saveAs(await response.blob(), file_name),
      ),
    downloadHistory: (what, kind, file_name) =>
      attempt(
        () => call(`${base}/${what}.${kind}`),
        async (response) => saveAs(await response.blob(), file_name),
      ),
    downloadRecording: (name, until_ms, file_name) =>
      attempt(
        () => call(`/api/${name}${untilQuery(until_ms)}`),
        async (response) => saveAs(await response.blob(), file_name),
      ),
    async storage() {
      const response = await call(`${base}/storage`).catch(() => null);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- page and server are the same version
      return response?.ok ? ((await response.json()) as StorageInfo) : null;
    },
    changeStorage: (change) => post(`${base}/storage`, change),
    async memory(until_ms) {
      let text = '';
      const problem = await attempt(
        () => call(`${base}/memory.json${untilQuery(until_ms)}`),
        async (response) => void (text = await response.text()),
      );
      return problem === null ? { text } : { problem };
    },
    putMemory: (text) => postText(`${base}/memory`, text),
    async chart(machine, around) {
      const reduced = around && `&around=${encodeURIComponent(around)}`;
      const response = await call(`${base}/chart?machine=${encodeURIComponent(machine)}${reduced}`).catch(() => null);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- page and server are the same version
      return response?.ok ? ((await response.json()) as MachineChart) : null;
    },
    async refusal() {
      const response = await call('/api/devices').catch(() => null);
      return response === null || response.ok ? null : messageOf(response);
    },
  };
}

/** Returns the event that an answer of POST /api/time names; '' for none. */
const eventIn = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'event' in answer ? String(answer.event) : '';

const untilQuery = (until_ms: number | null): string => (until_ms === null ? '' : `?until_ms=${until_ms.toFixed(3)}`);

async function attempt(ask: () => Promise<Response>, use?: (response: Response) => Promise<void>): Promise<ApiProblem> {
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
