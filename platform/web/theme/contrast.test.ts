import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const block = (selector: string) => {
  const start = css.indexOf(`${selector} {`);
  return Object.fromEntries(
    [...css.slice(start, css.indexOf('}', start)).matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  );
};
const light = block(':root');
const themes = { light, dark: { ...light, ...block("[data-theme='dark']") } };

type Rgb = [number, number, number];
const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
const mix = (over: Rgb, under: Rgb, share: number) =>
  over.map((part, at) => part * share + under[at]! * (1 - share)) as Rgb;

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  ) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: Rgb, other: Rgb): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

describe.each(Object.entries(themes))('the %s theme passes WCAG AA', (_, tokens: Record<string, string>) => {
  const at = (name: string) => rgb(tokens[name]!);
  const grounds = ['canvas', 'surface', 'sunk'];

  test.each(['ink', 'ink-2', 'ink-3', 'accent', 'tx-free', 'tx-break', 'tx-call', 'tx-ring', 'tx-wrap', 'tx-off'])(
    'words in %s can be read on every ground',
    (word) => {
      for (const ground of grounds) expect(contrast(at(word), at(ground)), ground).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(['free', 'break', 'call', 'ring', 'wrap', 'off'])('a tag in %s can be read on its own tint', (state) => {
    for (const ground of ['surface', 'canvas']) {
      expect(contrast(at(`tx-${state}`), mix(at(`st-${state}`), at(ground), 0.12)), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  test.each([
    ['on-ink', 'ink'],
    ['on-state', 'st-free'],
    ['on-state', 'danger'],
    ['on-accent', 'accent'],
    ['rail-ink', 'rail'],
    ['rail-dim', 'rail'],
    ['rail-ink', 'console'],
    ['rail-dim', 'console'],
    ['rail-bright', 'console-on'],
    ['ink', 'accent-soft'],
    ['ink-3', 'accent-soft'],
  ])('%s can be read on %s', (word, ground) => {
    expect(contrast(at(word), at(ground))).toBeGreaterThanOrEqual(4.5);
  });

  test('the edge of a control and the mark of a state can be seen', () => {
    for (const mark of ['line-3', 'st-free', 'st-break', 'st-call', 'st-ring', 'st-wrap', 'st-off'])
      expect(contrast(at(mark), at('surface')), mark).toBeGreaterThanOrEqual(3);
  });
});
