import { afterAll, expect, test } from 'vitest';
import { aMember, aTenant } from '#test/builders.ts';
import { testServer } from '#test/test-server.ts';
import { handClock } from '#test/clock.ts';
import { timeZones } from './time-zones.ts';

const clock = handClock();
const server = await testServer({ clock });
afterAll(server.close);
const { db } = server.world;

async function zonesOf(token: string) {
  const { data } = await server.ask('GET', '/admin/saas_plat/timeZone', { token });
  return data as {
    id: number;
    time_zone: string;
    offset: string;
    area: string;
    place: string;
    label: string;
    value: string;
  }[];
}

test('[ADMIN-02] countries come in the language of the caller, sorted as that language sorts', async () => {
  const tenant = await aTenant(db);
  const ana = await aMember(db, tenant, { language: 'es-MX' });
  const { code, data } = await server.ask<{ code: string; iso2: string; name: string; flag: string }[]>(
    'GET',
    '/admin/saas_plat/country',
    { token: ana.token },
  );
  expect(code).toBe(0);
  expect(data!.find(({ iso2 }) => iso2 === 'DE')).toEqual({ iso2: 'DE', code: '49', name: 'Alemania', flag: '🇩🇪' });
  const names = data!.map(({ name }) => name);
  expect(names).toEqual([...names].sort(new Intl.Collator('es-MX').compare));

  const chen = await aMember(db, tenant, { language: 'zh-CN' });
  const inChinese = await server.ask('GET', '/admin/saas_plat/country', { token: chen.token });
  expect(inChinese.data.find(({ iso2 }: { iso2: string }) => iso2 === 'MX').name).toBe('墨西哥');
});

test('[SHELL-17] time zones carry id, offset, area, label and value, from west to east', async () => {
  const chen = await aMember(db, await aTenant(db), { language: 'zh-CN' });
  const zones = await zonesOf(chen.token);
  expect(zones.length).toBe(timeZones.length);
  const shanghai = zones.find(({ time_zone }) => time_zone === 'Asia/Shanghai')!;
  expect(shanghai).toEqual({
    id: timeZones.indexOf('Asia/Shanghai') + 1,
    time_zone: 'Asia/Shanghai',
    offset: '+08:00',
    area: '亚洲',
    place: '中国',
    label: '(UTC+08:00) 中国',
    value: String(shanghai.id),
  });
  expect(zones.find(({ time_zone }) => time_zone === 'Asia/Kolkata')!.offset).toBe('+05:30');
  const minutes = zones.map(
    ({ offset }) => Number(`${offset[0]}1`) * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))),
  );
  expect(minutes).toEqual([...minutes].sort((a, b) => a - b));
});

test('[SHELL-02] the offset is the one of now, summer time included', async () => {
  const ana = await aMember(db, await aTenant(db));
  const offsetNow = async () =>
    (await zonesOf(ana.token)).find(({ time_zone }) => time_zone === 'Europe/Berlin')!.offset;
  const realMs = clock.nowMs();
  const expected = (atMs: number) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' }).format(atMs).slice(-6);
  expect(await offsetNow()).toBe(expected(clock.nowMs()));
  // Half a year back the session is not expired yet, and the clocks are changed.
  clock.turn(-182 * 86_400_000);
  expect(expected(clock.nowMs())).not.toBe(expected(realMs));
  expect(await offsetNow()).toBe(expected(clock.nowMs()));
  clock.turn(182 * 86_400_000);
});

test('[SHELL-02] ids of time zones are never given to another zone', () => {
  expect([1, 2, 219, 419].map((id) => timeZones[id - 1])).toEqual([
    'UTC',
    'Africa/Abidjan',
    'Asia/Bahrain',
    'Pacific/Wallis',
  ]);
  expect(new Set(timeZones).size).toBe(timeZones.length);
});

test('every zone this runtime knows can be chosen', () => {
  const canonical = (zone: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  const offered = new Set(timeZones.map(canonical));
  expect(Intl.supportedValuesOf('timeZone').filter((zone) => !offered.has(canonical(zone)))).toEqual([]);
});

test('regions are for people who are signed in', async () => {
  expect((await server.ask('GET', '/admin/saas_plat/timeZone')).code).toBe(401);
  expect((await server.ask('GET', '/admin/saas_plat/country')).code).toBe(401);
});
