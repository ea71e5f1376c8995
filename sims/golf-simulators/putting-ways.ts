// The ways in which the putting port can answer, apart from what does it, so that the command line can name them quickly.

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
