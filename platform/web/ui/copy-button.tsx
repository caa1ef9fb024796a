import { ActionIcon } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { text, useText } from '../i18n.ts';
import { toast } from '../toast.ts';

/** Copies and says whether it worked. */
export async function copyText(value: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    toast({ tone: 'success', text: text('ui.copied'), id: 'copied' });
    return true;
  } catch {
    // No permission, or a page without TLS.
    toast({ tone: 'warning', text: text('ui.copyFailed'), id: 'copied' });
    return false;
  }
}

/** A small button that copies a value. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const t = useText();
  const [done, setDone] = useState(0);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(0), 1_500);
    return () => clearTimeout(timer);
  }, [done]);
  const name = label ?? t('ui.copy');
  return (
    <ActionIcon
      size={26}
      aria-label={name}
      data-hint={name}
      onClick={async () => (await copyText(value)) && setDone((count) => count + 1)}
    >
      {done ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </ActionIcon>
  );
}
