import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

/** What the provider says about the person who signs in. Tests change it between sign-ins. */
export interface ProviderPerson {
  sub: string
  email: string
  email_verified: boolean
  name?: string
  groups: string[]
}

export interface OidcProvider {
  issuer: string
  person: ProviderPerson
  /** The environment of a site that uses it. */
  environment: Record<string, string>
  close: () => Promise<void>
}

export const CLIENT_SECRET = 'a secret of at least 32 characters'

/** A real sign-in provider on loopback. It takes everybody who asks for `person`, with any password. */
export async function openOidcProvider(
  origins: readonly string[] = ['http://localhost:3000'],
): Promise<OidcProvider> {
  const server = createServer()
  const port = await new Promise<number>((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address.port)
      else reject(new Error('The provider has no port.'))
    })
  })
  const issuer = `http://127.0.0.1:${port}`
  const person: ProviderPerson = {
    sub: 'maria',
    email: 'maria@school.example',
    email_verified: true,
    name: 'Maria Gomez',
    groups: [],
  }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'lectern',
        client_secret: CLIENT_SECRET,
        redirect_uris: origins.map((origin) => `${origin}/api/auth/oidc/sso/callback`),
      },
    ],
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups'],
    },
    cookies: { keys: ['a key of the test'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ ...person, sub: id }),
    }),
  })
  const answer = provider.callback()
  server.on('request', (request, response) => void answer(request, response))
  return {
    issuer,
    person,
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'lectern',
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_LABEL: 'School account',
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A browser at the provider: follows redirects with cookies, logs in and agrees. Returns the address that it is sent back to. */
export async function walkThroughProvider(location: string, person: ProviderPerson): Promise<URL> {
  const jar = new Map<string, string>()
  let at = new URL(location)
  const { origin } = at
  for (let hop = 0; hop < 12; hop += 1) {
    const next = await visit(at, jar, person)
    if (next.origin !== origin) return next
    at = next
  }
  throw new Error('The provider sent the browser in a circle.')
}

async function visit(at: URL, jar: Map<string, string>, { sub }: ProviderPerson): Promise<URL> {
  const shown = await ask(at, jar)
  if (shown.status !== 200) return locationOf(shown, at)
  const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(await shown.text()) ?? []
  const fields = new URLSearchParams({ prompt })
  if (prompt === 'login') {
    fields.set('login', sub)
    fields.set('password', 'x')
  }
  return locationOf(await ask(at, jar, fields), at)
}

async function ask(at: URL, jar: Map<string, string>, body?: URLSearchParams): Promise<Response> {
  const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
  const sent = body ? { method: 'POST', body } : {}
  const answer = await fetch(at, { ...sent, redirect: 'manual', headers: { cookie } })
  for (const line of answer.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const [name = '', ...value] = pair.split('=')
    jar.set(name, value.join('='))
  }
  return answer
}

function locationOf(answer: Response, at: URL): URL {
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`The provider answered ${answer.status}.`)
  return new URL(location, at)
}
