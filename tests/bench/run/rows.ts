import { LIST_LIMIT_MAX } from '#contract/lists.ts'
import { apiClient } from '#tests/e2e/api-client.ts'
import { type ScriptName, TEACHERS_ALIKE, type Words } from '../seed/facts.ts'
import { VIDEO_ID } from '../seed/publications.ts'
import type { Request } from './driving.ts'
import {
  AT_ONCE,
  anew,
  asking,
  type Bar,
  type CallInput,
  deep,
  momentsOf,
  ON_POSTGRESQL,
  PAGE,
  type Row,
  read,
  searchFor,
  withToken,
} from './row.ts'
import type { Site } from './site.ts'

const WRITERS = 32
const GET_PAGE = { 'accept-encoding': 'br' }

const page = (path: string): Request => ({ path, headers: GET_PAGE })

/** The same, by somebody who has it already. */
async function again({ app }: Site, call: Request): Promise<Request[]> {
  const answer = await fetch(`${app.url}${call.path}`, { headers: call.headers })
  await answer.arrayBuffer()
  return [{ ...call, headers: { ...call.headers, 'if-none-match': answer.headers.get('etag') ?? '' } }]
}

const HTML = { ratio: 0.8 }
const LIST = `/api/playlists?limit=${PAGE}`

const PAGES: Row[] = [
  read('home', () => [page('/')], HTML),
  read('courses', () => [page('/courses')], HTML),
  read('playlist', ({ facts }) => [page(`/playlist-details/${facts.loud.playlistId}`)], HTML),
  read('teachers', () => [page('/teachers')], HTML),
  {
    ...read('home, rendered', () => anew([page('/')]), { cpu: 4 }),
    // With one, a processor that falls asleep and wakes up for each is counted as well.
    connections: 4,
    peer: 'none',
  },
  read('home, 304', (site) => again(site, page('/')), { ratio: 0.8 }),
  read('list, 304', (site) => again(site, { path: LIST }), { ratio: 0.8 }),
]

const popular = () => [{ path: `/api/playlists?limit=${PAGE}&sort=popular` }]

/** So many in a page that the small site sends as many bytes as the large one: its playlists may have fewer courses. */
function asMuchOf(asking: CallInput): Row['fewer'] {
  const bytesOf = async ({ app }: Site, { path, headers }: Request) =>
    (await (await fetch(`${app.url}${path}`, { headers })).arrayBuffer()).byteLength
  return async (small, large) => {
    const [much] = await asking(large)
    const [little] = await asking(small)
    if (!(much && little)) throw new Error('There is no list.')
    const bytes = await bytesOf(large, much)
    const upTo = (limit: number) => ({
      ...little,
      path: little.path.replace(`limit=${PAGE}`, `limit=${limit}`),
    })
    let limit = PAGE
    while (limit < LIST_LIMIT_MAX && (await bytesOf(small, upTo(limit))) < bytes) limit += 1
    return [upTo(limit)]
  }
}

const detailsOf = (id: string): Request => ({ path: `/api/playlists/${id}` })

const LISTS: Row[] = [
  read('list', () => [{ path: LIST }], { ratio: 0.8 }),
  read('list, page 1,000', async (site) => deep(site, LIST), { of: 'list' }),
  {
    ...read('list, popular', popular, { ratio: 0.8 }),
    fewer: asMuchOf(popular),
  },
  read('details', ({ facts }) => [detailsOf(facts.loud.playlistId)], { ratio: 0.8 }),
  {
    ...read('details, another each time', (site) => site.facts.playlistIds.map(detailsOf), {}),
    peer: 'none',
  },
  read('search, repeated', ({ facts }) => [searchFor(facts.words.Latin.common[0] ?? '')], { ratio: 0.8 }),
]

const teachersCalled = (name: string, limit: number): Request => ({
  path: `/api/users/teacherSearch?limit=${limit}&q=${encodeURIComponent(name)}`,
})

/** Each word with the one after it. */
const pairsOf = (words: readonly string[]) =>
  words.map((word, n) => `${word} ${words[(n + 1) % words.length]}`)

const search = (script: ScriptName, kind: Exclude<keyof Words, 'alike'>): Row =>
  asking(`search, ${kind}, ${script}`, {
    all: ({ facts }) => facts.words[script][kind].map(searchFor),
    alike: ({ facts: { words } }) =>
      (kind === 'absent' ? words[script].absent : words[script].alike[kind]).map(searchFor),
  })

