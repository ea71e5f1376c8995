// A module for isolates: says back what it is told, breaks when told to, and never ends when told to.

const echo = (message: unknown): unknown => {
  if (message === 'break') throw new Error('it was told to');
  if (message === 'loop') for (;;);
  return { said: message };
};

export const createEcho = (): ((message: unknown) => unknown) => echo;
export const createIsolated = (): Promise<(message: unknown) => unknown> => Promise.resolve(echo);
