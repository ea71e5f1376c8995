// The same table at the bare server: four connections that are held, and one that releases them.

import { openConnection, type Connection } from './connection.ts';
import { forever, Returns, SEATS, type Table } from './table.ts';

/** As long as a signed request with its headers is. */
const BODY = 'x'.repeat(240);

/** `key`: the table's name; `bytes`: how long each answer is. */
export async function openBareTable(port: number, key: string, bytes: number): Promise<Table> {
  const held: Connection[] = [];
  for (let seat = 0; seat < SEATS; seat++) held.push(await openConnection(port));
  const returns = new Returns();
  const controls: Promise<Connection>[] = [];
  const send = async (path: string, guest: number): Promise<void> => {
    const control = (controls[guest] ??= openConnection(port));
    await (await control).post(path, `${bytes} ${BODY}`);
  };
  const stops = held.map((connection, seat) =>
    forever(async () => {
      await connection.post(`/hold/${key}`, BODY);
      returns.came(seat);
    }),
  );
  const release = async (seats: readonly number[], guest: number): Promise<number> => {
    const all = returns.all(seats);
    await send(`/release/${key}`, guest);
    return all;
  };
  return {
    input: (guest) => release([0], guest),
    publish: () => release([1, 2, 3], 0),
    async stream(guest, count) {
      for (let done = 0; done < count; done++) await send('/echo', guest);
    },
    received: () => ({ inputs: 0, wrong: 0 }),
    close() {
      for (const stop of stops) stop();
      for (const connection of held) connection.close();
      for (const control of controls) void control?.then((connection) => connection.close());
    },
  };
}
