import { countries } from '#shared/countries.ts';

/**
 * Countries that share a dialling code with a larger one, by the digits their numbers begin with. Islands dialled
 * like a neighbour cost many times as much, so whether a country may be called is decided by these.
 */
const within: Readonly<Record<string, string>> = {
  CA: '1204 1226 1236 1249 1250 1257 1263 1289 1306 1343 1354 1365 1367 1368 1382 1403 1416 1418 1428 1431 1437 1438 1450 1460 1468 1474 1506 1514 1519 1548 1579 1581 1584 1587 1604 1613 1639 1647 1672 1683 1705 1709 1742 1753 1778 1780 1782 1807 1819 1825 1867 1873 1879 1902 1905 1942',
  AG: '1268',
  AI: '1264',
  AS: '1684',
  BB: '1246',
  BM: '1441',
  BS: '1242',
  DM: '1767',
  DO: '1809 1829 1849',
  GD: '1473',
  GU: '1671',
  JM: '1658 1876',
  KN: '1869',
  KY: '1345',
  LC: '1758',
  MP: '1670',
  MS: '1664',
  PR: '1787 1939',
  SX: '1721',
  TC: '1649',
  TT: '1868',
  VC: '1784',
  VG: '1284',
  VI: '1340',
  KZ: '76 77',
  GG: '441481',
  JE: '441534',
  IM: '441624',
  VA: '3906698',
  SJ: '4779',
  CC: '6189162',
  CX: '6189164',
  EH: '2125288 2125289',
  YT: '262269 262639',
  TA: '2908',
  AX: '35818',
  CW: '5999',
  BQ: '5993 5994 5997',
};

const byPrefix = new Map<string, string>();
// The first country of a code stands for it.
for (const { iso2, code } of countries) if (!byPrefix.has(code)) byPrefix.set(code, iso2);
const codes = new Set(byPrefix.keys());
for (const [iso2, prefixes] of Object.entries(within))
  for (const prefix of prefixes.split(' ')) byPrefix.set(prefix, iso2);
const LONGEST = Math.max(...[...byPrefix.keys()].map((prefix) => prefix.length));
const LONGEST_CODE = 3;

/** The country of a number with its dialling code; null when no country begins so. */
export function countryOf(number: string): string | null {
  for (let length = Math.min(LONGEST, number.length); length > 0; length -= 1) {
    const iso2 = byPrefix.get(number.slice(0, length));
    if (iso2) return iso2;
  }
  return null;
}

/** `52` of `525512345678`; null when no country begins so. No dialling code begins another. */
export function diallingCodeOf(number: string): string | null {
  for (let length = 1; length <= LONGEST_CODE; length += 1)
    if (codes.has(number.slice(0, length))) return number.slice(0, length);
  return null;
}
