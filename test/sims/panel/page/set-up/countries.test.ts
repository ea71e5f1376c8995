// Countries of the form for the first start, in the language of the browser.

import test from 'ava';
import { countriesIn, countryOf } from '../../../../../sims/panel/page/set-up/countries.ts';

const nameIn = (language: string): string | undefined => countriesIn(language).find(({ code }) => code === 'DE')?.name;

for (const [language, name, country] of [
  ['en-GB', 'Germany', 'GB'],
  ['de', 'Deutschland', ''],
  ['fr-Latn-CH', 'Allemagne', 'CH'],
  // A browser may pass on the system's locale, which no standard allows.
  ['en-US@posix', 'Germany', 'US'],
  ['de_AT', 'Deutschland', ''],
  ['C', 'Germany', ''],
  ['', 'Germany', ''],
] as const)
  test(`[first start] lists the countries for the language ${JSON.stringify(language)}`, (t) => {
    t.is(nameIn(language), name);
    t.is(countryOf(language), country);
  });
