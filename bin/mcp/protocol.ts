// The Model Context Protocol as far as a server of tools needs it: JSON-RPC 2.0, one message a line, answered in order.
// https://modelcontextprotocol.io/specification/2025-06-18

import * as v from 'valibot';
import { messageOf } from '../../wire/errors.ts';

/** Versions of the protocol that this server speaks, the newest first; their tools are the same. */
const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'] as const;
/** Maximum length of a message. */
const MESSAGE_CHARS_MAX = 1_000_000;

/** Part of a tool's answer. */
export type Content =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: 'image/png' };

export interface ToolResult {
  readonly content: readonly Content[];
  /** Set if the tool failed; the text then says why. */
  readonly isError?: true;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: object;
  /** Carries out a call with arguments of any shape. */
  call(args: unknown): Promise<ToolResult>;
}

interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly instructions: string;
}

const request = v.looseObject({
  jsonrpc: v.literal('2.0'),
  method: v.string(),
  id: v.optional(v.union([v.string(), v.number()])),
  params: v.optional(v.unknown()),
});
const toolCall = v.looseObject({ name: v.string(), arguments: v.optional(v.unknown(), {}) });
const initialize = v.looseObject({ protocolVersion: v.string() });

const CODES = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602 } as const;

class RpcError extends Error {
  readonly code: number;
  constructor(code: keyof typeof CODES, message: string) {
    super(message);
    this.code = CODES[code];
  }
}

/** Returns a function that answers a message: with a line, or null for a notification and for a response. */
export function createMcpServer(info: ServerInfo, tools: readonly Tool[]): (line: string) => Promise<string | null> {
  return async (line) => {
    let id: string | number | null = null;
    const answer = (body: object): string => JSON.stringify({ jsonrpc: '2.0', id, ...body });
    try {
      const message = parsed(line);
      const read = v.safeParse(request, message);
      if (!read.success) {
        if (isResponse(message)) return null;
        throw new RpcError('request', 'Not a JSON-RPC 2.0 request: it needs jsonrpc, method and an id.');
      }
      if (read.output.id === undefined) return null;
      ({ id } = read.output);
      return answer({ result: await resultOf(info, tools, read.output.method, read.output.params) });
    } catch (thrown) {
      const code = thrown instanceof RpcError ? thrown.code : -32_603;
      return answer({ error: { code, message: messageOf(thrown) } });
    }
  };
}

function parsed(line: string): unknown {
  if (line.length > MESSAGE_CHARS_MAX)
    throw new RpcError('request', `A message can have at most ${MESSAGE_CHARS_MAX} characters.`);
  try {
    return JSON.parse(line);
  } catch {
    throw new RpcError('parse', 'The line is not JSON.');
  }
}

const isResponse = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && ('result' in message || 'error' in message);

async function resultOf(
  { instructions, ...serverInfo }: ServerInfo,
  tools: readonly Tool[],
  method: string,
  params: unknown,
): Promise<object> {
  switch (method) {
    case 'initialize': {
      const read = v.safeParse(initialize, params);
      if (!read.success) throw new RpcError('params', 'initialize needs protocolVersion.');
      const wanted = VERSIONS.find((version) => version === read.output.protocolVersion);
      return { protocolVersion: wanted ?? VERSIONS[0], capabilities: { tools: {} }, serverInfo, instructions };
    }
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: tools.map(({ call: _call, ...tool }) => tool) };
    case 'tools/call': {
      const read = v.safeParse(toolCall, params);
      if (!read.success) throw new RpcError('params', 'tools/call needs name and arguments.');
      const tool = tools.find(({ name }) => name === read.output.name);
      if (!tool) throw new RpcError('params', `Unknown tool ${read.output.name}: use ${tools.map(({ name }) => name).join(', ')}.`); // oxfmt-ignore
      return tool.call(read.output.arguments);
    }
    default:
      throw new RpcError('method', `Unknown method ${method.slice(0, 80)}.`);
  }
}
