import { AmiClient } from '#adapters/telephony/asterisk/ami-client.ts';
import { AMI_USER } from '#adapters/telephony/asterisk/config/house-names.ts';
import type { HousePlan, NodePlan } from '#adapters/telephony/asterisk/config/house-plan.ts';
import { askEdge, askNode } from '#adapters/telephony/asterisk/config/open-house-parts.ts';

/** What a part that serves says of itself; null where it does not. */
export type Look = () => Promise<{ version: string; calls: number } | null>;

export function lookAtEdge(plan: HousePlan): Look {
  return async () => {
    const answer = await askEdge(plan, 'core.version');
    const version = /kamailio ([\d.]+)/i.exec(JSON.stringify(answer ?? ''))?.[1];
    return answer === null ? null : { version: version ?? '', calls: 0 };
  };
}

/** How many calls there are is asked by AMI: ARI would tell every one of them. */
export function lookAtNode(plan: HousePlan, node: NodePlan): { look: Look; close(): void } {
  const ami = new AmiClient({ host: node.address, port: node.amiPort, user: AMI_USER, secret: plan.secrets.ami });
  let version = '';
  return {
    async look() {
      try {
        const { CoreCurrentCalls: calls } = await ami.ask('CoreStatus', {});
        version ||=
          (await askNode<{ system: { version: string } }>(plan, node, '/asterisk/info'))?.system.version ?? '';
        return { version: version.split('+')[0]!, calls: Number(calls) || 0 };
      } catch {
        version = '';
        return null;
      }
    },
    close: () => ami.close(),
  };
}
