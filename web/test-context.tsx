import { type RenderResult, render } from '@testing-library/react'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { SessionUser } from '#contract/account/session-user.ts'
import type { CallReply } from '#contract/api.ts'
import { CALLS, type CallName } from '#contract/calls.ts'
import type { Figures } from '#contract/insight/figures.ts'
import { App } from '#web/app/app.tsx'
import { createCall } from '#web/core/api.ts'
import { type AppContext, routerContextOf } from '#web/core/app-context.tsx'
import { createCache } from '#web/core/cache.ts'
import { createSession, type SessionStorage } from '#web/core/session-store.ts'

/** A separate storage for one test. */
export function emptyStorage(): SessionStorage {
  const entries = new Map<string, string>()
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  }
}

export function aUser(own: Partial<SessionUser> = {}): SessionUser {
  return {
    _id: '0123456789ab0123456789ab',
    username: 'Noah Bennett',
    email: 'noah@example.org',
    role: 'Student',
    profilePhoto: { url: '/media/noah.webp', width: 80, height: 80 },
    isAdmin: false,
    createdAt: '2026-01-02T03:04:05.678Z',
    createdPlaylists: [],
    savedPlaylists: [],
    token: 'vc1_token',
    ...own,
  }
}

/** The input of a call, as the server receives it. */
export interface CallRequest {
  path: string
  params: Record<string, string>
  query: Record<string, string>
  init: RequestInit
}

export type Handlers = {
  [Name in CallName]?: (
    request: CallRequest,
  ) => CallReply<Name> | Response | Promise<CallReply<Name> | Response>
}

/** The JSON that a request sends. */
export const sentTo = ({ init: { body } }: { init: RequestInit }): unknown =>
  JSON.parse(typeof body === 'string' ? body : 'null')

/** The response to a rejected call. */
export const errorReply = (
  status: number,
  body: { code: string; message: string; errors?: Record<string, string> },
) => Response.json({ success: false, requestId: 'r1', ...body }, { status })

interface TestContextOptions {
  answers?: Handlers
  user?: SessionUser
  figures?: Figures
  /** The rules for visits, registration and teaching; by default everybody is allowed. */
  policies?: Partial<CallReply<'site.get'>>
}

/** A site with default settings. */
export const OPEN_SITE: CallReply<'site.get'> = {
  name: 'Lectern',
  contact: { email: 'hello@lectern.example', phone: '+1 202 555 0143', address: '12 Chalkboard Lane' },
  access: 'open',
  registration: 'open',
  registrationDomains: [],
  teachers: 'open',
  logo: null,
  accent: null,
  theme: null,
  welcome: '',
  legal: {},
}

/** How people log in on such a site. */
const NO_PROVIDER: CallReply<'auth.options'> = {
  mail: 'none',
  verifyEmail: 'off',
  provider: null,
  passwordLogin: true,
}

/** The app context of a browser without a server. A call that the test does not answer is a 500 and fails the test. */
export function testContext({
  answers = {},
  user,
  figures = 'placeholders',
  policies = {},
}: TestContextOptions = {}): AppContext {
  const session = createSession(emptyStorage())
  const siteInfo = { ...OPEN_SITE, ...policies }
  if (user) session.signIn(user)
  const send = async (path: string, init: RequestInit) => {
    const match = callAt(path, init.method ?? 'GET')
    const answer =
      match && { 'site.get': () => siteInfo, 'auth.options': () => NO_PROVIDER, ...answers }[match.name]
    if (!(match && answer))
      return errorReply(500, { code: 'unexpected', message: `${init.method} ${path} was not expected` })
    const reply = await answer({ path, init, params: match.params, query: match.query })
    return reply instanceof Response ? reply : Response.json(reply)
  }
  return {
    session,
    cache: createCache(),
    call: createCall(send, session),
    site: { name: 'Lectern', origin: 'https://lectern.test', figures },
  }
}

function callAt(address: string, method: string) {
  const url = new URL(address, 'https://lectern.test')
  // A fixed path takes precedence over a path with parameters.
  const names = Object.keys(CALLS).filter(isCallName)
  for (const name of names.sort((a, b) => paramCount(a) - paramCount(b))) {
    const [callMethod, path] = CALLS[name]
    const groups = new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`).exec(url.pathname)
    if (callMethod === method && groups) {
      return { name, params: { ...groups.groups }, query: Object.fromEntries(url.searchParams) }
    }
  }
  return
}

const paramCount = (name: CallName) => CALLS[name][1].split(':').length

const isCallName = (name: string): name is CallName => name in CALLS

/** Renders routes at an address as the browser does. Returns the router and the result of Testing Library. */
export function renderAt(routes: RouteObject[], address: string, context: AppContext = testContext()) {
  const router = createMemoryRouter(routes, {
    initialEntries: [address],
    getContext: () => routerContextOf(context),
  })
  const rendered: RenderResult = render(
    <App context={context}>
      <RouterProvider router={router} />
    </App>,
  )
  return { ...rendered, router }
}
