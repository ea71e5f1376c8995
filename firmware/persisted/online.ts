// What a device remembers of playing together: its part, the code that it follows, codes to join again, the chosen experience.

import { HOST_CODE_SYMBOLS } from '../../wire/choices.ts';
import { readCode } from '../../wire/crockford.ts';
import { readExperience } from '../../wire/relay/answers.ts';
import type { Experience } from '../../wire/relay/shapes.ts';
import { EMPTY_EXPERIENCE } from '../../wire/relay/state.ts';

/** C80: codes that a device offers to join again. */
const RECENT_CODES_MAX = 4;

export interface OnlinePart {
  /** `stopping`: it hosts no more, and the cloud has not heard of that yet. */
  readonly role: 'off' | 'host' | 'guest' | 'stopping';
  /** The host's code while the device is a guest, else ''. */
  readonly code: string;
  /** Codes of hosts, the newest first. */
  readonly recent: readonly string[];
}

export const OFFLINE: OnlinePart = { role: 'off', code: '', recent: [] };

const codeFrom = (data: unknown): string => (typeof data === 'string' ? (readCode(data, HOST_CODE_SYMBOLS) ?? '') : '');

/** Out of stored data; a guest without a code is off. */
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

/** The part that a device takes; a code that it follows is the newest of those to join again. */
export function withRole(part: OnlinePart, role: OnlinePart['role'], code: string): OnlinePart {
  if (code === '') return { role, code, recent: part.recent };
  // A guest whose host has renewed its code: the old one leads nowhere before long.
  const renewed = part.role === 'guest' && role === 'guest' ? part.code : code;
  const others = part.recent.filter((entry) => entry !== code && entry !== renewed);
  return { role, code, recent: [code, ...others].slice(0, RECENT_CODES_MAX) };
}

/** Without a code that no session has any more. */
export const withoutCode = (part: OnlinePart, code: string): OnlinePart => ({
  ...part,
  recent: part.recent.filter((entry) => entry !== code),
});

export function experienceFrom(data: Readonly<Record<string, unknown>>): Experience {
  return readExperience(data) ?? EMPTY_EXPERIENCE;
}
