// Persisted state of online play: the device's role, the code it follows, recent codes and the chosen experience.

import { HOST_CODE_SYMBOLS } from '../../wire/choices.ts';
import { readCode } from '../../wire/crockford.ts';
import { readExperience } from '../../wire/relay/answers.ts';
import type { Experience } from '../../wire/relay/shapes.ts';
import { EMPTY_EXPERIENCE } from '../../wire/relay/state.ts';

/** C80: number of recent codes that the device offers to rejoin. */
const RECENT_CODES_MAX = 4;

export interface OnlinePart {
  /** `stopping`: no longer hosts, but has not yet reported this to the cloud. */
  readonly role: 'off' | 'host' | 'guest' | 'stopping';
  /** The host's code while the device is a guest; '' otherwise. */
  readonly code: string;
  /** Host codes, newest first. */
  readonly recent: readonly string[];
}

export const OFFLINE: OnlinePart = { role: 'off', code: '', recent: [] };

const codeFrom = (data: unknown): string => (typeof data === 'string' ? (readCode(data, HOST_CODE_SYMBOLS) ?? '') : '');

/** Reads the state from stored data; a guest without a code becomes 'off'. */
export function onlineFrom({ role, code: stored, recent }: Readonly<Record<string, unknown>>): OnlinePart {
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
export function withRole(part: OnlinePart, role: OnlinePart['role'], code: string): OnlinePart {
  if (code === '') return { role, code, recent: part.recent };
  // If the host of a guest renews its code, drop the old one: it soon expires.
  const renewed = part.role === 'guest' && role === 'guest' ? part.code : code;
  const others = part.recent.filter((entry) => entry !== code && entry !== renewed);
  return { role, code, recent: [code, ...others].slice(0, RECENT_CODES_MAX) };
}

/** Removes a code that no longer belongs to any session. */
export const withoutCode = (part: OnlinePart, code: string): OnlinePart => ({
  ...part,
  recent: part.recent.filter((entry) => entry !== code),
});

export function experienceFrom(data: Readonly<Record<string, unknown>>): Experience {
  return readExperience(data) ?? EMPTY_EXPERIENCE;
}
