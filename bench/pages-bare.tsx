import { useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Thirty customers, as a page of a list has them. */
const rows = Array.from({ length: 30 }, (_, at) => ({
  id: at,
  name: `Customer ${at}`,
  number: `+52 55 1000 ${String(at).padStart(4, '0')}`,
  company: `Company ${at % 7}`,
  tags: ['new', 'loyal', 'lost'][at % 3]!,
  owner: `Agent ${at % 5}`,
}));

/** What the product's pages do, by React and nothing else: a list, a search in it, two views, a menu, a row that opens. */
function Bare() {
  const [typed, setTyped] = useState('');
  const [view, setView] = useState('all');
  const [isOpen, setOpen] = useState(false);
  const [row, setRow] = useState<number | null>(null);
  const shown = rows.filter(({ name, id }) => name.includes(typed) && (view === 'all' || id % 2 === 0));
  if (row !== null) return <h1>{rows[row]!.name}</h1>;
  return (
    <main>
      <header>
        <h1>Customers</h1>
        <button type="button" className="avatar" onClick={() => setOpen(!isOpen)}>
          A
        </button>
        {isOpen && (
          <div role="dialog">
            <b>Ana</b>
            <p>ana@aurora.example</p>
          </div>
        )}
      </header>
      <input type="search" value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
      {['all', 'mine'].map((one) => (
        <label key={one}>
          <input type="radio" name="view" value={one} checked={view === one} onChange={() => setView(one)} />
          {one}
        </label>
      ))}
      <table>
        <tbody>
          {shown.map(({ id, ...cells }) => (
            <tr key={id} onClick={() => setRow(id)}>
              {Object.values(cells).map((cell) => (
                <td key={cell}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}

createRoot(document.getElementById('root')!).render(<Bare />);
