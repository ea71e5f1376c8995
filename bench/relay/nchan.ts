// Peer of the relay benchmark: nchan, the nginx module for pub/sub channels, over long polls that each resume after the
// last message.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { sleep } from './drive.ts';
import { freePort } from '../../test/support/process/free-port.ts';
import { roundOf } from './table.ts';
import { createArrivals, WAITING, type WakingServer, type WakingTable } from './waking-table.ts';

const MODULE = '/usr/lib/nginx/modules/ngx_nchan_module.so';

/** Returns why nchan can't be measured on this machine, or '' if it can. */
export const nchanMissing = (): string =>
  spawnSync('nginx', ['-v']).status === 0 && existsSync(MODULE)
    ? ''
    : 'nchan is not installed (Debian: apt install nginx libnginx-mod-nchan)';

const configOf = (port: number, folder: string): string => `
daemon off; pid ${folder}/pid; error_log stderr crit; load_module ${MODULE}; worker_processes 1;
events { worker_connections 8192; }
http {
  access_log off; keepalive_timeout 75s; keepalive_requests 100000; client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    location = /publish { nchan_publisher; nchan_channel_id $arg_table; nchan_message_buffer_length 10; }
    location = /wait { nchan_subscriber longpoll; nchan_channel_id $arg_table; nchan_subscriber_first_message newest; }
  }
}`;

export async function startNchan(tables: number): Promise<WakingServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const port = await freePort();
  writeFileSync(join(folder, 'nginx.conf'), configOf(port, folder));
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const dispatcher = new Agent();
  const origin = `http://127.0.0.1:${port}`;
  await answering(origin, dispatcher);
  const opened: WakingTable[] = [];
  for (let table = 0; table < tables; table++) opened.push(openTable(origin, dispatcher, table));
  await sleep(500);
  return {
    tables: opened,
    async end() {
      await dispatcher.destroy();
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

function openTable(origin: string, dispatcher: Agent, table: number): WakingTable {
  const arrivals = createArrivals();
  const waiting = async (): Promise<void> => {
    let after: Record<string, string> = {};
    for (;;) {
      const { headers, body } = await request(`${origin}/wait?table=${table}`, { dispatcher, headers: after });
      await body.text();
      arrivals.came();
      after = { 'if-modified-since': String(headers['last-modified']), 'if-none-match': String(headers['etag']) };
    }
  };
  // Fails when its connections close.
  for (let seat = 0; seat < WAITING; seat++) void waiting().catch(() => {});
  let id = 0;
  return {
    async publish() {
      const all = arrivals.all();
      const message = JSON.stringify(roundOf(++id));
      const { body } = await request(`${origin}/publish?table=${table}`, { dispatcher, method: 'POST', body: message });
      await body.dump();
      return all;
    },
  };
}

const [ATTEMPTS, RETRY_MS] = [100, 50];

async function answering(origin: string, dispatcher: Agent): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      await (await request(origin, { dispatcher })).body.dump();
      return;
    } catch {
      await sleep(RETRY_MS);
    }
  }
  throw new Error('nginx did not start');
}
