import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Navigated } from './navigation.tsx';
import { testNavigation } from './navigation.fixture.ts';
import {
  Link,
  Outlet,
  Redirect,
  useArrival,
  useLocation,
  useNavigate,
  useParams,
  useRoutes,
  useSearchParams,
} from './router.tsx';

function Here() {
  const { pathname, search, hash } = useLocation();
  return (
    <output>
      {pathname + search + hash} {useArrival()} {JSON.stringify(useParams())}
    </output>
  );
}

const routes = [
  {
    element: (
      <>
        <Here />
        <Outlet />
      </>
    ),
    children: [
      { path: '/', element: <Redirect to="/calls" /> },
      { path: '/calls', element: <Calls /> },
      { path: '/calls/:id', element: <p>one call</p> },
      { path: '*', element: <p>nothing here</p> },
    ],
  },
];
const Pages = () => useRoutes(routes);

function Calls() {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  return (
    <>
      <Link to="/calls/7?tab=2#end" onClick={() => {}}>
        the seventh
      </Link>
      <Link to="https://seat.example/">elsewhere</Link>
      <button
        type="button"
        onClick={() =>
          setQuery(
            (now) => {
              now.set('page', String(Number(now.get('page') ?? 1) + 1));
              return now;
            },
            { replace: true },
          )
        }
      >
        next
      </button>
      <button type="button" onClick={() => navigate({ search: 'q=a' }, { state: { from: 'here' } })}>
        search
      </button>
      <p>page {query.get('page') ?? 1}</p>
    </>
  );
}

const show = (at: string) => {
  const navigation = testNavigation(at);
  render(
    <Navigated navigation={navigation}>
      <Pages />
    </Navigated>,
  );
  return navigation;
};
const here = () => screen.getByRole('status').textContent;

test('a link leads to a page without a new document, and the page reads its address', () => {
  const navigation = show('/calls');
  expect(screen.getByText('the seventh').getAttribute('href')).toBe('/calls/7?tab=2#end');
  fireEvent.click(screen.getByText('the seventh'));
  expect(here()).toBe('/calls/7?tab=2#end PUSH {"id":"7"}');
  expect(screen.getByText('one call')).toBeTruthy();
  act(() => navigation.back());
  expect(here()).toBe('/calls POP {}');
});

test('a link that is opened in another tab, or leads to others, is the browser’s', () => {
  show('/calls');
  fireEvent.click(screen.getByText('the seventh'), { ctrlKey: true });
  fireEvent.click(screen.getByText('the seventh'), { button: 1 });
  expect(screen.getByText('elsewhere').getAttribute('href')).toBe('https://seat.example/');
  expect(here()).toBe('/calls POP {}');
});

test('the query changes in place of what it was, or as a step of its own', () => {
  const navigation = show('/calls?page=2');
  fireEvent.click(screen.getByText('next'));
  expect(here()).toBe('/calls?page=3 REPLACE {}');
  expect(screen.getByText('page 3')).toBeTruthy();
  fireEvent.click(screen.getByText('search'));
  expect(here()).toBe('/calls?q=a PUSH {}');
  expect(navigation.at().location.state).toEqual({ from: 'here' });
  act(() => navigation.back());
  expect(here()).toBe('/calls?page=3 POP {}');
});

test('an address that is no page leads on, and one nobody knows says so', () => {
  const navigation = show('/');
  expect(here()).toBe('/calls REPLACE {}');
  act(() => navigation.go('/nowhere'));
  expect(screen.getByText('nothing here')).toBeTruthy();
});

test('whoever is at a page already does not go there again', () => {
  const navigation = show('/calls/7?tab=2#end');
  act(() => navigation.go('/calls'));
  fireEvent.click(screen.getByText('the seventh'));
  act(() => navigation.back());
  expect(here()).toBe('/calls POP {}');
});
