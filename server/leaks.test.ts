import { expect, test } from 'vitest'
import { ACCESS, type Permission } from '#contract/access.ts'
import { CALLS, type CallName } from '#contract/calls.ts'
import { VISIBILITIES, type Visibility } from '#contract/catalog/visibility.ts'
import { serveForSearchEngines } from './pages/sitemap.ts'
import { isAllowed, type Question, questionsOf, writesToPlaylist } from './test-leak-questions.ts'
import { type LeakSite, openLeakSite, type Reader, sees } from './test-leak-site.ts'
import { VALID_INPUTS } from './test-inputs.ts'

const LONG = 120_000
const isCallName = (name: string): name is CallName => name in CALLS
const NAMES = Object.keys(ACCESS).filter(isCallName)
const READS = NAMES.filter((name) => CALLS[name][0] === 'GET')
const WRITES = NAMES.filter((name) => CALLS[name][0] !== 'GET')
/** They end sessions or make some, and answer nothing else. */
const SIGN_IN = /^(auth|passkeys|secondStep)\./

const named = ({ name, owns }: Reader) => (owns ? `${name} of ${owns}` : name)

/** The address of a call about a playlist, with the ids of everything in it. */
function addressOf(name: CallName, ids: Record<string, string>): string {
  const { of = 'course' }: Permission = ACCESS[name]
  return CALLS[name][1].replaceAll(/:(\w+)/g, (_, param: string) => {
    const id = ids[param === 'id' ? `${of}Id` : param]
    if (id === undefined) throw new Error(`${name} needs ${param}: add one to insertFixtures.`)
    return id
  })
}

interface Asking {
  name: CallName
  reader: Reader
  of: Visibility
}

/** Everything that an answer says: its status, headers and body. */
async function ask(site: LeakSite, { name, reader, of }: Asking, asked?: Question): Promise<string> {
  const { testApp, playlists } = site
  const fixtures = playlists[of]
  const valid = await VALID_INPUTS[name]?.({ ...fixtures, testApp, caller: reader.user })
  const query = asked?.query?.({ site, of, reader }) ?? valid?.query
  const path = addressOf(name, fixtures.ids)
  const url = query ? `${path}?${query}` : path
  const [method] = CALLS[name]
  if (!reader.user && method === 'GET') return askAsVisitor(testApp.app.listeningOrigin + url)
  const { statusCode, headers, body } = await (reader.user ?? testApp).request(method, url, valid?.body)
  return `${statusCode} ${JSON.stringify(headers)} ${body}`
}

/** Over a real connection, so that the second answer comes from the response cache. */
async function askAsVisitor(url: string): Promise<string> {
  const answers: string[] = []
  for (const _time of [1, 2]) {
    const response = await fetch(url)
    answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`)
  }
  return answers.join('\n')
}

/** Asks one question about every playlist; gives what is shown and must not be, or is not and should be. */
async function faultsOf(site: LeakSite, reader: Reader, name: CallName, asked: Question): Promise<string[]> {
  const shown = new Set<Visibility>()
  const faults: string[] = []
  for (const of of VISIBILITIES) {
    const answer = await ask(site, { name, reader, of }, asked)
    for (const each of site.shownIn(answer, asked.what)) shown.add(each)
    if (answer.startsWith('400')) faults.push(`${name}, ${named(reader)}: the input is not valid: ${answer}`)
  }
  for (const of of VISIBILITIES) {
    const expected = asked.shows(reader, of)
    if (expected !== 'maybe' && shown.has(of) !== expected)
      faults.push(`${name}, ${named(reader)}, ${of}: ${expected ? 'is not shown' : 'is shown'}`)
  }
  return faults
}

test('every call shows a playlist exactly to those who may see or find it', { timeout: LONG }, async () => {
  const site = await openLeakSite()
  await site.testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const faults: string[] = []
  for (const name of READS)
    for (const asked of questionsOf(name))
      for (const reader of site.readers) faults.push(...(await faultsOf(site, reader, name, asked)))
  expect(faults).toEqual([])
})

test('no write of a reader who may not see a playlist answers with a trace of it', { timeout: LONG }, async () => {
  const site = await openLeakSite()
  await site.testApp.app.listen({ host: '127.0.0.1', port: 0 })
  const faults: string[] = []
  const about = WRITES.filter(writesToPlaylist)
  for (const name of about) {
    for (const reader of site.readers) {
      for (const of of VISIBILITIES.filter((each) => !sees(reader, each))) {
        const answer = await ask(site, { name, reader, of })
        const isRejected = /^40[134] /.test(answer)
        if (!isRejected || site.shownIn(answer).length > 0)
          faults.push(`${name}, ${named(reader)}, ${of}: ${answer}`)
      }
    }
  }
  // The answers of others may list what somebody has saved or follows.
  const others = WRITES.filter((name) => !(SIGN_IN.test(name) || about.includes(name)))
  const unable = site.readers.filter(({ name }) => name === 'outsider' || name === 'other teacher')
  for (const reader of unable) {
    for (const [name, of] of [
      ...others.map((each) => [each, 'groups'] as const),
      ...about.filter((each) => isAllowed(each, reader, 'public')).map((each) => [each, 'public'] as const),
    ]) {
      const answer = await ask(site, { name, reader, of })
      for (const shown of site.shownIn(answer).filter((each) => !sees(reader, each)))
        faults.push(`${name}, ${named(reader)}: shows ${shown}`)
    }
  }
  expect(faults).toEqual([])
})

test('the sitemap has public playlists only', async () => {
  const { testApp, shownIn } = await openLeakSite()
  serveForSearchEngines(testApp.context, { origin: 'https://lectern.example', publicUrl: undefined })
  expect(shownIn((await testApp.request('GET', '/sitemap.xml')).body)).toEqual(['public'])
})
