import type { Language } from '#shared/languages.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
const places = new Map<string, string>();

function formatOf(zone: string, language: string, timeZoneName: 'longOffset' | 'shortGeneric'): Intl.DateTimeFormat {
  const id = `${timeZoneName} ${language} ${zone}`;
  let format = formats.get(id);
  if (!format) formats.set(id, (format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName })));
  return format;
}

const zoneName = (format: Intl.DateTimeFormat, atMs: number): string =>
  format.formatToParts(atMs).find((part) => part.type === 'timeZoneName')?.value ?? '';

/** Minutes a zone is ahead of UTC at a moment. */
export function offsetMinutes(zone: string, atMs: number): number {
  const found = /([+-])(\d\d):(\d\d)/.exec(zoneName(formatOf(zone, 'en-US', 'longOffset'), atMs));
  return found ? (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 60 + Number(found[3])) : 0;
}

/** `+05:30` */
export function writtenOffset(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

/** Chinese and Spanish name a zone by a place of their own spelling; the other two write the city as IANA does. */
const zoneWords: Partial<Record<Language, RegExp>> = { 'zh-CN': /^(.+)时间$/, 'es-MX': /^hora (?:de |del )(.+)$/ };

/** What people of a language call the place: 中国, Ciudad de México, Mexico City. */
export function placeOf(zone: string, language: Language): string {
  const id = `${language} ${zone}`;
  const known = places.get(id);
  if (known !== undefined) return known;
  const pattern = zoneWords[language];
  const spelled = pattern ? pattern.exec(zoneName(formatOf(zone, language, 'shortGeneric'), 0))?.[1] : undefined;
  const place = spelled ?? cityOf(zone);
  places.set(id, place);
  return place;
}

const cityOf = (zone: string): string => zone.split('/').slice(1).reverse().join(', ').replaceAll('_', ' ') || zone;
