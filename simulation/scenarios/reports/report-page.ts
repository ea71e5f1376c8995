// Renders the report page of `tapin test`: one file with its script, style, font and data, for a browser without network.

import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { bundlePage } from '../../../sims/panel/build-page.ts';
import { escaped } from '../../statecharts/drawing.ts';
import { DATA_ID, FONT_ID, type ReportData } from '../report-page/report-data.ts';

const PAGE = new URL('../report-page/', import.meta.url);
const FONT = new URL('../../../hal/screen/font/Inter-Medium.otf', import.meta.url);

export async function reportPage(data: ReportData): Promise<string> {
  const [script, style, font] = await Promise.all([
    bundlePage(new URL('main.tsx', PAGE)),
    bundlePage(new URL('report.css', PAGE)),
    readFile(FONT),
  ]);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>tapin test: ${escaped(data.summary)}</title>
<style>${style}</style>
<body>
<main></main>
${packed(DATA_ID, Buffer.from(JSON.stringify(data)))}
${packed(FONT_ID, font)}
<script type="module">${script.replaceAll('</script', String.raw`<\/script`)}</script>
</body>
</html>
`;
}

const packed = (id: string, bytes: Uint8Array): string =>
  `<script type="text/plain" id="${id}">${gzipSync(bytes, { level: 9 }).toString('base64')}</script>`;
