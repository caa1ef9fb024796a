import { useEffect, useRef } from 'react';
import { MIC_CHECK_MS } from '../core/limits.ts';
import { text } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';

/** Looks every second whether the microphone may be used, until it may; a refusal is told once. */
export function useMicrophoneCheck(): void {
  const warned = useRef(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async (): Promise<void> => {
      const state = await navigator.permissions?.query({ name: 'microphone' }).then(
        ({ state: now }) => now,
        () => 'prompt' as const,
      );
      if (over || state === undefined || state === 'granted') return;
      if (state === 'denied' && !warned.current) {
        warned.current = true;
        toast({ tone: 'warning', text: text('flow-test.warn.microphone') });
      }
      timer = setTimeout(() => void look(), MIC_CHECK_MS);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, []);
}
