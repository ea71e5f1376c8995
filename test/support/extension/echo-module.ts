// An isolate module for tests: it echoes messages, throws on request, and loops forever on request.

const echo = (message: unknown): unknown => {
  if (message === 'break') throw new Error('failed on request');
  if (message === 'loop') for (;;);
  return { said: message };
};

export const createEcho = (): ((message: unknown) => unknown) => echo;
export const createIsolated = (): Promise<(message: unknown) => unknown> => Promise.resolve(echo);
