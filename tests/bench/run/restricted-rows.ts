import type { Alike } from '../seed/facts.ts'
import type { Request } from './driving.ts'
import {
  anew,
  asking,
  type Bar,
  deep,
  isOnPostgres,
  momentsOf,
  type Row,
  read,
  searchFor,
  withToken,
} from './row.ts'
import type { Site } from './site.ts'

/** By somebody in 20 groups. */
const byMember = (calls: readonly Request[], { tokens: [token] }: Site): Request[] =>
  calls.map((call) => ({ ...call, headers: withToken(token) }))

/** Growth is taken on somebody whose groups have equally many playlists on both sites: a list costs as much as these. */
const byPupil = (calls: readonly Request[], { pupil }: Site): Request[] =>
  calls.map((call) => ({ ...call, headers: withToken(pupil) }))

const LIST = '/api/playlists?limit=100'
const PAGE = '/api/playlists?limit=20'

/** What a member is asked to wait for more than a visitor whose answer is not cached. */
const pairs: Row[] = ['', '&sort=popular', '&sort=title'].flatMap((sort) => {
  const path = `${LIST}${sort}`
  const visitors = `visitor, list of 100${sort.replace('&sort=', ', ')}`
  return [
    { ...read(visitors, () => anew([{ path }]), {}), peer: 'none' as const },
    {
      ...read(visitors.replace('visitor', 'member'), (site) => byMember([{ path }], site), {
        of: visitors,
        more: 2,
      }),
      alike: (site) => byPupil([{ path }], site),
      peer: 'none' as const,
    },
  ]
})

/** One by one: common words are in thousands of playlists, of which the member finds some. */
function search(kind: keyof Alike, find: (q: string) => Request): Row {
  const name = find === searchFor ? 'search' : 'search in videos'
  const p99 = isOnPostgres('restricted') ? 40 : 20
  const bar: Bar = { p99 }
  return {
    ...asking(`member, ${name}, ${kind}`, {
      all: (site) => byMember(site.facts.words.Latin[kind].map(find), site),
      alike: (site) => byMember(site.facts.words.Latin.alike[kind].map(find), site),
    }),
    bar,
  }
}

const courseOf = (site: Site): Request[] => {
  const { courseId, playlistId } = site.facts.ofGroup ?? site.facts.loud
  return byMember([{ path: `/api/courses/${playlistId}/${courseId}` }], site)
}

/** The bars of a site on which half of the playlists are for members or groups: `--large restricted`. */
export const RESTRICTED_ROWS: readonly Row[] = [
  ...pairs,
  {
    ...read('member, list', (site) => byMember([{ path: PAGE }], site), {}),
    alike: (site) => byPupil([{ path: PAGE }], site),
    peer: 'none',
  },
  {
    ...read('member, list, page 1,000', (site) => deep(site, PAGE, withToken(site.tokens[0])), {
      of: 'member, list',
    }),
    alike: (site) => deep(site, PAGE, withToken(site.pupil)),
    peer: 'none',
  },
  { ...read('course of a group', courseOf, { cpu: 0.5 }), peer: 'none' },
  search('common', searchFor),
  search('rare', searchFor),
  search('misspelt', searchFor),
  search('common', momentsOf),
]
