import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '#platform/server/http/routes.ts';
import { makeOperator } from '#platform/server/operators.ts';
import { failures } from '#shared/errors.ts';
import { aMember, aTenant } from './builders.ts';
import { testServer, type TestServer } from './test-server.ts';

let server: TestServer;
let guarded: Route[];
beforeAll(async () => {
  server = await testServer();
  guarded = server.built.features.flatMap((feature) => feature.routes).filter(({ endpoint }) => endpoint.freshProof);
});
afterAll(() => server.close());

test('[SHELL-30] the calls that want to know once more who is there are these', () => {
  expect(guarded.map(({ module, name }) => `${module}.${name}`).sort()).toEqual([
    // What protects people.
    'access.resetSecondFactor',
    'access.setRoleSecondFactor',
    // Passwords of others, phones that come in without anybody, and everybody who works here.
    'agents.batchResetPassword',
    'agents.deviceChange',
    'agents.output',
    'ai-tasks.exportCalls',
    'ai-tasks.exportCustomers',
    // How long backups are kept, and what goes out after one was restored.
    'backups.release',
    'backups.setWishes',
    // Files with customers, their calls and words, and what colleagues did.
    'call-records.exportPage',
    'chat-reports.exportTable',
    'customer-files.export',
    'customer-files.myExport',
    'customers.erase',
    'customers.exportPerson',
    'dashboard.exportTable',
    'dialer.exportCalls',
    'dialer.exportCustomers',
    'monitoring.output',
    'operation-log.exportPage',
    // Who comes in from outside, and who runs the installation.
    'operator-help.grant',
    'operators.add',
    'operators.remove',
    // Money by hand, and where cards are charged.
    'payments.makeVouchers',
    'payments.removeProvider',
    'payments.setProvider',
    'preview.export',
    // Who makes and ends members without anybody.
    'scim.addToken',
    'second-factor.addPasskey',
    'second-factor.beginPasskey',
    'second-factor.beginTotp',
    'second-factor.confirmTotp',
    'second-factor.remakeRecoveryCodes',
    'second-factor.removePasskey',
    'second-factor.removeTotp',
    'sms.recordExport',
    // Who says who somebody is.
    'sso.remove',
    'sso.renewKey',
    'sso.save',
    'statistics.exportLost',
    'statistics.exportReport',
    'statistics.mailView',
    // Programs that come in without anybody.
    'tenant-api.add',
    'tenant-api.update',
    // What ends the work of a whole team, or takes everything it has along.
    'tenants.beginExport',
    'tenants.close',
    'tenants.correct',
    'tenants.enterHelp',
    'tenants.fetchExport',
    'tenants.refuseExport',
    'tenants.setLent',
    'tenants.suspend',
    'tenants.topUp',
    'voicemails.exportPage',
    // Whom programs of others are told everything.
    'webhooks.rotate',
    'webhooks.saveSettings',
  ]);
});

test('[SHELL-30] none of them is done for a session whose proof is old, whoever it belongs to', async () => {
  const { db } = server.world;
  const owner = await aMember(db, await aTenant(db), { isOwner: true });
  const done: string[] = [];
  await db.everyTenant('time passes', async (tx) => {
    // Whoever runs the installation, too.
    await makeOperator(tx, owner.userId);
    await sql`update session set proven_at = now() - interval '11 minutes', factor_at = now() where id = ${owner.sessionId}`.execute(
      tx.as(),
    );
    await server.world.sessions.changed(tx, { userId: owner.userId });
  });
  for (const { endpoint, module, name } of guarded) {
    const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: {} };
    const { code, status } = await server.ask(endpoint.method, endpoint.path, { token: owner.token, ...body });
    if (code !== failures.freshProofRequired.code || status !== 403) done.push(`${module}.${name} ${code}`);
  }
  expect(done).toEqual([]);
});
