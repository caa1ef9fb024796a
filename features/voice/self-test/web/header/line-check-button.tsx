import { ActionIcon } from '@mantine/core';
import { Signal } from 'lucide-react';
import { useText } from '#platform/web/i18n.ts';
import { openLineCheck } from '../lines/check-window.ts';
import './line-check-button.css';

/** [SHELL-10] The header's way to the line check. */
export default function LineCheckButton() {
  const t = useText();
  return (
    <ActionIcon
      className="line-check-button"
      variant="subtle"
      color="gray"
      aria-haspopup="dialog"
      aria-label={t('line-check.title')}
      data-hint={t('line-check.title')}
      onClick={() => openLineCheck()}
    >
      <Signal size={17} aria-hidden />
    </ActionIcon>
  );
}
