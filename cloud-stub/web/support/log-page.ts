// Complete log of decisions, with actor, extension and reason: paged, and as a file.

import type { HttpAnswer } from '../../http/answers.ts';
import { html } from '../common/html.ts';
import { readHistoryPage } from '../../store/requests.ts';
import { historyTable } from './extension-page.ts';
import { refusedPage, shown, type SupportPagesDeps, type SupportVisit } from './support-visit.ts';

export function logPage({ store }: SupportPagesDeps, visit: SupportVisit): HttpAnswer {
  const page = readHistoryPage(visit.request.query);
  if (!page.ok) return refusedPage(visit, 400, page.error.message);
  const { limit, before } = page.value;
  const entries = store.history(limit, before);
  const last = entries.length < limit ? undefined : entries.at(-1);
  return shown(visit, {
    title: 'Log',
    current: '/support/log',
    content: html`<p><a class="button second" href="/support/log/export">Export the log</a></p>
      ${historyTable(entries, true)}
      ${last ? html`<p><a class="button second" href="/support/log?before=${last.serial}">Older entries</a></p>` : null}`,
  });
}

const AT_ONCE = 1000;

/** Streams the log, which may be long, as one JSON object per line, newest first. */
export function exportLog({ store }: SupportPagesDeps): HttpAnswer {
  return {
    status: 200,
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Content-Disposition': 'attachment; filename="foogolf-support-log.ndjson"',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
    body: new Uint8Array(),
    async parts(send) {
      for (let before: number | undefined; ;) {
        const entries = store.history(AT_ONCE, before);
        before = entries.at(-1)?.serial;
        if (before === undefined) return;
        await send(Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')));
      }
    },
  };
}
