// Writes values as YAML on one line.

import { stringify } from 'yaml';

/** Returns a value in flow style: `{ text: Ready, within: 5 s }`. */
export const dump = (value: unknown): string =>
  stringify(value, { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trim();
