// Answer modes of the putting port, in a module of their own so that the command line can list them quickly.

export const PUTTING_WAYS = [
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
export type PuttingWay = (typeof PUTTING_WAYS)[number];
