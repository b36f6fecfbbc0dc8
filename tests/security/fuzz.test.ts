import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { Form } from './request.ts'
import { NOTHING, openSite, VIDEO, type Who } from './site.ts'

/** How many requests in all; a million is `FUZZ_RUNS=1000000`. A failure prints the seed and the smallest example. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 2500)

const site = openSite()
const ENDPOINTS: Endpoint[] = Object.values(api).flatMap((feature) => Object.values(feature))
const PEOPLE: (Who | undefined)[] = [undefined, 'S1', 'O1', 'T1', 'T2', 'A1', 'M1']

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e\u2066',
    '\ufeff',
    'a\u0301'.repeat(300),
    'x'.repeat(5001),
    '🏳️‍🌈'.repeat(700),
    "' or 1=1 --",
    '%',
    '*',
    '"',
    '<script>alert(1)</script>',
    '../../etc/passwd',
    '#{7*7}',
    '__proto__',
    'constructor',
    'NaN',
    '1e309',
    NOTHING,
    VIDEO,
    'approved',
    'development',
    'Teacher',
    'liked',
  ),
)
const anything = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
)

/** The field names of a call; arbitrary names test little. */
function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (schema === undefined) return []
  const { properties = {} } = z
    .looseObject({ properties: z.record(z.string(), z.unknown()).optional() })
    .catch({})
    .parse(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return Object.keys(properties)
}

/** Plausible values by field name; no valid password, because a password change would end the sessions. */
function likely(field: string): string[] {
  const known: Record<string, string[]> = {
    email: ['s1@people.example', 'new@example.org'],
    password: ['plum tree 44'],
    oldPassword: ['plum tree 44'],
    newPassword: ['plum tree 44'],
    confirmPassword: ['plum tree 44'],
    role: ['Teacher', 'Student', 'Other'],
    category: ['development'],
    videoLink: [VIDEO, `https://youtu.be/${VIDEO}`, 'https://vimeo.com/76979871'],
    filter: ['all', 'questions', 'open'],
    isPlaylistApproved: ['approved', 'pending', 'cancel'],
    isCourseApproved: ['approved', 'processing'],
    status: ['any', 'approved', 'pending'],
    sort: ['title', 'created', 'newest', 'popular', 'name', 'email', 'moment'],
    order: ['asc', 'desc'],
    limit: ['1', '200', '0'],
    username: ['Ada'],
    title: ['A title'],
  }
  const { ids } = site()
  return known[field] ?? [...Object.values(ids), 'A text']
}

/** Input that is valid, nearly valid or arbitrary, under known and unknown names. */
function object(fields: string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const own = fields.map((field) =>
    fc
      .option(
        fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...likely(field)) },
          { weight: 2, arbitrary: value },
        ),
        { nil: undefined },
      )
      .map((each) => [field, each] as const),
  )
  const foreign = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom('isAdmin', '_id', 'teacher', '__proto__', 'toString'), nasty), value),
    { maxLength: 2 },
  )
  return fc.tuple(fc.tuple(...own), foreign).map(([mine, others]) => {
    const entries = [...mine.filter(([, each]) => each !== undefined), ...others]
    return Object.fromEntries(entries.map(([name, each]): [string, unknown] => [name, each]))
  })
}

const query = (fields: string[]) =>
  fc
    .array(fc.tuple(fields.length > 0 ? fc.oneof(fc.constantFrom(...fields), nasty) : nasty, nasty), {
      maxLength: 4,
    })
    .map((pairs) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'))

/** Lone surrogates cannot be encoded; half of them are sent as bytes that are no UTF-8. */
function encode(text: string): string {
  return text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80'
}

const param = () =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom(
        ...Object.values(site().ids),
        ...Object.values(site().users).map(({ id }) => id),
      ),
    },
    { weight: 1, arbitrary: nasty },
  )

interface Shot {
  who: Who | undefined
  method: string
  path: string
  body: object | string | Form | undefined
}

