import { z } from 'zod';
import { WebSettings, type ChatChannel } from '../../contract.ts';
import '#platform/web/load-zod.ts';

/** A channel as the editor has it. */
export const ChannelValues = z.object({
  name: z.string().trim().min(1).max(60),
  key: z.union([z.literal(''), z.string().regex(/^[a-z0-9][a-z0-9-]{2,59}$/)]),
  group_id: z.string().min(1),
  enabled: z.boolean(),
  settings: WebSettings,
  origins: z.string(),
});
export type ChannelValues = z.infer<typeof ChannelValues>;

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((line) => line.replace(/\/+$/, ''))
    .filter(Boolean);

/** What a new channel begins with. */
export interface FirstWords {
  name: string;
  greeting: WebSettings['greeting'];
}

/** What the editor begins with; a new channel with words that will do. */
export function valuesOf(channel: ChatChannel | null, { name, greeting }: FirstWords): ChannelValues {
  const settings =
    channel?.settings ?? WebSettings.parse({ greeting, time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  return {
    name: channel?.name ?? name,
    key: channel?.key ?? '',
    group_id: channel ? String(channel.group_id) : '',
    enabled: channel?.enabled ?? true,
    settings,
    origins: settings.origins.join('\n'),
  };
}

/** What is sent of it. */
export const wishOf = ({ name, key, group_id, enabled, settings, origins }: ChannelValues) => ({
  name,
  ...(key ? { key } : {}),
  group_id: Number(group_id),
  enabled,
  settings: { ...settings, origins: linesOf(origins) },
});
