// Countries of the form, by their codes (ISO 3166-1); the browser knows their names.

const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

interface Country {
  readonly code: string;
  readonly name: string;
}

/** Returns the language without what no standard allows, such as the `@posix` of some systems. */
const wellFormed = (language: string): string => /^[a-z]{2,3}(-[a-z\d]{2,8})*(?![a-z\d-])/i.exec(language)?.[0] ?? 'en';

/** Returns the countries in the order of their names in this language. */
export function countriesIn(given: string): readonly Country[] {
  const language = wellFormed(given);
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return CODES.map((code) => ({ code, name: names.of(code) ?? code })).toSorted((a, b) =>
    a.name.localeCompare(b.name, language),
  );
}

/** Returns the country of a language such as `en-GB`; '' without one. */
export function countryOf(language: string): string {
  const region = new Intl.Locale(wellFormed(language)).region ?? '';
  return CODES.includes(region) ? region : '';
}