function bodies(endpoint: Endpoint): fc.Arbitrary<Shot['body']> {
  const fields = fieldsOf(endpoint.body)
  if (endpoint.image === undefined) {
    return fc.oneof(
      { weight: 6, arbitrary: object(fields, anything) },
      { weight: 1, arbitrary: fc.json({ stringUnit: 'binary' }) },
      { weight: 1, arbitrary: nasty },
      { weight: 1, arbitrary: fc.constant(undefined) },
    )
  }
  const image = endpoint.image
  const picture = fc.option(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ field: image, bytes: Buffer.from(bytes) })),
    { nil: undefined },
  )
  return fc.tuple(object(fields, nasty), picture).map(
    ([values, file]) =>
      new Form(
        Object.entries(values).map(([name, value]): [string, string] => [lineOf(name), String(value)]),
        ...(file ? [file] : []),
      ),
  )
}

/** The name of a part is on a separate line. */
const lineOf = (name: string) => name.replaceAll(/[\r\n"]/g, '')

function shots(endpoint: Endpoint): fc.Arbitrary<Shot> {
  const names = [...endpoint.path.matchAll(/:\w+/g)].map(([name]) => name)
  return fc
    .record({
      // A user who logs out stays a visitor for the rest of the file.
      who: endpoint.name === 'auth.logout' ? fc.constant(undefined) : fc.constantFrom(...PEOPLE),
      params: fc.tuple(...names.map(() => param())),
      search: query(fieldsOf(endpoint.query)),
      body: endpoint.method === 'GET' ? fc.constant(undefined) : bodies(endpoint),
    })
    .map(({ who, params, search, body }) => {
      const path = names.reduce(
        (address, name, index) => address.replace(name, encode(params[index] ?? '')),
        endpoint.path,
      )
      return { who, method: endpoint.method, path: search === '' ? path : `${path}?${search}`, body }
    })
}

test.each(ENDPOINTS.map((endpoint) => ({ name: endpoint.name, endpoint })))(
  '$name answers anything soundly: never a failure of the server, always the envelope, no leak',
  async ({ endpoint }) => {
    await fc.assert(
      fc.asyncProperty(shots(endpoint), async ({ who, method, path, body }) => {
        const answer = await site().send(who, method, path, body === undefined ? {} : { body })
        expect([200, 201, 202, 400, 401, 403, 404, 405, 409, 413, 414, 415, 431]).toContain(answer.status)
      }),
      { numRuns: Math.max(10, Math.ceil(RUNS / ENDPOINTS.length)) },
    )
  },
  RUNS * 100 + 60_000,
)

test(
  'any path, any method and any headers are answered soundly',
  async () => {
    const token = fc.constantFrom(site().users.S1.token, site().users.A1.token, 'vc1_x', undefined)
    const header = fc.tuple(
      fc.constantFrom(
        'authorization',
        'content-type',
        'accept',
        'origin',
        'if-none-match',
        'range',
        'x-forwarded-for',
        'sec-fetch-site',
        'accept-encoding',
        'accept-version',
        'last-event-id',
      ),
      fc.string({ unit: fc.constantFrom(...'abcXYZ019 /;=,*"\'<>()%_-.:{}\\'), maxLength: 80 }),
    )
    const shot = fc.record({
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'PROPFIND'),
      path: fc.array(
        fc.oneof(
          fc.constantFrom(
            'api',
            'playlists',
            'courses',
            'users',
            'profile',
            'media',
            'art',
            '..',
            '.',
            '',
            '%2e%2e',
            '%00',
            '%',
            'auth',
            'live',
          ),
          nasty.map(encode),
        ),
        { maxLength: 6 },
      ),
      headers: fc.array(header, { maxLength: 3 }),
      token,
    })
    await fc.assert(
      fc.asyncProperty(shot, async ({ method, path, headers, token: presented }) => {
        const own = Object.fromEntries(headers)
        // Beyond that limit Node itself responds, regardless of the method.
        const address = `/${path.join('/')}`.slice(0, 6000)
        const answer = await site().send(undefined, method, address, {
          headers: own,
          ...(presented !== undefined && { token: presented }),
        })
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: Math.max(50, Math.ceil(RUNS / 10)) },
    )
  },
  RUNS * 100 + 60_000,
)
