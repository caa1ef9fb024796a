import { ActionIcon, Button, Switch } from '@mantine/core';
import { KeyRound, Pencil, Send, Trash2 } from 'lucide-react';
import type { Tone } from '#shared/codes.ts';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n.ts';
import { toast } from '#platform/web/toast.ts';
import { Badge } from '#platform/web/ui/code-badge.tsx';
import { confirm } from '#platform/web/ui/confirm.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { webhooksApi, type Hook } from '../../contract.ts';
import type { useHooks } from '../use-hooks.ts';
import { whyText } from '../why-text.ts';

type HookState = 'on' | 'off' | 'failing' | 'gone' | 'paused' | 'full';
const tones: Record<HookState, Tone> = {
  on: 'green',
  off: 'grey',
  failing: 'warning',
  gone: 'red',
  paused: 'red',
  full: 'red',
};

function stateOf({ enabled, stopped, failingSince }: Hook): HookState {
  if (!enabled) return stopped ?? 'off';
  return failingSince === null ? 'on' : 'failing';
}

interface HookRowProps {
  hook: Hook;
  hooks: ReturnType<typeof useHooks>;
  mayEdit: boolean;
  onEdit: () => void;
}

/** One address: what it hears of, how it does, and what can be done with it. */
export function HookRow({ hook, hooks, mayEdit, onEdit }: HookRowProps) {
  const t = useText();
  const format = useFormat();
  const { id, name, url, events, enabled, maskNumbers, failingSince, previousUntil } = hook;
  const state = stateOf(hook);
  const test = useCommand(webhooksApi.test, {
    invalidates: [webhooksApi.log],
    onDone: (delivery) =>
      toast(
        delivery.state === 'delivered'
          ? { tone: 'success', text: t('webhooks.testDone', { name }) }
          : { tone: 'warning', text: `${t('webhooks.testFailed')}: ${whyText(delivery)}` },
      ),
  });
  async function askToRemove(): Promise<void> {
    if (
      await confirm({
        title: t('webhooks.removeTitle', { name }),
        body: t('webhooks.removeBody'),
        yes: t('webhooks.remove'),
        danger: true,
      })
    )
      hooks.remove(id);
  }
  async function askToRotate(): Promise<void> {
    if (
      await confirm({
        title: t('webhooks.rotateTitle', { name }),
        body: t('webhooks.rotateBody'),
        yes: t('webhooks.rotate'),
      })
    )
      hooks.rotate(id);
  }
  return (
    <li aria-label={name}>
      <div className="hook-what">
        <p className="hook-name">
          <b>{name}</b>
          <Badge look="dot" tone={tones[state]}>
            {t(`webhooks.state.${state}`)}
            {state === 'failing' && ` ${t('webhooks.failingSince', { when: format.dateTime(failingSince) })}`}
          </Badge>
        </p>
        <p className="hook-url">{url}</p>
        <p className="hook-events">
          {events.map((event) => (
            <Badge key={event} tone="blue">
              {t(`webhooks.event.${event}`)}
            </Badge>
          ))}
          <Badge tone={maskNumbers ? 'grey' : 'warning'}>{t(maskNumbers ? 'webhooks.masked' : 'webhooks.clear')}</Badge>
        </p>
        {previousUntil && (
          <p className="hook-note">{t('webhooks.overlap', { when: format.dateTime(previousUntil) })}</p>
        )}
      </div>
      {mayEdit && (
        <div className="hook-deeds">
          <Switch
            aria-label={t('webhooks.switch', { name })}
            checked={enabled}
            disabled={hooks.isBusy}
            onChange={(event) => hooks.switchTo(hook, event.currentTarget.checked)}
          />
          <Button
            variant="default"
            loading={test.isPending}
            leftSection={<Send size={14} aria-hidden />}
            onClick={() => test.mutate({ id })}
          >
            {t('webhooks.test')}
          </Button>
          <ActionIcon
            aria-label={t('webhooks.rotateTitle', { name })}
            data-hint={t('webhooks.rotate')}
            onClick={() => void askToRotate()}
          >
            <KeyRound size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t('webhooks.editTitle', { name })} data-hint={t('webhooks.edit')} onClick={onEdit}>
            <Pencil size={15} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={t('webhooks.removeTitle', { name })}
            data-hint={t('webhooks.remove')}
            onClick={() => void askToRemove()}
          >
            <Trash2 size={15} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}
