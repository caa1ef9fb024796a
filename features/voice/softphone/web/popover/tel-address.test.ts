import { expect, test } from 'vitest';
import { telIn } from './tel-address.ts';

test('[PHONE-20] the link stands in the address once', () => {
  expect(telIn('https://house.example/home?tel=tel%3A%2B52-55&a=1')).toEqual({
    link: 'tel:+52-55',
    rest: 'https://house.example/home?a=1',
  });
  expect(telIn('https://house.example/home?a=1')).toBeNull();
});
