import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { parsePage, titleOf, type Inline } from './markdown.ts';
import { neighbours, topics } from './topics.ts';

const folder = join(import.meta.dirname, 'pages');
const read = (language: string, topic: string) =>
  parsePage(readFileSync(join(folder, language, `${topic}.md`), 'utf8'));
const linesOf = (language: string, topic: string): Inline[][] =>
  read(language, topic).flatMap((block) =>
    block.as === 'heading' ? [] : block.as === 'list' ? block.items : [block.content],
  );

describe.each(languages)('[SHELL-15] the help in %s', (language) => {
  test('has a page for every topic and no other', () => {
    expect(readdirSync(join(folder, language)).sort()).toEqual(topics.map((topic) => `${topic}.md`).sort());
  });

  test.each(topics)('%s has a title and says something', (topic) => {
    const blocks = read(language, topic);
    expect(titleOf(blocks)).not.toBe('');
    expect(blocks.length).toBeGreaterThan(4);
  });

  test.each(topics)('%s has the same shape as in English', (topic) => {
    const shape = (of: string) =>
      read(of, topic).map((block) => (block.as === 'list' ? `list of ${block.items.length}` : block.as));
    expect(shape(language)).toEqual(shape('en-US'));
  });

  test('its links lead to pages that exist', () => {
    const links = topics.flatMap((topic) =>
      linesOf(language, topic)
        .flat()
        .flatMap((piece) => (piece.as === 'link' ? [piece.to] : [])),
    );
    expect(links.filter((to) => to.startsWith('/help/') && !topics.some((topic) => topic === to.slice(6)))).toEqual([]);
    expect(links.length).toBeGreaterThan(5);
  });

  test('marks are closed: no asterisks or back quotes are left in the text', () => {
    const left = topics.flatMap((topic) =>
      linesOf(language, topic)
        .flat()
        .filter((piece) => piece.as === 'text' && /\*\*|`|\]\(/.test(piece.text)),
    );
    expect(left).toEqual([]);
  });
});

test('[SHELL-15] every topic is reached from the first by going on', () => {
  const way = [topics[0] as (typeof topics)[number]];
  for (let { next } = neighbours(topics[0]); next; { next } = neighbours(next)) way.push(next);
  expect(way).toEqual([...topics]);
  expect(neighbours(topics[0]).previous).toBeNull();
});
