import type { Holiday } from '#core/calendar/business-hours.ts';

/** A public holiday by the name its country gives it, and its days of a year. */
interface Feast {
  name: string;
  on: (year: number) => readonly string[];
}

const DAY_MS = 86_400_000;
const dateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
const utc = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);

/** Easter Sunday of the western churches, by the rule that is the same in every Gregorian year. */
export function easterOf(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const skipped = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  // Days from 21 March to the full moon of the churches: two of its thirty places are drawn together.
  const raw = (skipped + 19 * golden + 15) % 30;
  const moon = raw - (raw === 29 || (raw === 28 && golden > 10) ? 1 : 0);
  const fullMs = utc(year, 3, 21) + moon * DAY_MS;
  // The Sunday after it, never the day itself.
  return dateOf(fullMs + (7 - new Date(fullMs).getUTCDay()) * DAY_MS);
}

const on = (name: string, month: number, day: number) => ({
  name,
  on: (year: number) => [dateOf(utc(year, month, day))],
});
/** So many days after Easter Sunday. */
const afterEaster = (name: string, days: number) => ({
  name,
  on: (year: number) => [dateOf(Date.parse(`${easterOf(year)}T00:00:00Z`) + days * DAY_MS)],
});
/**
 * On a weekend another day is free instead, so many days after a Sunday and two after a Saturday. Which of the two the country means nobody
 * need know: nobody is called on either.
 */
const orInstead = (name: string, month: number, day: number, afterSunday: number) => ({
  name,
  on: (year: number) => {
    const atMs = utc(year, month, day);
    const weekday = new Date(atMs).getUTCDay();
    if (weekday !== 0 && weekday !== 6) return [dateOf(atMs)];
    return [dateOf(atMs), dateOf(atMs + (weekday === 6 ? 2 : afterSunday) * DAY_MS)];
  },
});

/**
 * Those that can be computed, of countries that ask for quiet on them. Days of regions and towns, and those that follow the moon or are said
 * anew every year, stand in the list a team keeps of days without calls.
 */
const feastsOf: Readonly<Record<string, readonly Feast[]>> = {
  // Those of the whole nation (Fair Work Act 2009, s. 115); each state has more.
  AU: [
    orInstead('New Year’s Day', 1, 1, 1),
    orInstead('Australia Day', 1, 26, 1),
    afterEaster('Good Friday', -2),
    afterEaster('Easter Monday', 1),
    on('Anzac Day', 4, 25),
    orInstead('Christmas Day', 12, 25, 2),
    orInstead('Boxing Day', 12, 26, 2),
  ],
  // Lei 662/1949, Lei 6.802/1980, Lei 9.093/1995, Lei 14.759/2023
  BR: [
    on('Confraternização Universal', 1, 1),
    afterEaster('Sexta-feira Santa', -2),
    on('Tiradentes', 4, 21),
    on('Dia do Trabalho', 5, 1),
    on('Independência do Brasil', 9, 7),
    on('Nossa Senhora Aparecida', 10, 12),
    on('Finados', 11, 2),
    on('Proclamação da República', 11, 15),
    on('Consciência Negra', 11, 20),
    on('Natal', 12, 25),
  ],
  // Real Decreto 2001/1983, art. 45; each region and town has more.
  ES: [
    on('Año Nuevo', 1, 1),
    on('Epifanía del Señor', 1, 6),
    afterEaster('Viernes Santo', -2),
    on('Fiesta del Trabajo', 5, 1),
    on('Asunción de la Virgen', 8, 15),
    on('Fiesta Nacional de España', 10, 12),
    on('Todos los Santos', 11, 1),
    on('Día de la Constitución', 12, 6),
    on('Inmaculada Concepción', 12, 8),
    on('Natividad del Señor', 12, 25),
  ],
  // Code du travail, art. L. 3133-1; Alsace and Moselle, and overseas, have more.
  FR: [
    on('Jour de l’an', 1, 1),
    afterEaster('Lundi de Pâques', 1),
    on('Fête du Travail', 5, 1),
    on('Victoire de 1945', 5, 8),
    afterEaster('Ascension', 39),
    afterEaster('Lundi de Pentecôte', 50),
    on('Fête nationale', 7, 14),
    on('Assomption', 8, 15),
    on('Toussaint', 11, 1),
    on('Armistice de 1918', 11, 11),
    on('Noël', 12, 25),
  ],
  // Keppres 8/2024. Idulfitri, Iduladha, Nyepi, Waisak, Imlek and others are said by a decree of three ministers every year.
  ID: [
    on('Tahun Baru Masehi', 1, 1),
    afterEaster('Wafat Yesus Kristus', -2),
    afterEaster('Kebangkitan Yesus Kristus', 0),
    on('Hari Buruh Internasional', 5, 1),
    afterEaster('Kenaikan Yesus Kristus', 39),
    on('Hari Lahir Pancasila', 6, 1),
    on('Proklamasi Kemerdekaan', 8, 17),
    on('Kelahiran Yesus Kristus', 12, 25),
  ],
};

const known = new Map<string, readonly Holiday[]>();
const MOST_YEARS = 400;

/** The public holidays of a country in a year that can be computed, in their order; none where we know of none. */
export function publicHolidays(country: string, year: number): readonly Holiday[] {
  const key = `${country} ${year}`;
  let days = known.get(key);
  if (!days) {
    days = (feastsOf[country] ?? [])
      .flatMap(({ name, on: daysOf }) => daysOf(year).map((date) => ({ date, name, hours: [] })))
      .toSorted((a, b) => (a.date < b.date ? -1 : 1));
    if (known.size < MOST_YEARS) known.set(key, days);
  }
  return days;
}
