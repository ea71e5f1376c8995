// Answer modes of the putting port, in a module of their own so that the command line can list them quickly.

export const PUTTING_MODES = [
  'result',
  'empty',
  'bare',
  'double',
  'bare-double',
  'received',
  'busy',
  'html',
  'error',
  'slow',
] as const;
export type PuttingMode = (typeof PUTTING_MODES)[number];
