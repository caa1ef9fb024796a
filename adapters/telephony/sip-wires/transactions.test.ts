import { describe, expect, test } from 'vitest';
import { handClock } from '#test/clock.ts';
import type { SipHop } from './sip-hop.ts';
import { peekMessage } from './sip-peek.ts';
import { Transactions } from './transactions.ts';

const UDP: SipHop = { transport: 'udp', address: '192.0.2.1', port: 5_060, host: '' };
const TCP: SipHop = { ...UDP, transport: 'tcp' };

function open() {
  const clock = handClock();
  const sent: { text: string; to: SipHop }[] = [];
  const delivered: string[] = [];
  const layer = new Transactions<string>({
    after: clock.after,
    send: (text, to) => void sent.push({ text, to }),
    deliver: (owner, text) => void delivered.push(`${owner} ${text.split('\r\n', 1)[0]}`),
    sentBy: (transport) => `198.51.100.1:${transport === 'udp' ? 5_060 : 5_061}`,
  });
  const receive = (text: string, from = UDP): void => {
    const seen = peekMessage(text)!;
    if (seen.isRequest) layer.receiveRequest('a', text, seen, from);
    else layer.receiveAnswer(text, seen, from);
  };
  const firstLines = (): string[] => sent.map(({ text }) => text.split('\r\n', 1)[0]!);
  return { clock, sent, heard: delivered, layer, receive, firstLines };
}

const message = (
  first: string,
  method: string,
  { via = 'SIP/2.0/UDP way.invalid;branch=z9hG4bKa;rport', more = '' } = {},
): string =>
  `${first}\r\nVia: ${via}\r\nFrom: <sip:a@x>;tag=1\r\nTo: <sip:b@x>\r\nCall-ID: c\r\nCSeq: 1 ${method}\r\n${more}Content-Length: 0\r\n\r\n`;
const request = (method: string, via?: { via: string }) => message(`${method} sip:b@x SIP/2.0`, method, via);
const answer = (status: number, method: string, more = '') => message(`SIP/2.0 ${status} X`, method, { more });

describe('what we ask', () => {
  test.each([
    ['INVITE', [500, 1_000, 2_000, 4_000, 8_000, 16_000]],
    ['REGISTER', [500, 1_000, 2_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000, 4_000]],
  ])('%s is asked again, later each time, until 32 s are over', (method, waits) => {
    const { clock, sent, layer } = open();
    layer.sendRequest('a', request(method), () => UDP);
    for (const [at, waitMs] of waits.entries()) {
      clock.turn(waitMs - 1);
      expect(sent).toHaveLength(at + 1);
      clock.turn(1);
      expect(sent).toHaveLength(at + 2);
    }
    clock.turn(300_000);
    expect(sent).toHaveLength(waits.length + 1);
    expect(layer.size).toBe(0);
  });

  test('an answer stops it; a connection repeats nothing', () => {
    const { clock, sent, layer, receive, heard: delivered } = open();
    layer.sendRequest('a', request('INVITE'), () => UDP);
    receive(answer(100, 'INVITE'));
    clock.turn(40_000);
    expect(sent).toHaveLength(1);
    expect(delivered).toEqual(['a SIP/2.0 100 X']);
    layer.sendRequest('a', request('OPTIONS'), () => TCP);
    clock.turn(40_000);
    expect(sent).toHaveLength(2);
  });

  test('the Via tells the way a request really takes', () => {
    const { sent, layer } = open();
    layer.sendRequest('a', request('OPTIONS'), () => UDP);
    layer.sendRequest('a', request('INVITE'), () => TCP);
    expect(sent.map(({ text }) => /^Via: .*$/m.exec(text)?.[0])).toEqual([
      'Via: SIP/2.0/UDP 198.51.100.1:5060;branch=z9hG4bKa;rport',
      'Via: SIP/2.0/TCP 198.51.100.1:5061;branch=z9hG4bKa;rport',
    ]);
  });

  test('a refusal said again is acknowledged again, and CANCEL goes where its INVITE went', () => {
    const { sent, layer, receive, heard: delivered, firstLines } = open();
    layer.sendRequest('a', request('INVITE'), () => TCP);
    layer.sendRequest('a', request('CANCEL'), () => UDP);
    expect(sent[1]!.to).toEqual(TCP);
    receive(answer(486, 'INVITE'), TCP);
    layer.sendRequest('a', request('ACK'), () => UDP);
    receive(answer(486, 'INVITE'), TCP);
    expect(firstLines().filter((line) => line.startsWith('ACK'))).toHaveLength(2);
    expect(sent.at(-1)!.to).toEqual(TCP);
    expect(delivered).toEqual(['a SIP/2.0 486 X']);
    expect(layer.stats.acknowledgedAgain).toBe(1);
  });

  test('what waits on a connection that broke is told at once, or takes the other way', () => {
    const { layer, heard: delivered, sent, clock } = open();
    layer.sendRequest('a', request('OPTIONS'), () => TCP);
    layer.sendRequest('b', request('INVITE'), () => TCP, UDP);
    layer.lost(TCP);
    expect(delivered).toEqual(['a SIP/2.0 503 Service Unavailable']);
    expect(sent.at(-1)).toMatchObject({ to: UDP });
    expect(sent.at(-1)!.text).toContain('Via: SIP/2.0/UDP');
    clock.turn(500);
    expect(sent).toHaveLength(4);
    layer.lost({ ...UDP, port: 9 });
    expect(delivered).toHaveLength(1);
  });

  test('an answer nobody waits for is nobody’s', () => {
    const { layer } = open();
    expect(layer.isAwaited(peekMessage(answer(200, 'INVITE'))!)).toBe(false);
    layer.sendRequest('a', request('INVITE'), () => UDP);
    expect(layer.isAwaited(peekMessage(answer(200, 'INVITE'))!)).toBe(true);
    expect(layer.isAwaited(peekMessage(answer(200, 'BYE'))!)).toBe(false);
  });
});

