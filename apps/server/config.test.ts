import { expect, test } from 'vitest';
import { BadSetting, readConfig, waysIn } from './config.ts';

test('without settings it listens on this machine alone and shows the demo', () => {
  expect(readConfig({})).toEqual({
    port: 3_000,
    backupDir: null,
    backupKeysDir: null,
    nodeAddress: null,
    drainMs: 0,
    traces: null,
    aiFlows: true,
    allowPrivate: false,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: null,
    databaseReadUrl: null,
    databasePool: 20,
    exchange: 'embedded',
    house: { home: null, ownAddress: null, phonesUrl: null },
    demo: true,
    logLevel: 'info',
    publicUrl: null,
    registration: 'open',
    longestDays: 30,
    mostPerPerson: 30,
    smsCountries: null,
    sms: null,
    uploadLimits: { keepFreeBytes: 2_147_483_648, visitorDayBytes: 104_857_600, tenantDayBytes: 5_368_709_120 },
    files: { newIn: 'folder', s3: null },
    smtpUrl: null,
    mailFrom: 'OpenSeat <no-reply@localhost>',
    clamd: null,
    trustProxy: false,
    allowedOrigins: [],
    assetHosts: {},
    metricsToken: null,
    securityContact: null,
    secretsKey: null,
    secretsKeyFile: null,
    tls: null,
    phones: {
      domain: 'openseat.local',
      node: 'node-1',
      mediaPort: 0,
      mediaAddress: null,
      mediaBind: '127.0.0.1',
      stunUrls: [],
      turnUrls: [],
      turnSecret: null,
      ports: null,
    },
    trunks: { bind: '0.0.0.0', address: null, port: 0, tlsPort: 0, rtpPorts: null, file: null },
  });
});

test('an empty setting is no setting', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '', TRUST_PROXY: '' })).toEqual(readConfig({}));
});

test('a database of one’s own is not filled with a demo unless asked for', () => {
  const DATABASE_URL = 'postgres://db.example/openseat';
  expect(readConfig({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL, demo: false });
  expect(readConfig({ DATABASE_URL, DEMO: '1' })).toMatchObject({ demo: true });
  expect(readConfig({ DEMO: '0' })).toMatchObject({ databaseUrl: null, demo: false });
});

test('a database has several hosts, copies that answer reads, and so many connections', () => {
  const DATABASE_URL = 'postgres://u:p@db-1:5432,db-2:5433/openseat?target_session_attrs=read-write';
  const DATABASE_READ_URL = 'postgres://u:p@db-2,db-3/openseat';
  expect(readConfig({ DATABASE_URL, DATABASE_READ_URL, DATABASE_POOL: '40' })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseReadUrl: DATABASE_READ_URL,
    databasePool: 40,
  });
  expect(refusalOf({ DATABASE_READ_URL }).message).toContain('DATABASE_URL');
});

