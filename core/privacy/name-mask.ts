import { maskPhone } from './phone-mask.ts';

/** A person's name as people see it who may not know it: its first letter. */
export const maskName = (name: string): string => {
  const [first] = name.trim();
  return first === undefined ? '' : `${first}**`;
};

/** Free text in which somebody may have written a number: whatever looks like one is masked. */
export const maskNumbersIn = (text: string): string => text.replace(/\+?\d[\d ().-]{5,}\d/g, (number) => maskPhone(number));
