// Client of the server of `tapin test --ui`: its state, and requests that change it.

import type { UiRequest, UiState, UiVocabulary } from './ui-state.ts';

export interface UiClient {
  words(): Promise<UiVocabulary>;
  /** Carries out a request, and tells the listener about the state afterwards. Returns false if it was refused. */
  carryOut(request: UiRequest): Promise<boolean>;
  /**
   * Reads the state now, then whenever it may have changed. `problem`: that the server does not answer, or has refused
   * the last request; '' for none.
   */
  follow(listener: (state: UiState, problem: string) => void): () => void;
}

/** Interval between two readings of the state: while the devices run, and while they rest. */
const POLL_MS = { running: 150, idle: 700 };

export function createUiClient(token: string): UiClient {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  let tell: (state: UiState, problem: string) => void = () => {};
  let last: UiState | null = null;
  /** Reason why the last request was refused; '' if it was carried out. */
  let refusal = '';
  const fetched = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const response = await fetch(path, { ...init, headers });
    if (!response.ok) throw new Error(await reasonOf(response));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- page and server are the same version
    return (await response.json()) as T;
  };
  const take = (state: UiState): void => {
    last = state;
    tell(state, refusal);
  };
  const failed = (thrown: unknown): void => {
    if (last) tell(last, reasonIn(thrown));
  };
  return {
    words: () => fetched('/ui/words'),
    async carryOut(request) {
      try {
        const state = await fetched<UiState>('/ui/do', { method: 'POST', body: JSON.stringify(request) });
        refusal = '';
        take(state);
        return true;
      } catch (thrown) {
        refusal = reasonIn(thrown);
        failed(thrown);
        return false;
      }
    },
    follow(listener) {
      tell = listener;
      let ended = false;
      const poll = async (): Promise<void> => {
        if (ended) return;
        await fetched<UiState>('/ui/state').then(take, failed);
        setTimeout(() => void poll(), last?.status === 'running' ? POLL_MS.running : POLL_MS.idle);
      };
      void poll();
      return () => (ended = true);
    },
  };
}

const reasonIn = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

async function reasonOf(response: Response): Promise<string> {
  const answer: unknown = await response.json().catch(() => null);
  return typeof answer === 'object' && answer !== null && 'message' in answer
    ? String(answer.message)
    : `The server answers ${response.status}.`;
}
