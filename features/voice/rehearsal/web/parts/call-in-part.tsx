import { Button } from '@mantine/core';
import { PhoneIncoming } from 'lucide-react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand, useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { rehearsalApi } from '../../contract.ts';

/** Lets a customer who is none make the first call. */
export default function CallInPart() {
  const t = useText();
  const can = useCan();
  const stage = useEndpoint(rehearsalApi.stage, {}, { enabled: can('rehearsal.use'), handlesFailures: true }).data;
  const callIn = useCommand(rehearsalApi.callIn, { done: 'rehearsal.calling' });
  const did = stage?.dids[0];
  if (!did) return null;
  return (
    <Button
      size="xs"
      leftSection={<PhoneIncoming size={14} aria-hidden />}
      loading={callIn.isPending}
      onClick={() => callIn.mutate({ did: did.number, script: 'talks' })}
    >
      {t('rehearsal.callInTo', { number: spokenNumber(did.number) })}
    </Button>
  );
}
