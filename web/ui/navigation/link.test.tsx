import { renderToString } from 'react-dom/server'
import { MemoryRouter, type To } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** The module in the browser or on the server. */
async function linkOf(environment: 'browser' | 'server') {
  vi.resetModules()
  vi.stubEnv('SSR', environment === 'server')
  return import('./link.tsx')
}

async function hrefOf(environment: 'browser' | 'server', to: To): Promise<string> {
  const { Link } = await linkOf(environment)
  return renderToString(
    <MemoryRouter initialEntries={['/courses']}>
      <Link to={to} replace state={{ from: 'here' }} onClick={() => undefined} className="link">
        Go
      </Link>
    </MemoryRouter>,
  )
}

test.each<To>([
  '/',
  '/courses',
  '/playlist-details/019f79705e800200000003e7',
  '/course-search?q=c%2B%2B%20..//',
  '/?page=2#list',
  '/courses/../teachers',
  '//elsewhere',
  'teachers',
  '..',
  { pathname: '/about', hash: '#reviews' },
])('the server writes the same link to %j as the browser', async (to) => {
  expect(await hrefOf('server', to)).toBe(await hrefOf('browser', to))
})

test.each([
  { at: '/', to: '/', end: true, current: true },
  { at: '/about', to: '/', end: true, current: false },
  { at: '/About/', to: '/about', end: true, current: true },
  { at: '/admin/students', to: '/admin', end: true, current: false },
  { at: '/admin/students', to: '/admin', end: false, current: true },
  { at: '/administration', to: '/admin', end: false, current: false },
])('at $at a link to $to (exactly: $end) is the current one: $current', async ({ at, to, end, current }) => {
  const { NavLink } = await linkOf('browser')
  const markup = renderToString(
    <MemoryRouter initialEntries={[at]}>
      <NavLink to={to} end={end}>
        Go
      </NavLink>
    </MemoryRouter>,
  )
  expect(markup.includes('aria-current="page"')).toBe(current)
})