const SEARCHES: Row[] = [
  ...(['Latin', 'Cyrillic', 'Arabic', 'Chinese'] as const).flatMap((script) => [
    search(script, 'common'),
    search(script, 'rare'),
    ...(script === 'Chinese' ? [] : [search(script, 'misspelt')]),
    search(script, 'absent'),
  ]),
  ...(['Latin', 'Chinese'] as const).map((script) =>
    asking(`search in videos, two words, ${script}`, {
      all: ({ facts }) => pairsOf(facts.words[script].common).map(momentsOf),
      alike: ({ facts }) => pairsOf(facts.words[script].alike.common).map(momentsOf),
    }),
  ),
  asking('search in videos, one word', {
    all: ({ facts }) => facts.words.Latin.common.map(momentsOf),
    alike: ({ facts }) => facts.words.Latin.alike.common.map(momentsOf),
  }),
  asking('search in videos, rare', {
    all: ({ facts }) => facts.words.Latin.rare.map(momentsOf),
    alike: ({ facts }) => facts.words.Latin.alike.rare.map(momentsOf),
  }),
  asking('teacher search', {
    all: ({ facts }) => facts.teacherNames.map((name) => teachersCalled(name, PAGE)),
    alike: ({ facts }) => facts.manyTeachersNames.map((name) => teachersCalled(name, TEACHERS_ALIKE)),
  }),
]

const comments = ({ facts, tokens }: Site): Request => ({
  path: `/api/comments?limit=${PAGE}&courseId=${facts.loud.courseId}`,
  headers: withToken(tokens[0]),
})

const threadsBy =
  (sort: 'newest' | 'top') =>
  ({ facts, tokens }: Site): Request => ({
    path: `/api/courses/${facts.loud.courseId}/threads?sort=${sort}&limit=${PAGE}`,
    headers: withToken(tokens[0]),
  })
const threads = threadsBy('newest')
const topThreads = threadsBy('top')

const MEMBERS: Row[] = [
  read(
    'course',
    ({ facts: { loud }, tokens }) => [
      { path: `/api/courses/${loud.playlistId}/${loud.courseId}`, headers: withToken(tokens[0]) },
    ],
    { cpu: 0.5 },
  ),
  read('comments', (site) => [comments(site)], { cpu: 1 }),
  read(
    'comments, deep page',
    (site) => {
      const { path, headers } = comments(site)
      return deep(site, path, headers)
    },
    { cpu: 1, of: 'comments' },
  ),
  read('threads', (site) => [threads(site)], { cpu: 1 }),
  read(
    'threads, deep page',
    (site) => {
      const { path, headers } = threads(site)
      return deep(site, path, headers)
    },
    { cpu: 1, of: 'threads' },
  ),
  read('threads, top first', (site) => [topThreads(site)], { cpu: 1 }),
  read(
    'threads, top first, page 1,000',
    (site) => {
      const { path, headers } = topThreads(site)
      return deep(site, path, headers)
    },
    { cpu: 1, of: 'threads, top first' },
  ),
  {
    name: 'login',
    requests: ({ facts: { people } }) =>
      people.emails.map((email) => ({
        path: '/api/auth/login',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: people.password }),
      })),
    connections: 1,
    peer: 'none',
    bar: {},
  },
]

/** By a user who follows 200 teachers. */
const HOME: Row[] = [
  read(
    'home of a user, 200 follows',
    ({ tokens }) => [{ path: '/api/home', headers: withToken(tokens[1]) }],
    {
      cpu: 2,
    },
  ),
]

const TABLES: Row[] = [
  ['playlists by creator', '/api/playlists?sort=creator'],
  ['playlists by title', '/api/playlists?sort=title'],
  ['courses by playlist', '/api/courses?sort=playlist'],
  ['courses by creator', '/api/courses?sort=creator'],
  ['people by name', '/api/users/profile?sort=name'],
].flatMap(([name = '', path = '']) => {
  const address = `${path}&limit=${PAGE}`
  const first = `admin, ${name}`
  const top: CallInput = ({ admin }) => [{ path: address, headers: withToken(admin) }]
  const thousandth: CallInput = (site) => deep(site, address, withToken(site.admin))
  return [
    { ...read(first, top, {}), fewer: asMuchOf(top) },
    { ...read(`${first}, page 1,000`, thousandth, { of: first }), fewer: asMuchOf(thousandth) },
  ]
})

