// State that the tools share: the session, if one is running, and its steps.

import { failed, text } from './tool.ts';
import type { ToolResult } from './protocol.ts';
import type { Session } from './session.ts';
import { dump } from './yaml-text.ts';

export interface Desk {
  session(): Session | null;
  /** Replaces the session, and closes the one before. */
  begin(session: Session): Promise<void>;
  /** Runs with the session; fails the tool without one. */
  withSession(run: (open: Session) => Promise<ToolResult>): Promise<ToolResult>;
  /** Plays one step, and answers with the screen. */
  step(device: string | undefined, kind: string, value: unknown): Promise<ToolResult>;
}

const NO_SESSION = 'No device is running: call start first.';

export function createDesk(): Desk {
  let session: Session | null = null;
  const withSession: Desk['withSession'] = async (run) => (session ? run(session) : failed(NO_SESSION));
  return {
    session: () => session,
    async begin(next) {
      await session?.close();
      session = next;
    },
    withSession,
    step: (name, kind, value) =>
      withSession(async (open) => {
        const shown = deviceNamed(open, name);
        const on = name === undefined ? '' : `, on: ${dump(name)}`;
        const done = await open.play(`- { ${kind}: ${dump(value)}${on} }`);
        return done.ok ? shownScreen(open, shown) : failed(done.error.message);
      }),
  };
}

/** Returns the name of a device. Default: the first one. Throws for an unknown name. */
export function deviceNamed(open: Session, name = open.devices[0] ?? ''): string {
  if (!open.devices.includes(name)) throw new Error(`There is no device ${name}: use ${open.devices.join(', ')}.`);
  return name;
}

export async function shownScreen(open: Session, name: string): Promise<ToolResult> {
  const lines = await open.lines(name);
  const head = `${name} at ${(open.now_ms() / 1000).toFixed(2)} s:`;
  return { content: [text([head, ...(lines.length > 0 ? lines : ['(the device is off)'])].join('\n'))] };
}
