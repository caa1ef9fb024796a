import { useDebouncedValue } from '@mantine/hooks';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { smsApi } from '../contract.ts';
import type { Recipient } from './use-recipient.ts';

const TYPING_MS = 300;

/** A template filled for somebody, asked for when nothing is typed any more. */
export function useFilledTemplate({ who, isWhole }: Recipient, templateId: string | null) {
  const [settled] = useDebouncedValue(JSON.stringify(who), TYPING_MS);
  const isSettled = settled === JSON.stringify(who);
  const isAsked = templateId !== null && isWhole && isSettled;
  const preview = useEndpoint(
    smsApi.preview,
    { ...(JSON.parse(settled) as typeof who), smsTemplateId: Number(templateId ?? 0) },
    { enabled: isAsked, staleMs: 0, handlesFailures: true },
  );
  return {
    filled: isAsked ? preview.data : undefined,
    isFilling: preview.isFetching,
    fillNow: async () => (await preview.refetch()).data,
  };
}
