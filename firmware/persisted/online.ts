// Persisted state of online play: the device's role, the code it follows, recent codes and the chosen experience.

import { HOST_CODE_SYMBOLS } from '../../wire/choices.ts';
import { readCode } from '../../wire/crockford.ts';
import { readExperience } from '../../wire/relay/answers.ts';
import type { Experience } from '../../wire/relay/shapes.ts';
import { EMPTY_EXPERIENCE } from '../../wire/relay/state.ts';

/** C80: number of recent codes that the device offers to rejoin. */
const RECENT_CODES_MAX = 4;

export interface OnlineRecord {
  /** `stopping`: no longer hosts, but has not yet reported this to the cloud. */
  readonly role: 'off' | 'host' | 'guest' | 'stopping';
  /** The host's code while the device is a guest; '' otherwise. */
  readonly code: string;
  /** Host codes, newest first. */
  readonly recent: readonly string[];
}

export const OFFLINE: OnlineRecord = { role: 'off', code: '', recent: [] };

const codeFrom = (data: unknown): string => (typeof data === 'string' ? (readCode(data, HOST_CODE_SYMBOLS) ?? '') : '');

/** Reads the state from stored data; a guest without a code becomes 'off'. */
export function onlineFrom({ role, code: stored, recent }: Readonly<Record<string, unknown>>): OnlineRecord {
  const code = role === 'guest' ? codeFrom(stored) : '';
  const codes = Array.isArray(recent) ? recent.map((entry) => codeFrom(entry)).filter((entry) => entry !== '') : [];
  const following = code === '' ? 'off' : 'guest';
  return {
    role: role === 'host' || role === 'stopping' ? role : following,
    code,
    recent: [...new Set(codes)].slice(0, RECENT_CODES_MAX),
  };
}

/** Sets the role; a code the device follows moves to the front of the recent ones. */
export function withRole(online: OnlineRecord, role: OnlineRecord['role'], code: string): OnlineRecord {
  if (code === '') return { role, code, recent: online.recent };
  // If the host of a guest renews its code, drop the old one: it soon expires.
  const renewed = online.role === 'guest' && role === 'guest' ? online.code : code;
  const others = online.recent.filter((entry) => entry !== code && entry !== renewed);
  return { role, code, recent: [code, ...others].slice(0, RECENT_CODES_MAX) };
}

/** Removes a code that no longer belongs to any session. */
export const withoutCode = (online: OnlineRecord, code: string): OnlineRecord => ({
  ...online,
  recent: online.recent.filter((entry) => entry !== code),
});

export function experienceFrom(data: Readonly<Record<string, unknown>>): Experience {
  return readExperience(data) ?? EMPTY_EXPERIENCE;
}