/** Liked and taken back in turns, each by one person, as the button says it. */
const likesOf = (site: Site, courseIds: readonly string[]) =>
  courseIds.flatMap((id, n) => {
    const headers = { ...withToken(site.tokens[n % WRITERS]), 'content-type': 'application/json' }
    const path = `/api/courses/${id}/like`
    return [true, false].map((liked) => ({ path, method: 'POST', body: JSON.stringify({ liked }), headers }))
  })
const like = (site: Site) => likesOf(site, site.facts.courseIds)
/** The courses that are written about have hundreds of likes on the large site, of which a hundred are sent, and six on the small. */
const likeAlike = (site: Site) => likesOf(site, site.facts.littleLikedIds)
/** Liked and taken back in turns: the newest comments of the site, each by somebody else than its author. */
const commentLike: CallInput = async ({ app, tokens, personIds }) => {
  const list = apiClient(app.url, tokens[0])
  const { comments } = await list('comments.list', { query: { limit: String(LIST_LIMIT_MAX) } })
  return comments.flatMap(({ _id, user }, n) => {
    const writer = user._id === personIds[n % WRITERS] ? n + 1 : n
    const headers = { ...withToken(tokens[writer % WRITERS]), 'content-type': 'application/json' }
    const path = `/api/comments/${_id}/like`
    return [true, false].map((liked) => ({ path, method: 'POST', body: JSON.stringify({ liked }), headers }))
  })
}

/** Each by another of so many people, one after the other. */
const comment: CallInput = (site) =>
  site.facts.courseIds.map((courseId, n) => ({
    path: '/api/comments',
    method: 'POST',
    body: JSON.stringify({ text: 'A comment of a few words.', courseId }),
    headers: { ...withToken(site.tokens[n % WRITERS]), 'content-type': 'application/json' },
  }))
/** Saved and taken back in turns, each by one person. */
const save: CallInput = (site) =>
  site.facts.playlistIds.flatMap((id, n): Request[] => {
    const headers = withToken(site.tokens[n % WRITERS])
    return [
      { path: `/api/users/savePlaylist/${id}?view=ids`, method: 'POST', headers },
      { path: `/api/users/savedPlaylists/${id}`, method: 'DELETE', headers },
    ]
  })

/** On PostgreSQL the write itself is the work of another process. */
const WRITTEN: Bar = ON_POSTGRESQL ? { cpu: 1.5 } : { behindHttp: 0.4 }
const WRITTEN_AT_ONCE: Bar = ON_POSTGRESQL ? WRITTEN : { ...WRITTEN, ratio: 0.5 }

const WRITES: Row[] = (
  [
    ['like', { requests: like, alike: likeAlike }],
    ['save', { requests: save }],
    ['comment', { requests: comment }],
  ] as const
).flatMap(([peer, calls]) => [
  { name: `${peer}, one writer`, ...calls, connections: 1, peer, bar: WRITTEN },
  { name: `${peer}, 32 writers`, ...calls, connections: WRITERS, peer, bar: WRITTEN_AT_ONCE },
])

const COMMENT_LIKES: Row[] = [
  {
    name: 'comment like, 32 writers',
    requests: commentLike,
    connections: WRITERS,
    peer: 'none',
    bar: { of: 'like, 32 writers', times: 1.2 },
  },
]

/** Ten seconds more of a course each time, by another viewer each time. */
export const progressSaves: CallInput = (site) =>
  site.facts.courseIds.map((id, n) => {
    const from = (n % 60) * 10
    const save = {
      at: from + 10,
      duration: 600,
      ranges: [[from, from + 10]],
      videoKey: `youtube:${VIDEO_ID}`,
      rate: 1,
    }
    return {
      path: `/api/progress/${id}`,
      method: 'PUT',
      body: JSON.stringify(save),
      headers: { ...withToken(site.tokens[n % WRITERS]), 'content-type': 'application/json' },
    }
  })

const PROGRESS: Row[] = [
  {
    name: 'progress, 32 writers',
    requests: progressSaves,
    connections: WRITERS,
    peer: 'none',
    bar: { of: 'like, 32 writers', times: 1.5 },
  },
]

const PICTURES: Row[] = [
  {
    name: 'image',
    requests: ({ facts }) => [{ path: `/media/${facts.image}` }],
    connections: AT_ONCE,
    peer: 'nginx',
    bar: { ratio: 0.6 },
  },
]

export const ROWS: readonly Row[] = [
  ...PAGES,
  ...LISTS,
  ...SEARCHES,
  ...MEMBERS,
  ...HOME,
  ...TABLES,
  ...WRITES,
  ...COMMENT_LIKES,
  ...PROGRESS,
  ...PICTURES,
]
