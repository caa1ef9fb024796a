/**
 * Restarts nodes in turn, so that others always work. Rules:
 * 1. Nothing begins unless every node is ready.
 * 2. A node is told to stop only while another is ready; it drains by itself.
 * 3. The next one follows when it is ready again. One that does not come back ends it: the others go on as they are.
 *
 * `restart(node)` resolves when the node was told to begin anew; `isReady(node)` asks it.
 */
export async function rollNodes({ nodes, restart, isReady, pause, say, tries }) {
  const unready = [];
  for (const node of nodes) if (!(await isReady(node))) unready.push(node.name);
  if (unready.length > 0) return { done: [], why: `not ready before anything began: ${unready.join(', ')}` };
  if (nodes.length < 2)
    return { done: [], why: 'one node alone cannot be replaced without a pause: start a second one' };
  const done = [];
  for (const node of nodes) {
    const others = nodes.filter((other) => other !== node);
    const working = [];
    for (const other of others) if (await isReady(other)) working.push(other.name);
    if (working.length === 0) return { done, why: `nobody else works: ${node.name} was left alone` };
    say(`${node.name}: drains and begins anew (${working.join(', ')} meanwhile)`);
    const failed = await restart(node);
    if (failed) return { done, why: `${node.name}: ${failed}` };
    if (!(await comesBack({ node, isReady, pause, tries })))
      return { done, why: `${node.name} did not come back; ${others.map(({ name }) => name).join(', ')} go on` };
    say(`${node.name}: ready`);
    done.push(node.name);
  }
  return { done, why: null };
}

async function comesBack({ node, isReady, pause, tries }) {
  for (let tried = 0; tried < tries; tried += 1) {
    if (await isReady(node)) return true;
    await pause();
  }
  return false;
}

/** `a=http://10.0.0.11:3000,b=http://10.0.0.12:3000`; null where it is nothing like it. */
export function nodesIn(text) {
  const nodes = text.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return {
      name: pair.slice(0, at).trim(),
      url: pair
        .slice(at + 1)
        .trim()
        .replace(/\/$/, ''),
    };
  });
  return nodes.every(({ name, url }) => /^[a-z0-9][a-z0-9.-]*$/i.test(name) && URL.canParse(url)) ? nodes : null;
}
