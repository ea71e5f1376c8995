// Calls of the form to the device that serves it, and to the same device on another network.

import type { SetUpState } from './state.ts';

/** Answer of GET set-up. */
export interface SetUp extends SetUpState {
  readonly host: string;
  readonly sensor: string;
  /** Sensors that can be chosen; empty if the sensor is fixed. */
  readonly sensors: readonly string[];
  /** Those of them that are not plugged in. */
  readonly unplugged: readonly string[];
}

/** Whether the device opens its own network, or has it open. */
export const isOnOwn = (action: string): boolean => action === 'opening' || action === 'sharing';

const token = new URLSearchParams(location.search).get('token') ?? '';
const DEVICE = '/api/devices/0';
const PATH = `${DEVICE}/set-up`;
const headers = { Authorization: `Bearer ${token}` };
/** Time limit for an answer. */
const WAIT_MS = 4000;

/** Returns the state of the first start; a message if the device refuses this page; null if it does not answer. */
export async function readSetUp(): Promise<SetUp | string | null> {
  try {
    const response = await fetch(PATH, { headers, signal: AbortSignal.timeout(WAIT_MS) });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- page and server are the same version
    return response.ok ? ((await response.json()) as SetUp) : await messageOf(response);
  } catch {
    return null;
  }
}

/** Sends the form. Returns the problem in a sentence; null on success. */
export const sendForm = (form: Readonly<Record<string, string | boolean>>): Promise<string | null> => post(PATH, form);

/** Lets the device restart with another sensor. Returns the problem in a sentence; null on success. */
export const chooseSensor = (sensor: string): Promise<string | null> => post(`${DEVICE}/sensor`, { sensor });

async function post(path: string, body: Readonly<Record<string, string | boolean>>): Promise<string | null> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.ok ? null : await messageOf(response);
  } catch {
    return 'The putter did not answer. Is your phone still on its network?';
  }
}

async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string')
    return body.message;
  return `The putter answered with an error (${response.status}).`;
}

/** Page for playing, on this address. */
export const PLAY = `/?token=${token}`;
/** Page for playing, at the device's name in its network. */
export const playAt = (host: string): string => `http://${host}:${location.port || 80}${PLAY}`;

/** Whether a device answers at this name. Sends no token: any answer, even a refusal, will do. */
export async function answersAt(host: string): Promise<boolean> {
  try {
    await fetch(`http://${host}:${location.port || 80}/icon.svg`, {
      mode: 'no-cors',
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return true;
  } catch {
    return false;
  }
}
