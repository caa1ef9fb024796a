import { beforeEach, expect, test } from 'vitest';
import { headerCode, libraryState } from '#core/phone/phone-codes.ts';
import { ConnectionType } from '#shared/codes/connection-type.ts';
import { HeaderCallState } from '#shared/codes/header-call-state.ts';
import { anOrder } from '../../core/phone-player.fixture.ts';
import { deskStage } from './desk-stage.fixture.ts';
import { settle } from './desk.fixture.ts';

const stage = deskStage();
const USER_INFO = '/api/userinfo';
const SIP_INFO = '/cc/api/agent/v1/sipInfo';
const asked = (url: string) => stage.server.asked.filter((one) => one.url === url);
const PASSWORD = 'päss:wörd';

beforeEach(() => {
  localStorage.clear();
  return () => localStorage.clear();
});

const byPassword = () => {
  localStorage.setItem('connectionType', String(ConnectionType.userInfo));
  return stage.ready();
};

test('[CALL-18] /api/userinfo brings the phone up: nothing before the password, then an account by HTTP Basic', async () => {
  const { desk, line } = await byPassword();
  expect(libraryState(desk.view().phone)).toBe('nxapi');
  expect([...asked(USER_INFO), ...asked(SIP_INFO)]).toEqual([]);
  desk.givePassword(PASSWORD);
  await settle();
  const { headers } = asked(USER_INFO)[0]!;
  expect(Buffer.from(headers['authorization']!.slice('Basic '.length), 'base64').toString('utf8')).toBe(
    `ana@example.test:${PASSWORD}`,
  );
  expect(line.account).toEqual({
    url: 'wss://phones.test/sip',
    domain: 'phones.test',
    number: '8001',
    ha1: 'f'.repeat(32),
    iceServers: [],
    reportEverySec: 5,
  });
  expect(desk.view().phone).toMatchObject({ account: { is: 'given', ccToken: 'token-7' }, link: { at: 'ready' } });
  expect(asked(SIP_INFO)).toEqual([]);
  expect(JSON.stringify([desk.view(), { ...localStorage }, { ...sessionStorage }])).not.toContain(PASSWORD);
});

test('[CALL-18] a wrong password is the phone’s error, told once; the next one is tried when it is typed', async () => {
  const { desk } = await byPassword();
  stage.server.state.refuse[USER_INFO] = 'wrongCredentials';
  desk.givePassword('wrong');
  await settle();
  expect([headerCode(desk.view().phone), libraryState(desk.view().phone)]).toEqual([
    HeaderCallState.registrationFailed,
    'error',
  ]);
  expect(desk.view().phone.account).toEqual({ is: 'failed', tip: 'said: wrongCredentials' });
  expect(stage.toasts).toMatchObject([{ tone: 'warning', text: 'said: wrongCredentials' }]);
  stage.server.state.refuse = {};
  desk.press({ type: 'reinitAsked' });
  await settle();
  expect(asked(USER_INFO), 'a refused password is forgotten').toHaveLength(1);
  desk.givePassword(PASSWORD);
  await settle();
  expect(desk.view().phone.link.at).toBe('ready');
});

test('[CALL-18] too many wrong ones say what helps, as the phone has no picture to show', async () => {
  const { desk } = await byPassword();
  stage.server.state.refuse[USER_INFO] = 'captchaRequired';
  desk.givePassword('wrong');
  await settle();
  expect(desk.view().phone.account).toMatchObject({
    is: 'failed',
    tip: expect.stringContaining('Sign out and in again'),
  });
});

test('[CALL-18] an account of another team is not taken', async () => {
  const { desk, line } = await byPassword();
  const { sipInfo } = stage.server.state;
  stage.server.state.sipInfo = () => ({ ...sipInfo(), sipNum: '9001' });
  desk.givePassword(PASSWORD);
  await settle();
  expect([line.account, desk.view().phone.account.is]).toEqual([null, 'failed']);
});

test('[CALL-18] the way is chosen per computer, and the phone starts anew by it', async () => {
  const { desk, line } = await stage.ready();
  expect(asked(SIP_INFO)).toHaveLength(1);
  desk.chooseConnection(ConnectionType.userInfo);
  await settle();
  expect(line.all('unregister')).toHaveLength(1);
  expect(desk.view().phone.account).toMatchObject({ is: 'asked', needsPassword: true });
  desk.givePassword(PASSWORD);
  await settle();
  expect(desk.view().phone.link.at).toBe('ready');
  expect(localStorage.getItem('connectionType')).toBe('2');
  desk.chooseConnection(ConnectionType.agentPhone);
  await settle();
  expect([asked(SIP_INFO).length, desk.view().phone.link.at]).toEqual([2, 'ready']);
  expect(localStorage.getItem('connectionType')).toBeNull();
});

test('[CALL-18] in a call nothing is chosen', async () => {
  const { desk, line } = await stage.ready();
  desk.press({ type: 'dialPressed', order: anOrder() });
  await settle();
  expect(desk.view().phone.call).not.toBeNull();
  desk.chooseConnection(ConnectionType.userInfo);
  await settle();
  expect([line.all('unregister'), localStorage.getItem('connectionType')]).toEqual([[], null]);
});

test('[CC-03] whose calls ring at a mobile has status and calls in the page, and calls by asking the server', async () => {
  stage.server.state.refuse[SIP_INFO] = 'mobileInstead';
  const { desk } = await stage.ready();
  expect(headerCode(desk.view().phone)).toBe(HeaderCallState.idle);
  desk.press({ type: 'dialPressed', order: anOrder() });
  await settle();
  expect(asked('/cc/api/calls/v1/dial')).toMatchObject([{ body: { number: anOrder().number } }]);
});

test('[CC-05] who dials for help from the page of a mobile is told to do so on the mobile, for long enough to read it', async () => {
  stage.server.state.refuse[SIP_INFO] = 'mobileInstead';
  stage.server.state.refuse['/cc/api/calls/v1/dial'] = 'emergencyOnMobile';
  const { desk } = await stage.ready();
  desk.press({ type: 'dialPressed', order: { ...anOrder(), number: '112' } });
  await settle();
  expect(stage.toasts).toMatchObject([{ tone: 'error', id: 'softphone.emergency', stayMs: 60_000 }]);
});
