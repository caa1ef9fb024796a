import { aSipTrunk } from '#features/voice/trunks/core/sip-trunk.fixture.ts';
import type { Marks } from './columns.ts';

/** An account at WhatsApp, and so none of another kind. */
const aNumber = {
  email: undefined,
  whatsapp: { phone_number_id: '1'.repeat(15), business_id: '2'.repeat(15), display_number: '+1 555 0100' },
  secrets: { access_token: 'text', app_secret: 'text' },
};

/** One that overflows into another, or plays a sound. */
const aGroup = (place: string) => {
  if (!place.endsWith('SoundId')) return { overflowKind: 'group' };
  return { overflowKind: 'hangUp', ...(place === 'repeatSoundId' ? { repeatEverySec: 30 } : {}) };
};

/** A connection to a carrier, as a whole; nothing of it names anything but its domain. */
const aConnection = (place: string) => {
  const { domain, ...rest } = aSipTrunk({ name: `text ${(files += 1)}` });
  return place === 'domain' ? rest : { ...rest, domain };
};

/** Each has a name of its own. */
let files = 0;

/** What calls need besides, where one field asks for another: by the place that is filled, and with what is the caller's own. */
export const besides: Record<string, (place: string, own: Marks) => object> = {
  // Lines are the installation's own.
  'agents.update': (place) => (place === 'lineId' ? {} : { lineId: 1 }),
  'announcements.add': () => ({ title_en: 'text', content_en: 'text' }),
  'announcements.update': () => ({ title_en: 'text', content_en: 'text' }),
  'agent-groups.add': aGroup,
  'agent-groups.update': aGroup,
  'call-limits.add': (place, own) => ({ scope: 'group', ...(place === 'groupId' ? {} : { groupId: own.id }) }),
  'call-limits.update': (place, own) => ({ scope: 'group', ...(place === 'groupId' ? {} : { groupId: own.id }) }),
  'calls.noteDraft': () => ({ draftKey: 'note-of-mine' }),
  'chat-carriers.add': () => aNumber,
  'chat-carriers.update': () => aNumber,
  'chat.send': (place) => (place === 'file_id' ? {} : { text: 'hello' }),
  'chat.transfer': (place, own) => (/^(user|group)_id$/.test(place) ? {} : { group_id: own.id }),
  'did-numbers.inboundConfig': (place) => ({ inboundConfig: place.startsWith('menu') || place === 'flowId' ? 2 : 1 }),
  'routes.createTrunk': () => ({ carrier: 'rehearsal' }),
  'routes.updateTrunk': () => ({ carrier: 'rehearsal' }),
  'operator-help.grant': () => ({ functions: ['call-records.view'] }),
  // No sums know lines beside agents, and only some reports know lines.
  'statistics.callEfficiency': (place) => (/^(trunk|number)_id$/.test(place) ? { by: 'trunk' } : {}),
  'statistics.exportReport': () => ({ report: 'dayReport', by: 'day' }),
  'speech.update': () => ({ address: 'https://127.0.0.1/v1', secret: 'text' }),
  'flow-allocation.insert': (place) => (place === 'calendarId' ? { hours: 'open' } : {}),
  'flow-allocation.update': (place) => (place === 'calendarId' ? { hours: 'open' } : {}),
  // Ids in a file are another house's own; what they stand for is looked up by name.
  'flows.importFile': () => ({
    file: {
      openseat: 'flow',
      name: `text ${(files += 1)}`,
      flow: {
        format: 1,
        languages: ['en'],
        variables: [],
        notes: [],
        edges: [],
        nodes: [{ id: 'start', kind: 'start', name: '', settings: {}, x: 0, y: 0 }],
      },
      names: [{ kind: 'group', id: 1, name: 'text' }],
    },
  }),
  'second-factor.confirmStepPasskey': () => ({ authenticatorData: 'AA', clientData: 'AA', publicKey: 'AA' }),
  'second-factor.proveStep': () => ({ code: '123456' }),
  'trunks.create': aConnection,
  'trunks.update': aConnection,
  'sso.exchange': () => ({ code: 'c'.repeat(43), verifier: 'v'.repeat(43) }),
};
