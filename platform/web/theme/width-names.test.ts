import { expect, test } from 'vitest';
import { withWidths } from './width-names.ts';

test('a media query gets the widths it names', () => {
  expect(withWidths('@media (--snug) and (not (--narrow)) { a { width: var(--control) } }')).toBe(
    '@media (max-width: 1249px) and (not (max-width: 899px)) { a { width: var(--control) } }',
  );
});

test('what asks for other things than names stays', () => {
  const css = '@media (hover: none) { a { top: 0 } } @container (--phone) { a { top: 1px } }';
  expect(withWidths(css)).toBe(css);
});

test('a name there is no width for is an error', () => {
  expect(() => withWidths('@media (--tablet) { a { top: 0 } }')).toThrow('no width called --tablet');
});