test.each([
  [{ HOST: '0.0.0.0' }, ['HOST=0.0.0.0']],
  [{ HOST: '192.0.2.7' }, ['HOST=192.0.2.7']],
  [{ PUBLIC_URL: 'https://seat.example' }, ['PUBLIC_URL=https://seat.example']],
  [{ TRUST_PROXY: '1' }, ['TRUST_PROXY']],
  [{ TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' }, ['TLS_CERT']],
])('where others can come there is no demo unless it is asked for: %j', (env, ways) => {
  expect(readConfig(env).demo).toBe(false);
  expect(readConfig({ ...env, DEMO: '1' }).demo).toBe(true);
  expect(waysIn(readConfig(env))).toEqual(ways);
});

test.each(['127.0.0.1', '127.1.2.3', 'localhost', '::1'])('a newcomer at %s is shown the demo', (HOST) => {
  expect(readConfig({ HOST, TRUST_PROXY: '0' }).demo).toBe(true);
});

test('organisations are opened by everybody in the demo, by nobody elsewhere, unless it is said', () => {
  expect(readConfig({}).registration).toBe('open');
  expect(readConfig({ DEMO: '0' }).registration).toBe('closed');
  expect(readConfig({ DEMO: '0', REGISTRATION: 'invitation' }).registration).toBe('invitation');
  expect(readConfig({ REGISTRATION: 'closed' }).registration).toBe('closed');
});

test('codes go by short message to no country until one is named; the demo sends nothing anyhow', () => {
  expect(readConfig({}).smsCountries).toBeNull();
  expect(readConfig({ DEMO: '0' }).smsCountries).toEqual(new Set());
  expect(readConfig({ SMS_COUNTRIES: 'mx, US' }).smsCountries).toEqual(new Set(['MX', 'US']));
  expect(readConfig({ DEMO: '0', SMS_COUNTRIES: '*' }).smsCountries).toBeNull();
});

test('lists and pairs are read as people write them', () => {
  expect(readConfig({ ALLOWED_ORIGINS: 'https://a.example, https://b.example,' })).toMatchObject({
    allowedOrigins: ['https://a.example', 'https://b.example'],
  });
  expect(readConfig({ ASSET_HOSTS: 'https://app.example=https://cdn.example' })).toMatchObject({
    assetHosts: { 'https://app.example': 'https://cdn.example' },
  });
  // Not `true`, which would believe whatever a stranger writes into the header.
  expect(readConfig({ TRUST_PROXY: '1' })).toMatchObject({ trustProxy: 1 });
  expect(readConfig({ TRUST_PROXY: '0' })).toMatchObject({ trustProxy: false });
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8' })).toMatchObject({ trustProxy: '10.0.0.0/8' });
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'mysql://db.example/openseat'],
  ['DATABASE_URL', 'postgres://db-1:5432:5433/openseat'],
  ['DATABASE_URL', 'postgres://db-1,db-2/openseat?target_session_attrs=standby'],
  ['DATABASE_READ_URL', 'postgres://db-2/openseat?target_session_attrs=read-write'],
  ['DATABASE_POOL', '3'],
  ['EXCHANGE', 'pigeon'],
  // It wants a database of one's own.
  ['EXCHANGE', 'asterisk'],
  ['EXCHANGE_OWN_ADDRESS', 'here'],
  ['EXCHANGE_PHONES_URL', 'https://phones.example'],
  ['MEDIA_PORT', '70000'],
  ['MEDIA_ADDRESS', 'my house'],
  ['SIP_DOMAIN', 'a b'],
  ['SIP_PHONE_UDP_PORT', '70000'],
  ['SIP_PHONE_BIND', 'here'],
  ['SIP_PHONE_ADDRESS', 'sip.example'],
  ['SIP_PHONE_HOST', 'a b'],
  ['SIP_PHONE_RTP_PORTS', '20999-20000'],
  ['NODE_NAME', 'http://elsewhere'],
  ['NODE_ADDRESS', '10.0.0.5:3000'],
  ['STUN_URLS', 'http://stun.example'],
  ['TURN_SECRET', 'short'],
  ['DEMO', 'yes'],
  ['REGISTRATION', 'perhaps'],
  ['SESSION_DAYS', '0'],
  ['SESSIONS_PER_PERSON', 'many'],
  ['SMS_COUNTRIES', 'Mexico'],
  ['LOG_LEVEL', 'loud'],
  ['PUBLIC_URL', 'seat.example'],
  ['SMTP_URL', 'https://mail.example'],
  ['CLAMD_URL', 'http://scanner.example'],
  ['METRICS_TOKEN', 'short'],
  ['SECURITY_CONTACT', 'security'],
  ['SECURITY_CONTACT', 'javascript:alert(1)'],
  ['SECRETS_KEY', 'short'],
])('%s=%s is refused in one line that names the setting', (name, value) => {
  const refusal = refusalOf({ [name]: value });
  expect(refusal).toBeInstanceOf(BadSetting);
  expect(refusal.message).toMatch(new RegExp(`^Setting ${name} is not usable: [^\\n]+$`));
});

test('an exchange outside wants a database that outlives us, and browsers for phones', () => {
  const asterisk = { EXCHANGE: 'asterisk', DATABASE_URL: 'postgres://db.example/openseat' };
  expect(readConfig({ ...asterisk, EXCHANGE_PHONES_URL: 'wss://phones.example' })).toMatchObject({
    exchange: 'asterisk',
    house: { home: null, ownAddress: null, phonesUrl: 'wss://phones.example' },
  });
  expect(refusalOf({ ...asterisk, SIP_PHONE_UDP_PORT: '5060' }).message).toContain('SIP_PHONE_UDP_PORT');
});

test('ports for desk phones are closed until they are given, and say where their phones find them', () => {
  expect(readConfig({ SIP_PHONE_HOST: 'sip.example' }).phones.ports).toBeNull();
  expect(readConfig({ SIP_PHONE_UDP_PORT: '5060' }).phones.ports).toEqual({
    udpPort: 5_060,
    tcpPort: null,
    tls: null,
    bindAddress: '127.0.0.1',
    announcedAddress: '127.0.0.1',
    host: '127.0.0.1',
    rtpPorts: null,
  });
  const outside = {
    HOST: '0.0.0.0',
    SIP_PHONE_TCP_PORT: '5060',
    SIP_PHONE_TLS_PORT: '5061',
    SIP_PHONE_TLS_CERT: 'sip.pem',
    SIP_PHONE_TLS_KEY: 'sip.key',
    SIP_PHONE_ADDRESS: '203.0.113.5',
    SIP_PHONE_HOST: 'SIP.example',
    SIP_PHONE_RTP_PORTS: '20000-20999',
  };
  expect(readConfig(outside).phones.ports).toEqual({
    udpPort: null,
    tcpPort: 5_060,
    tls: { port: 5_061, cert: 'sip.pem', key: 'sip.key' },
    bindAddress: '0.0.0.0',
    announcedAddress: '203.0.113.5',
    host: 'sip.example',
    rtpPorts: { first: 20_000, last: 20_999 },
  });
});

test.each([
  [{ SIP_PHONE_UDP_PORT: '5060', HOST: '0.0.0.0' }, 'SIP_PHONE_ADDRESS'],
  [{ SIP_PHONE_TLS_PORT: '5061' }, 'SIP_PHONE_TLS_CERT'],
  [{ SIP_PHONE_TLS_PORT: '5061', SIP_PHONE_TLS_CERT: 'sip.pem' }, 'SIP_PHONE_TLS_KEY'],
])('ports for desk phones that cannot work are refused: %j', (env, named) => {
  expect(refusalOf(env).message).toContain(named);
});

test('what a setting holds is not repeated: it may be a secret', () => {
  expect(refusalOf({ DATABASE_URL: 'mysql://root:hunter2@db.example' }).message).not.toContain('hunter2');
});

function refusalOf(env: Record<string, string>): Error {
  try {
    readConfig(env);
  } catch (thrown) {
    return thrown as Error;
  }
  throw new Error('nothing was refused');
}

test.each([
  [{ TLS_CERT: 'cert.pem' }, /TLS_CERT and TLS_KEY/],
  [{ TURN_URLS: 'turn:turn.example:3478' }, /TURN_SECRET/],
])('settings that belong together are asked for together: %j', (env, line) => {
  expect(() => readConfig(env)).toThrow(line);
});

test.each([
  [{ HOST: '192.0.2.7' }, '192.0.2.7'],
  [{ HOST: 'localhost' }, '127.0.0.1'],
  [{ HOST: '0.0.0.0' }, null],
  [{ HOST: 'pbx.example' }, null],
  [{ TRUST_PROXY: '1' }, null],
  [{ MEDIA_ADDRESS: '203.0.113.7' }, null],
  [{ TRUST_PROXY: '1', MEDIA_BIND: '10.0.0.1' }, '10.0.0.1'],
])('with %j sound is listened for at %s: where the pages are, unless phones come from elsewhere', (env, bind) => {
  expect(readConfig(env).phones.mediaBind).toBe(bind);
});

test('where phones find the exchange and the servers that help their sound through', () => {
  const { phones, tls } = readConfig({
    MEDIA_PORT: '10000',
    MEDIA_ADDRESS: '203.0.113.7',
    STUN_URLS: 'stun:stun.example:3478',
    TURN_URLS: 'turn:turn.example:3478, turns:turn.example:5349',
    TURN_SECRET: 'long enough',
    TLS_CERT: 'cert.pem',
    TLS_KEY: 'key.pem',
  });
  expect(phones).toMatchObject({
    mediaPort: 10_000,
    mediaAddress: '203.0.113.7',
    stunUrls: ['stun:stun.example:3478'],
    turnUrls: ['turn:turn.example:3478', 'turns:turn.example:5349'],
    turnSecret: 'long enough',
  });
  expect(tls).toEqual({ cert: 'cert.pem', key: 'key.pem' });
});

test('[ADMIN-01] the installation’s SMS carrier is a message centre or an address, with its secret in either', () => {
  expect(readConfig({ SMS_URL: 'smpp://aurora:p%40ss@smsc.example:2776', SMS_FROM: '5255' }).sms).toMatchObject({
    kind: 'smpp',
    host: 'smsc.example',
    port: 2_776,
    tls: false,
    systemId: 'aurora',
    secret: 'p@ss',
    from: '5255',
  });
  expect(readConfig({ SMS_URL: 'smpps://aurora:x@smsc.example' }).sms).toMatchObject({ port: 3_550, tls: true });
  expect(
    readConfig({
      SMS_URL: 'https://carrier.example/send',
      SMS_SECRET: 's3cret',
      SMS_HEADERS: '{"authorization":"Bearer {secret}"}',
    }).sms,
  ).toMatchObject({
    kind: 'http',
    url: 'https://carrier.example/send',
    secret: 's3cret',
    headers: { authorization: 'Bearer {secret}' },
    body: '{"to":"{to}","from":"{from}","text":"{text}"}',
  });
  expect(() => readConfig({ SMS_URL: 'smsc.example' })).toThrow(BadSetting);
  expect(() => readConfig({ SMS_URL: 'https://x.example', SMS_HEADERS: 'Bearer' })).toThrow(/SMS_HEADERS/);
});

test('[SHELL-26] whoever runs the installation switches AI agents off', () => {
  expect(readConfig({ AI_FLOWS: '0' }).aiFlows).toBe(false);
  expect(() => readConfig({ AI_FLOWS: 'no' })).toThrow('AI_FLOWS');
});

test('[CC-12] ports of trunks are a range that holds a call', () => {
  expect(readConfig({ TRUNK_RTP_PORTS: '20000-20999' }).trunks.rtpPorts).toEqual({ first: 20_000, last: 20_999 });
  for (const TRUNK_RTP_PORTS of ['20000', '20000-20001', '80-90', '20000-70000', 'a-b'])
    expect(() => readConfig({ TRUNK_RTP_PORTS })).toThrow('TRUNK_RTP_PORTS is not usable: must be first-last');
});

const s3 = {
  FILES_S3_URL: 'https://s3.example/bucket',
  FILES_S3_KEY_ID: 'key',
  FILES_S3_SECRET: 'secret',
};

test('files go where FILES says; a store that is given is read in any case', () => {
  expect(readConfig({ ...s3, FILES: 's3', FILES_S3_PREFIX: 'openseat/' }).files).toEqual({
    newIn: 's3',
    s3: {
      account: { url: s3.FILES_S3_URL, region: 'us-east-1', keyId: 'key', secret: 'secret' },
      prefix: 'openseat/',
    },
  });
  expect(readConfig(s3).files).toMatchObject({ newIn: 'folder', s3: { prefix: '' } });
});

test.each([
  [{ FILES: 's3' }, 'needs FILES_S3_URL'],
  [{ FILES: 'cloud' }, 'FILES'],
  [{ ...s3, FILES_S3_SECRET: '' }, 'belong together'],
  [{ ...s3, FILES_S3_URL: 's3.example' }, 'FILES_S3_URL'],
  [{ ...s3, FILES_S3_URL: 'https://s3.example/bucket?x=1' }, 'FILES_S3_URL'],
  [{ ...s3, FILES_S3_PREFIX: '../up/' }, 'FILES_S3_PREFIX'],
])('where files go is refused at the start when it cannot be: %j', (env, words) => {
  expect(() => readConfig(env)).toThrow(words);
});
