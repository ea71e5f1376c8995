// Report page of `tapin test`: unpacks the data that the page contains, and shows it.

import { render } from 'preact';
import { loadFont } from '../../../hal/screen/font-browser.ts';
import { Report } from './report.tsx';
import { DATA_ID, FONT_ID, type ReportData } from './report-data.ts';

const main = document.querySelector('main');

try {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written together with this page
  const data = (await unpacked(DATA_ID).json()) as ReportData;
  await loadFont(await unpacked(FONT_ID).arrayBuffer());
  if (main) render(<Report data={data} />, main);
} catch (thrown) {
  if (main) main.textContent = `This report can't be shown: ${String(thrown)}`;
}

/** Returns the contents of an element that holds gzipped base64. */
function unpacked(id: string): Response {
  const packed = Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ''), (each) => each.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')));
}
