import type { Marks } from './columns.ts';

/** What calls need besides, where one field asks for another: by the place that is filled, and with what is the caller's own. */
export const besides: Record<string, (place: string, own: Marks) => object> = {
  'announcements.add': () => ({ title_en: 'text', content_en: 'text' }),
  'announcements.update': () => ({ title_en: 'text', content_en: 'text' }),
  'agent-groups.add': () => ({ overflowKind: 'group' }),
  'agent-groups.update': () => ({ overflowKind: 'group' }),
  'chat.send': (place) => (place === 'file_id' ? {} : { text: 'hello' }),
  'chat.transfer': (place, own) => (/^(user|group)_id$/.test(place) ? {} : { group_id: own.id }),
  'did-numbers.inboundConfig': (place) => ({ inboundConfig: place.startsWith('menu') ? 2 : 1 }),
  'sso.exchange': () => ({ code: 'c'.repeat(43), verifier: 'v'.repeat(43) }),
};
