import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#platform/web/i18n.ts';
import { Dialog } from '#platform/web/ui/dialogs.tsx';
import { useCommand } from '#platform/web/use-endpoint.ts';
import { useCan } from '#platform/web/viewer.ts';
import { QUICK_TEXT_MOST, quickRepliesApi, type QuickReply } from '../contract.ts';

const variables = ['{name}', '{agent}', '{company}'] as const;

/** A new quick reply, or one that is changed. */
export function ReplyEditor({ reply, onClose }: { reply: QuickReply | null; onClose: () => void }) {
  const t = useText();
  const mayShare = useCan()('quick-replies.edit');
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '');
  const [text, setText] = useState(reply?.text ?? '');
  const [personal, setPersonal] = useState(reply?.personal ?? !mayShare);
  const options = { invalidates: [quickRepliesApi.list], done: 'ui.saved' as const, onDone: onClose };
  const [add, update] = [useCommand(quickRepliesApi.add, options), useCommand(quickRepliesApi.update, options)];
  const isWhole = /^[\p{L}\p{N}_-]{1,30}$/u.test(shortcut.trim()) && text.trim() !== '';
  const isChanged = shortcut !== (reply?.shortcut ?? '') || text !== (reply?.text ?? '');
  return (
    <Dialog
      title={t(reply ? 'quick-replies.change' : 'quick-replies.add')}
      opened
      onClose={onClose}
      dirty={isChanged && !add.isSuccess && !update.isSuccess}
    >
      <form
        className="quick-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWhole) return;
          const wish = { shortcut: shortcut.trim(), text: text.trim(), personal };
          if (reply) update.mutate({ id: reply.id, ...wish });
          else add.mutate(wish);
        }}
      >
        <TextInput
          label={t('quick-replies.shortcut')}
          description={t('quick-replies.shortcutHint')}
          leftSection="/"
          maxLength={30}
          value={shortcut}
          onChange={(event) => setShortcut(event.currentTarget.value.replace(/\s/g, ''))}
        />
        <Textarea
          label={t('quick-replies.text')}
          rows={5}
          maxLength={QUICK_TEXT_MOST}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="quick-variables">
          <span>{t('quick-replies.variables')}</span>
          {variables.map((one) => (
            <Button key={one} size="compact-xs" variant="default" onClick={() => setText(`${text}${one}`)}>
              {one}
            </Button>
          ))}
        </div>
        {mayShare && (
          <Switch
            label={t('quick-replies.onlyMine')}
            checked={personal}
            onChange={(event) => setPersonal(event.currentTarget.checked)}
          />
        )}
        <div className="page-actions">
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" disabled={!isWhole} loading={add.isPending || update.isPending}>
            {t('ui.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
