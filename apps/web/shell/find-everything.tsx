import { MessagesSquare, PhoneCall, UsersRound } from 'lucide-react';
import type { FoundKind } from '#core/search/found-kinds.ts';
import type { findApi, Found } from '#features/office/find/contract.ts';
import { bare, call } from '#platform/web/call.ts';
import type { Format } from '#platform/web/format.ts';
import { text } from '#platform/web/i18n.ts';
import type { FindEntries } from '#platform/web/ui/use-found.ts';

const kinds: Record<FoundKind, { icon: typeof PhoneCall; addressOf: (id: string) => string }> = {
  customer: { icon: UsersRound, addressOf: (id) => `/customers/${id}` },
  call: { icon: PhoneCall, addressOf: (id) => `/record?call=${encodeURIComponent(id)}` },
  chat: { icon: MessagesSquare, addressOf: (id) => `/interactive/chat?id=${id}` },
};

/** Without its schemas: those would be in the first load. */
const find = bare<typeof findApi.find>('POST', '/admin/saas_plat/find', true);

/** What the server finds for words, as entries that lead there. */
export const findEverything =
  (go: (address: string) => void, format: Format): FindEntries =>
  async (words, signal) =>
    (await call(find, { words: words.slice(0, 100) }, { signal })).map((found) => entryOf(found, go, format));

function entryOf({ kind, id, title, detail, at }: Found, go: (address: string) => void, format: Format) {
  const { icon: Icon, addressOf } = kinds[kind];
  const beside = [detail, at ? format.exact(at) : ''].filter(Boolean).join(' · ');
  return {
    id: `${kind} ${id}`,
    title,
    group: text(`shell.command.found.${kind}`),
    ...(beside ? { detail: beside } : {}),
    icon: <Icon size={17} strokeWidth={1.75} aria-hidden />,
    run: () => go(addressOf(id)),
  };
}
