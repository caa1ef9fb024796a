import { Button } from '@mantine/core';
import { PhoneIncoming } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';

/** Says quietly that the list has grown. It floats: nothing on the page moves until the reader asks for the new ones. */
export function NewCallsBar({ count, onShow }: { count: number; onShow: () => void }) {
  const t = useText();
  return (
    <output className="new-calls" data-on={count > 0 || undefined}>
      {count > 0 && (
        <>
          <PhoneIncoming size={15} aria-hidden />
          <b>{t('call-records.newCalls', { count })}</b>
          <Button size="xs" variant="subtle" onClick={onShow}>
            {t('call-records.newCalls.show')}
          </Button>
        </>
      )}
    </output>
  );
}
