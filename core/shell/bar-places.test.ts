import { expect, test } from 'vitest';
import { barPlaces } from './bar-places.ts';

const places = (...keys: string[]) => barPlaces(keys.map((key) => ({ key }))).map(({ key }) => key);

test('[phone bar] four places at most, those people use all day, whatever their order in the menu', () =>
  expect(places('/record', '/customers', '/home', '/followUps', '/interactive/chat', '/workBench')).toEqual([
    '/home',
    '/workBench',
    '/interactive/chat',
    '/customers',
  ]));

test('[phone bar] a place the menu does not have is not in the bar', () =>
  expect(places('/home', '/organisation/members', '/followUps')).toEqual(['/home', '/followUps']));
