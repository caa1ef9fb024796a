import { ActionIcon } from '@mantine/core';
import { CircleHelp } from 'lucide-react';
import { Link } from 'react-router';
import { useText } from '#platform/web/i18n.ts';

/** The help icon of the header. */
export default function HelpButton() {
  const t = useText();
  return (
    <ActionIcon component={Link} to="/help" aria-label={t('help.open')} data-hint={t('help.open')}>
      <CircleHelp size={17} aria-hidden />
    </ActionIcon>
  );
}
