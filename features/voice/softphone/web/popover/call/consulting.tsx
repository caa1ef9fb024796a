import { ActionIcon, Button } from '@mantine/core';
import { Mic, MicOff, Pause, PhoneOff, Play } from 'lucide-react';
import { spokenNumber } from '#core/phone/spoken-number.ts';
import { callsApi, type LiveCall } from '#features/voice/calls/contract.ts';
import { useText } from '#platform/web/i18n.ts';
import { useCommand } from '#platform/web/use-endpoint.ts';
import './consulting.css';

type Transfer = NonNullable<LiveCall['transfer']>;
type Other = Transfer['muted'][number];
const others: readonly Other[] = ['customer', 'third'];

/** A transfer under way: to whom, and what can still be done about it. Who has answered can join the customer's call. */
export function Consulting({ callId, transfer }: { callId: string; transfer: Transfer }) {
  const t = useText();
  const commands = [
    useCommand(callsApi.talkWith),
    useCommand(callsApi.transferComplete),
    useCommand(callsApi.transferSwap),
    useCommand(callsApi.transferCancel),
  ] as const;
  const [talkWith, complete, swap, cancel] = commands;
  const isBusy = commands.some(({ isPending }) => isPending);
  const { kind, to, toUserId, talkingTo, answered } = transfer;
  const who = toUserId === null ? spokenNumber(to) : to;
  const words =
    kind === 'blind'
      ? t('softphone.transfer.under', { who })
      : !answered
        ? t('softphone.transfer.rings', { who })
        : talkingTo === 'both'
          ? t('softphone.transfer.three', { who })
          : talkingTo === 'third'
            ? t('softphone.transfer.withThird', { who })
            : t('softphone.transfer.withCustomer', { who });
  const isThere = kind === 'consult' && answered;
  return (
    <div className="consulting" data-tone="violet">
      <output>{words}</output>
      {isThere && (
        <ul aria-label={t('softphone.transfer.people')}>
          {others.map((place) => (
            <PersonRow
              key={place}
              callId={callId}
              place={place}
              name={place === 'third' ? who : t('softphone.transfer.customer')}
              transfer={transfer}
              disabled={isBusy}
              onTalkWith={(next) => talkWith.mutate({ callId, with: next })}
            />
          ))}
        </ul>
      )}
      <div>
        {isThere && (
          <>
            {talkingTo !== 'both' && (
              <Button size="xs" disabled={isBusy} onClick={() => talkWith.mutate({ callId, with: 'both' })}>
                {t('softphone.transfer.merge')}
              </Button>
            )}
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => complete.mutate({ callId })}>
              {t('softphone.transfer.complete')}
            </Button>
            {talkingTo !== 'both' && (
              <Button size="xs" variant="default" disabled={isBusy} onClick={() => swap.mutate({ callId })}>
                {t('softphone.transfer.swap')}
              </Button>
            )}
          </>
        )}
        <Button size="xs" variant="default" disabled={isBusy} onClick={() => cancel.mutate({ callId })}>
          {t('softphone.transfer.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** One of the two others: on hold or not, heard or not, and a way to let them go. */
function PersonRow({
  callId,
  place,
  name,
  transfer: { talkingTo, muted },
  disabled,
  onTalkWith,
}: {
  callId: string;
  place: Other;
  name: string;
  transfer: Transfer;
  disabled: boolean;
  onTalkWith: (next: Transfer['talkingTo']) => void;
}) {
  const t = useText();
  const mute = useCommand(callsApi.muteParty);
  const drop = useCommand(callsApi.dropParty);
  const isTalking = talkingTo === 'both' || talkingTo === place;
  const isMuted = muted.includes(place);
  const isBusy = disabled || mute.isPending || drop.isPending;
  const other = place === 'third' ? 'customer' : 'third';
  const deeds = [
    {
      key: 'hold',
      icon: isTalking ? Pause : Play,
      words: t(isTalking ? 'softphone.transfer.holdOne' : 'softphone.transfer.resumeOne', { name }),
      isOn: !isTalking,
      run: () => onTalkWith(isTalking ? other : 'both'),
    },
    ...(talkingTo === 'both'
      ? [
          {
            key: 'mute',
            icon: isMuted ? MicOff : Mic,
            words: t(isMuted ? 'softphone.transfer.unmuteOne' : 'softphone.transfer.muteOne', { name }),
            isOn: isMuted,
            run: () => mute.mutate({ callId, who: place, muted: !isMuted }),
          },
        ]
      : []),
  ];
  const drops = t('softphone.transfer.dropOne', { name });
  return (
    <li>
      <span>
        <b>{name}</b>
        <small>
          {t(
            isMuted
              ? 'softphone.transfer.isMuted'
              : isTalking
                ? 'softphone.transfer.isTalking'
                : 'softphone.transfer.isWaiting',
          )}
        </small>
      </span>
      {deeds.map(({ key, icon: Icon, words, isOn, run }) => (
        <ActionIcon
          key={key}
          size={30}
          aria-label={words}
          aria-pressed={isOn}
          data-hint={words}
          disabled={isBusy}
          onClick={run}
        >
          <Icon size={15} aria-hidden />
        </ActionIcon>
      ))}
      <ActionIcon
        size={30}
        color="red"
        aria-label={drops}
        data-hint={drops}
        disabled={isBusy}
        onClick={() => drop.mutate({ callId, who: place })}
      >
        <PhoneOff size={15} aria-hidden />
      </ActionIcon>
    </li>
  );
}
