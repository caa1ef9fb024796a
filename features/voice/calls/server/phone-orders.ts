import type { Call } from '#core/call/call.ts';
import type { CallEffect } from '#core/call/call-events.ts';
import { partyOf } from '#core/call/call-turn.ts';
import { maskName } from '#core/privacy/name-mask.ts';
import { maskPhone } from '#core/privacy/phone-mask.ts';
import type { CallAudio } from '#core/call/line-media.ts';
import type { Sound } from '#core/telephony/sound.ts';
import type { Telephony } from '#core/telephony/telephony.port.ts';
import { CallHeader, CHAT_CALLER } from '#shared/call-headers.ts';
import { countries } from '#shared/countries.ts';

export interface PhoneOrders {
  telephony: Telephony;
  /** Whether numbers are hidden from this person. */
  needsMasking(tenantId: number, userId: number): Promise<boolean>;
  groupName(tenantId: number, groupId: number): Promise<string | null>;
  /** A sound of the team, as it is played; null for one that is gone. */
  teamSound(tenantId: number, soundId: number): Promise<Int16Array | null>;
  /** What a voice says of a text; null where nobody speaks. */
  spokenText(tenantId: number, text: string, language: string): Promise<Int16Array | null>;
}

/** The specification's pause between keys sent one after another. */
const KEY_GAP_MS = 250;

/** Carries out what a call asks of the exchange. */
export async function orderPhone(
  { telephony, needsMasking, groupName, teamSound, spokenText }: PhoneOrders,
  effect: CallEffect,
  call: Call,
): Promise<void> {
  /** A sound that is gone, or cannot be read now, is replaced by what the product has. */
  async function asSound(sound: CallAudio): Promise<Sound> {
    if ('oneAfterAnother' in sound) return { sequence: await Promise.all(sound.oneAfterAnother.map(asSound)) };
    if (!('otherwise' in sound)) return sound;
    const samples =
      'text' in sound
        ? await spokenText(call.tenantId, sound.text, sound.language)
        : await teamSound(call.tenantId, sound.teamSound);
    return samples && samples.length > 0 ? { samples } : sound.otherwise;
  }

  switch (effect.type) {
    case 'ringAgent': {
      const hidden = await needsMasking(call.tenantId, effect.userId);
      const group = call.groupId === null ? null : await groupName(call.tenantId, call.groupId);
      const { leg, sipNum, timeoutMs } = effect;
      return telephony.ring(
        leg,
        { account: sipNum },
        {
          tenantId: call.tenantId,
          callerId: callerIdOf(call, effect, hidden),
          timeoutMs,
          headers: headersFor(call, effect, hidden, group),
        },
      );
    }
    case 'ringNumber':
      return telephony.ring(
        effect.leg,
        { number: effect.number, line: effect.trunk.name },
        {
          tenantId: call.tenantId,
          callerId: effect.callerId,
          timeoutMs: effect.timeoutMs,
          ...(effect.sipCallId ? { sipCallId: effect.sipCallId } : {}),
          ...(effect.emergencyAddress
            ? { headers: { [CallHeader.emergencyAddress]: encodeURIComponent(effect.emergencyAddress) } }
            : {}),
        },
      );
    case 'announceRinging':
    case 'openEarlyMedia':
    case 'answer':
    case 'hangUp':
    case 'separate':
    case 'stopPlaying':
      return telephony[effect.type](effect.leg);
    case 'holdWithMusic': {
      const music = call.lineMedia?.musicSoundId ?? null;
      const ours = { name: 'music' } as const;
      return telephony.hold(effect.leg, music === null ? ours : await asSound({ teamSound: music, otherwise: ours }));
    }
    case 'refuse':
      return telephony.refuse(effect.leg, effect.sipStatus);
    case 'reportTransfer':
      return telephony.reportTransfer(effect.leg, effect.sipStatus);
    case 'bridge':
      return telephony.bridge(effect.a, effect.b, ...(effect.more ?? []));
    case 'mute':
      return telephony.mute(effect.leg, effect.muted);
    case 'play':
      return telephony.play(effect.leg, await asSound(effect.sound), {
        playId: effect.playId,
        loop: effect.loop ?? false,
      });
    case 'speakAhead':
      // What it comes to is kept at hand by whoever speaks; nothing waits for it.
      return void spokenText(call.tenantId, effect.text.text, effect.text.language);
    case 'sendKeys':
      return telephony.sendKeys(effect.leg, effect.keys, KEY_GAP_MS);
    case 'record':
      return telephony.record(effect.leg, effect.recordingId);
    case 'stopRecording':
      return telephony.stopRecording(effect.recordingId);
    case 'monitor':
      return telephony.monitor(effect.supervisor, effect.target, effect.mode);
  }
}

/** The same for desk phones: by the standard (RFC 5373), and as most makers have it. */
const ANSWER_AT_ONCE = { 'Answer-Mode': 'Auto', 'Call-Info': '<sip:campaign>;answer-after=0' };

type RingAgent = Extract<CallEffect, { type: 'ringAgent' }>;

function callerIdOf(call: Call, { why }: RingAgent, hidden: boolean): string {
  if (why === 'internal') return call.facts.ourNumber;
  const agent = partyOf(call, 'agent');
  if (why === 'eavesdrop' && agent?.who.kind === 'agent') return agent.who.sipNum;
  if (call.facts.visitor) return CHAT_CALLER;
  return hidden ? maskPhone(call.facts.customerNumber) : call.facts.customerNumber;
}

function headersFor(call: Call, { why }: RingAgent, hidden: boolean, group: string | null): Record<string, string> {
  const { customerNumber, customerCountry, ourNumber, visitor } = call.facts;
  const name = visitor?.name || call.campaign?.customerName;
  const other = call.direction === 'internal' ? ourNumber : customerNumber;
  const dialling = countries.find(({ iso2 }) => iso2 === customerCountry)?.code;
  return {
    [CallHeader.callId]: call.id,
    [CallHeader.direction]: call.direction,
    [CallHeader.customerNumber]: hidden && call.direction !== 'internal' ? maskPhone(other) : other,
    ...(dialling ? { [CallHeader.customerCountryCode]: dialling } : {}),
    ...(name ? { [CallHeader.customerName]: encodeURIComponent(hidden ? maskName(name) : name) } : {}),
    ...(call.direction === 'inbound' ? { [CallHeader.didNumber]: ourNumber } : {}),
    // Not every phone reads more than ASCII in a header.
    ...(group === null ? {} : { [CallHeader.groupName]: encodeURIComponent(group) }),
    ...(call.facts.callbackOf === null ? {} : { [CallHeader.callbackCallId]: call.facts.callbackOf }),
    ...(why === 'campaign' ? { [CallHeader.answersItself]: '1', ...ANSWER_AT_ONCE } : {}),
    ...(call.campaign && call.facts.task?.taskName
      ? { [CallHeader.taskName]: encodeURIComponent(call.facts.task.taskName) }
      : {}),
    ...(why === 'resume' ? { [CallHeader.resume]: '1' } : {}),
    ...(why === 'eavesdrop' ? { [CallHeader.eavesdropTarget]: call.id } : {}),
  };
}
