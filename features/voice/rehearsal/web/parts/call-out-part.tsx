import { Button } from '@mantine/core';
import { PhoneOutgoing } from 'lucide-react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { useCallNumber } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { useEndpoint } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { rehearsalApi } from '../../contract.ts';

/** Calls the documented number that answers and speaks. */
export default function CallOutPart() {
  const t = useText();
  const can = useCan();
  const callNumber = useCallNumber();
  const stage = useEndpoint(rehearsalApi.stage, {}, { enabled: can('rehearsal.use'), handlesFailures: true }).data;
  const number = stage?.numbers.find(({ behaviour }) => behaviour === 'answersAndSpeaks')?.number;
  if (!number || !callNumber) return null;
  return (
    <Button
      size="xs"
      color="green"
      leftSection={<PhoneOutgoing size={14} aria-hidden />}
      onClick={() => callNumber({ number, word: '', country: '', name: '' })}
    >
      {t('rehearsal.callOutTo', { number: spokenNumber(number) })}
    </Button>
  );
}
