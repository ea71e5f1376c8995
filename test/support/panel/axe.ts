// Runs the accessibility checker axe on a page in a real browser.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import * as v from 'valibot';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const violations = v.array(v.object({ id: v.string(), nodes: v.array(v.object({ html: v.string() })) }));

/** Returns one line per violated rule, with the affected elements. */
export async function axeComplaints(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = v.parse(violations, await page.evaluate('axe.run().then(({ violations }) => violations)'));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
