import { useEffect, useRef } from 'react';
import { usePhoneDesk, type PhoneView } from '#features/voice/softphone/web/index.ts';
import { useText } from '#platform/web/i18n.ts';
import { askBeforeLeaving } from '#platform/web/navigation.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';

/** "Monitoring only works on /workBench" (specification W4): whoever leaves is asked, and the listening ends with the page. */
export function useListeningEnds(view: PhoneView): void {
  const t = useText();
  const desk = usePhoneDesk();
  const isListening = Boolean(view.phone.call?.monitor);
  const isListeningNow = useRef(isListening);
  useEffect(() => {
    isListeningNow.current = isListening;
  }, [isListening]);
  useEffect(
    () =>
      isListening
        ? askBeforeLeaving(() =>
            confirm({
              title: t('workbench.leave.title'),
              body: t('workbench.leave.body'),
              yes: t('workbench.leave.yes'),
              no: t('workbench.leave.no'),
            }),
          )
        : undefined,
    [isListening, t],
  );
  // A call that was taken over meanwhile is a conversation, which any page carries.
  useEffect(() => () => void (isListeningNow.current && desk?.press({ type: 'hangUpPressed' })), [desk]);
}
