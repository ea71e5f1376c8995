// The options that verbs share, and how their values are read. A wrong value is one sentence that says what is allowed.

import { InvalidArgumentError, Option } from 'commander';

const integer =
  (name: string, min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`${name} is a whole number from ${min} to ${max}.`);
  };

const nonEmpty =
  (name: string) =>
  (text: string): string => {
    if (text !== '') return text;
    throw new InvalidArgumentError(`${name} is a path, such as ./tapin-data.`);
  };

const PORT_DEFAULT = 8321;

export const portOption = (): Option =>
  new Option('--port <number>', 'port of the front panel; 0 picks a free one')
    .default(PORT_DEFAULT)
    .argParser(integer('A port', 0, 65_535));

export const hostOption = (): Option =>
  new Option('--host <address>', 'address that the front panel listens on').default('127.0.0.1');

export const dataOption = (): Option =>
  new Option('--data <folder>', 'folder that keeps what the device remembers')
    .default('tapin-data')
    .argParser(nonEmpty('A data folder'));

export const seedOption = (): Option =>
  new Option('--seed <number>', 'makes every chance repeatable').argParser(
    integer('A seed', 0, Number.MAX_SAFE_INTEGER),
  );

export const jitterOption = (): Option =>
  new Option('--jitter-us <number>', 'spread of each gate time, in microseconds')
    .default(0)
    .argParser(integer('A jitter', 0, 1000));

export const verboseOption = (): Option => new Option('-v, --verbose', 'log every change of state');
