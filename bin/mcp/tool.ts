// Defines a tool: its name, its arguments as a schema and for the agent, and what it does.

import * as v from 'valibot';
import { messageOf } from '../../wire/errors.ts';
import type { Content, Tool, ToolResult } from './protocol.ts';

export const text = (value: string): Content => ({ type: 'text', text: value });
export const failed = (message: string): ToolResult => ({ content: [text(message)], isError: true });

type Schema = v.GenericSchema;

/** Property of a JSON Schema. */
interface Property {
  readonly type: string;
  readonly description: string;
}

interface ToolSpec<S extends Schema> {
  readonly name: string;
  readonly description: string;
  readonly shape: S;
  readonly properties: Readonly<Record<string, Property | object>>;
  readonly required?: readonly string[];
  run(args: v.InferOutput<S>): Promise<ToolResult>;
}

export function tool<S extends Schema>({
  name,
  description,
  shape,
  properties,
  required = [],
  run,
}: ToolSpec<S>): Tool {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    async call(args) {
      const read = v.safeParse(shape, args ?? {});
      if (!read.success) {
        const [{ path, message }] = read.issues;
        return failed(`${path?.map(({ key }) => String(key)).join('.') ?? name}: ${message}`);
      }
      try {
        return await run(read.output);
      } catch (thrown) {
        return failed(messageOf(thrown));
      }
    },
  };
}

const TEXT = 'must be a text';
export const string = v.string(TEXT);

/** Argument that names a device. */
export const device = v.optional(string);
export const DEVICE: Property = { type: 'string', description: 'Name of the device. Default: the first one.' };
