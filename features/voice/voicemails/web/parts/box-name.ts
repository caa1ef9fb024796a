import { useText } from '#platform/web/i18n.ts';
import { useViewer } from '#platform/web/viewer.ts';

/** What a box is called: the main one and one's own by what they are, others by their name. */
export function useBoxName(): (box: { box: string; kind: 'main' | 'group' | 'agent'; name: string }) => string {
  const t = useText();
  const me = useViewer()?.userId;
  return ({ box, kind, name }) =>
    kind === 'main' ? t('voicemails.box.main') : box === `agent:${me}` ? t('voicemails.box.own') : name;
}
