import { describe, expect, test } from 'vitest';
import { previewCall } from '#core/trunk/call-wording.ts';
import { NEW_SIP_TRUNK, SipTrunkFields } from '../contract.ts';
import { carrierPresets, presetOf, type CarrierPreset, type PresetBlank } from './presets.ts';
import { presetTrunk } from './preset-trunk.ts';

const filled = (preset: CarrierPreset, leaveOut?: PresetBlank): SipTrunkFields => {
  const trunk = structuredClone(presetTrunk(NEW_SIP_TRUNK, preset));
  for (const { field, example } of preset.blanks) {
    if (field === leaveOut) continue;
    if (field === 'domain') {
      trunk.domain = example;
      for (const gateway of trunk.gateways) gateway.host ||= example;
    }
    if (field === 'account.user') trunk.account!.user = example;
    if (field === 'account.password') trunk.account!.password = 'secret';
    if (field === 'calledNumber.prefix') trunk.calledNumber.prefix = example;
  }
  return trunk;
};

describe.each(carrierPresets.map((preset) => [preset.name, preset] as const))(
  '[CC-12] the preset of %s',
  (_, preset) => {
    test('is a trunk once its blanks are filled', () => {
      const checked = SipTrunkFields.safeParse(filled(preset));
      expect(checked.error?.issues ?? []).toEqual([]);
      expect(checked.data?.preset).toBe(preset.id);
    });

    test('does not pass while its domain or account is missing', () => {
      for (const { field } of preset.blanks)
        if (field === 'domain' || field === 'account.user')
          expect(SipTrunkFields.safeParse(filled(preset, field)).success, field).toBe(false);
    });

    test('says where and when it was read, and brings no secret along', () => {
      expect(preset.sources.length).toBeGreaterThan(0);
      for (const source of preset.sources) expect(source).toMatch(/^https:\/\/\S+$/);
      expect(preset.readIn).toMatch(/^20\d\d-\d\d$/);
      expect(preset.fields.account?.password ?? '').toBe('');
      expect(presetOf(preset.id)).toBe(preset);
    });
  },
);

test('[CC-12] no two presets have one id, and their list is in order', () => {
  const names = carrierPresets.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
  expect(new Set(carrierPresets.map(({ id }) => id)).size).toBe(carrierPresets.length);
  expect(carrierPresets.length).toBeGreaterThanOrEqual(5);
  expect(presetOf('none')).toBeNull();
});

test('[CC-12] calls over sipgate and Flowroute are said as these ask', () => {
  const preview = (id: string) => {
    const { headers: _none, ...trunk } = filled(presetOf(id)!);
    return previewCall({ ...trunk, headers: {} }, { from: '4921112345', to: '12066418000' });
  };
  expect(preview('sipgate')).toEqual([
    'INVITE sip:12066418000@sipconnect.sipgate.de SIP/2.0',
    'From: <sip:1234567t0@sipconnect.sipgate.de>',
    'To: <sip:12066418000@sipconnect.sipgate.de>',
    'P-Preferred-Identity: <sip:4921112345@sipconnect.sipgate.de>',
  ]);
  expect(preview('flowroute')[0]).toBe('INVITE sip:12345678*12066418000@us-west-or.sip.flowroute.com SIP/2.0');
});
