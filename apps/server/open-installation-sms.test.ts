import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openLocalCentre } from '#adapters/sms/smpp/local-centre.fixture.ts';
import { SmsRefusal } from '#core/sms/sms-provider.port.ts';
import { readConfig } from './config.ts';
import { openInstallationSms } from './open-installation-sms.ts';

const message = { to: '+525512345600', text: '123456 is your code' };

test('[ADMIN-01] a message of the installation leaves by HTTP as its settings say', async () => {
  const asked: { authorization: string | undefined; body: string }[] = [];
  let status = 200;
  const carrier = createServer(async (request, reply) => {
    let body = '';
    for await (const part of request) body += String(part);
    asked.push({ authorization: request.headers.authorization, body });
    reply.writeHead(status).end('{}');
  });
  await new Promise<void>((resolve) => void carrier.listen(0, '127.0.0.1', resolve));
  const { sms } = readConfig({
    SMS_URL: `http://127.0.0.1:${(carrier.address() as AddressInfo).port}/send`,
    SMS_FROM: 'OpenSeat',
    SMS_SECRET: 's3cret',
    SMS_HEADERS: '{"authorization":"Bearer {secret}"}',
  });
  const installation = openInstallationSms(sms!);
  await installation.send(message);
  expect(asked).toEqual([
    { authorization: 'Bearer s3cret', body: '{"to":"525512345600","from":"OpenSeat","text":"123456 is your code"}' },
  ]);
  status = 503;
  await expect(installation.send(message)).rejects.toSatisfy(
    (thrown) => thrown instanceof SmsRefusal && thrown.kind === 'later' && !thrown.message.includes('5512'),
  );
  await installation.close();
  carrier.close();
});

test('[ADMIN-01] a message of the installation leaves through a message centre', async () => {
  const centre = await openLocalCentre({ password: 'pw' });
  const { sms } = readConfig({ SMS_URL: `smpp://openseat:pw@127.0.0.1:${centre.port}`, SMS_FROM: '5255' });
  const installation = openInstallationSms(sms!);
  await installation.send(message);
  expect(centre.phones).toEqual([{ to: '525512345600', text: message.text }]);
  await installation.close();
  await centre.close();
});
