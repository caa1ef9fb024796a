import {
  Background,
  Controls,
  Handle,
  MiniMap,
  Position,
  ReactFlow,
  ReactFlowProvider,
  applyNodeChanges,
  useReactFlow,
  type Edge,
  type Node,
  type NodeChange,
  type NodeProps,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { memo, useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** What the bare page is given: the same steps and ways, nothing of the product. */
export interface BareFlow {
  nodes: {
    id: string;
    title: string;
    text: string;
    branches: string[];
    x: number;
    y: number;
    tidyX: number;
    tidyY: number;
  }[];
  edges: { from: string; branch: string; to: string }[];
}

type Step = Node<{ title: string; text: string; branches: string[] }, 'step'>;

const StepNode = memo(({ data }: NodeProps<Step>) => (
  <div style={{ width: 232, border: '1px solid #ccc', background: '#fff', fontSize: 13 }}>
    <Handle type="target" position={Position.Left} id="in" />
    <b>{data.title}</b>
    <p>{data.text}</p>
    <ul>
      {data.branches.map((branch) => (
        <li key={branch} style={{ position: 'relative' }}>
          {branch}
          <Handle type="source" position={Position.Right} id={branch} />
        </li>
      ))}
    </ul>
  </div>
));
StepNode.displayName = 'StepNode';
const nodeTypes = { step: StepNode };

/** The library's own example with these nodes: its state, a field that writes into one of them, and steps taken back. */
function Bare({ flow }: { flow: BareFlow }) {
  const [nodes, setNodes] = useState<Step[]>(() =>
    flow.nodes.map(({ id, title, text, branches, x, y }) => ({
      id,
      type: 'step',
      position: { x, y },
      data: { title, text, branches },
    })),
  );
  const [edges] = useState<Edge[]>(() =>
    flow.edges.map(({ from, branch, to }) => ({
      id: `${from} ${branch}`,
      source: from,
      sourceHandle: branch,
      target: to,
      targetHandle: 'in',
    })),
  );
  const [before, setBefore] = useState<Step[]>([]);
  const { fitView } = useReactFlow();
  const chosen = nodes.find(({ selected }) => selected);
  return (
    <div style={{ display: 'grid', gridTemplateColumns: '1fr 348px', height: '100vh' }}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        onlyRenderVisibleElements
        minZoom={0.02}
        onNodesChange={useCallback(
          (changes: NodeChange<Step>[]) => setNodes((now) => applyNodeChanges(changes, now)),
          [],
        )}
        defaultViewport={{ x: 32, y: 400 - (flow.nodes[0]?.y ?? 0) * 0.6, zoom: 0.6 }}
      >
        <Background />
        <Controls />
        <MiniMap pannable zoomable />
      </ReactFlow>
      <aside>
        <button
          type="button"
          onClick={() => {
            setBefore(nodes);
            setNodes((now) =>
              now.map((node, at) => ({ ...node, position: { x: flow.nodes[at]!.tidyX, y: flow.nodes[at]!.tidyY } })),
            );
            requestAnimationFrame(() => void fitView({ padding: 0.15, maxZoom: 1, duration: 200 }));
          }}
        >
          Tidy up
        </button>
        <button type="button" onClick={() => setNodes(before)}>
          Undo
        </button>
        {chosen && (
          <textarea
            value={chosen.data.text}
            onChange={({ currentTarget: { value } }) =>
              setNodes((now) =>
                now.map((node) => (node.id === chosen.id ? { ...node, data: { ...node.data, text: value } } : node)),
              )
            }
          />
        )}
      </aside>
    </div>
  );
}

createRoot(document.getElementById('root')!).render(
  <ReactFlowProvider>
    <Bare flow={(window as unknown as { bareFlow: BareFlow }).bareFlow} />
  </ReactFlowProvider>,
);