describe('what they ask', () => {
  test('what comes twice is heard once and answered from memory', () => {
    const { layer, heard: delivered, receive, firstLines } = open();
    receive(request('BYE'));
    receive(request('BYE'));
    expect(firstLines()).toEqual([]);
    layer.sendAnswer(answer(200, 'BYE'));
    receive(request('BYE'));
    expect(firstLines()).toEqual(['SIP/2.0 200 X', 'SIP/2.0 200 X']);
    expect(delivered).toEqual(['a BYE sip:b@x SIP/2.0']);
    expect(layer.stats.absorbed).toBe(2);
  });

  test('a refusal is said until it is acknowledged', () => {
    const { layer, clock, sent, receive } = open();
    receive(request('INVITE'));
    layer.sendAnswer(answer(486, 'INVITE'));
    clock.turn(1_500);
    expect(sent).toHaveLength(3);
    receive(request('ACK'));
    clock.turn(60_000);
    expect(sent).toHaveLength(3);
    expect(layer.size).toBe(0);
  });

  test('a provisional answer they must have is said until they say so', () => {
    const { layer, clock, sent, receive } = open();
    receive(request('INVITE'));
    layer.sendAnswer(answer(180, 'INVITE'));
    clock.turn(5_000);
    expect(sent).toHaveLength(1);
    layer.sendAnswer(answer(183, 'INVITE', 'RSeq: 1\r\n'));
    clock.turn(1_500);
    expect(sent).toHaveLength(4);
    layer.provisionalArrived('z9hG4bKa');
    clock.turn(60_000);
    expect(sent).toHaveLength(4);
  });

  test.each([
    ['192.0.2.1:5070;branch=z9hG4bKa;rport', 40_000, ';rport=40000;received=192.0.2.1', 40_000],
    ['192.0.2.1:5070;rport;branch=z9hG4bKa', 40_000, ';rport=40000;received=192.0.2.1', 40_000],
    ['192.0.2.1:5070;branch=z9hG4bKa', 40_000, null, 5_070],
    ['10.0.0.9:5070;branch=z9hG4bKa', 40_000, ';received=192.0.2.1', 5_070],
    ['10.0.0.9;branch=z9hG4bKa', 40_000, ';received=192.0.2.1', 5_060],
  ])('an answer to %s from port %d goes back to where it was seen', (via, port, viaAddition, back) => {
    const clock = handClock();
    const sent: SipHop[] = [];
    let text = '';
    const layer = new Transactions<string>({
      after: clock.after,
      send: (_text, to) => void sent.push(to),
      deliver: (_owner, delivery) => void (text = delivery),
      sentBy: () => 'x',
    });
    const raw = request('OPTIONS', { via: `SIP/2.0/UDP ${via}` });
    layer.receiveRequest('a', raw, peekMessage(raw)!, { ...UDP, port });
    layer.sendAnswer(answer(200, 'OPTIONS'));
    expect(sent).toEqual([{ ...UDP, port: back }]);
    if (viaAddition) expect(text).toContain(viaAddition);
    else expect(text).toBe(raw);
  });
});
