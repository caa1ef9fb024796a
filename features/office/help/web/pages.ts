import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Language } from '#shared/languages.ts';
import { parsePage, plainText, titleOf, type Block } from './markdown.ts';
import { topics, type Topic } from './topics.ts';

export interface HelpPage {
  slug: Topic;
  title: string;
  text: string;
  blocks: Block[];
}

const files = import.meta.glob<string>('./pages/*/*.md', { query: '?raw', import: 'default' });

/** Every page in one language, in their order. They are small, and the search needs all of them. */
const helpPages = (language: Language): Promise<HelpPage[]> =>
  Promise.all(topics.map(async (slug) => pageOf(slug, (await files[`./pages/${language}/${slug}.md`]?.()) ?? '')));

function pageOf(slug: Topic, source: string): HelpPage {
  const blocks = parsePage(source);
  return { slug, title: titleOf(blocks), text: plainText(blocks.slice(1)), blocks };
}

/** The pages for a component: none until they are there. */
export const useHelpPages = (language: Language): UseQueryResult<HelpPage[]> =>
  useQuery({
    queryKey: ['help', language],
    queryFn: () => helpPages(language),
    staleTime: Infinity,
    meta: { handled: true },
  });
