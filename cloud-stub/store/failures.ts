// Errors of the store (C34), as values with a code and a sentence.

import type { Refusal } from '../http/answers.ts';
import type { RefusalCode } from '../http/status.ts';

export type StoreResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Refusal };

export const done = <T>(value: T): StoreResult<T> => ({ ok: true, value });

export const refuse = (
  code: RefusalCode,
  message: string,
  more: Omit<Refusal, 'code' | 'message'> = {},
): { readonly ok: false; readonly error: Refusal } => ({ ok: false, error: { code, message, ...more } });
