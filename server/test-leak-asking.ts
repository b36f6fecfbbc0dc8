import { ACCESS, type Permission } from '#contract/access.ts'
import { CALLS, type CallName } from '#contract/calls.ts'
import { VISIBILITIES, type Visibility } from '#contract/catalog/visibility.ts'
import { VALID_INPUTS } from './test-inputs.ts'
import type { Question } from './test-leak-questions.ts'
import type { LeakSite, Reader } from './test-leak-site.ts'

const isCallName = (name: string): name is CallName => name in CALLS
const NAMES = Object.keys(ACCESS).filter(isCallName)
export const READS = NAMES.filter((name) => CALLS[name][0] === 'GET')
export const WRITES = NAMES.filter((name) => CALLS[name][0] !== 'GET')

/** The address of a call about a playlist, with the ids of everything in it. */
function addressOf(name: CallName, ids: Record<string, string>): string {
  const { of = 'course' }: Permission = ACCESS[name]
  return CALLS[name][1].replaceAll(/:(\w+)/g, (_, param: string) => {
    const id = ids[param === 'id' ? `${of}Id` : param]
    if (id === undefined) throw new Error(`${name} needs ${param}: add one to insertFixtures.`)
    return id
  })
}

export interface Asking {
  name: CallName
  reader: Reader
  of: Visibility
}

/** Everything that the answer to a valid request says: its status, headers and body. */
export async function ask(site: LeakSite, asking: Asking): Promise<string> {
  const { testApp } = site
  const { address, body } = await requestFor(site, asking)
  const { user } = asking.reader
  return said(await (user ?? testApp).request(CALLS[asking.name][0], address, body))
}

/** The answers to a question about each of the playlists, by the address: some do not depend on the playlist. */
export async function askAboutAll(
  site: LeakSite,
  { name, reader }: Omit<Asking, 'of'>,
  asked: Question,
): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const of of VISIBILITIES) {
    const { address } = await requestFor(site, { name, reader, of }, asked)
    if (!answers.has(address)) answers.set(address, await read(site, reader, address))
  }
  return answers
}

async function requestFor(site: LeakSite, { name, reader, of }: Asking, asked?: Question) {
  const fixtures = site.playlists[of]
  const valid = await VALID_INPUTS[name]?.({ ...fixtures, testApp: site.testApp, caller: reader.user })
  const query = asked?.query?.({ site, of, reader }) ?? valid?.query
  const path = addressOf(name, fixtures.ids)
  return { address: query ? `${path}?${query}` : path, body: valid?.body }
}

async function read({ testApp: { app } }: LeakSite, { user }: Reader, address: string): Promise<string> {
  return user ? said(await user.request('GET', address)) : readAsVisitor(app.listeningOrigin + address)
}

const said = ({ statusCode, headers, body }: { statusCode: number; headers: object; body: string }) =>
  `${statusCode} ${JSON.stringify(headers)} ${body}`

/** Over a real connection, so that the second answer comes from the response cache. */
async function readAsVisitor(url: string): Promise<string> {
  const answers: string[] = []
  for (const _time of [1, 2]) {
    const response = await fetch(url)
    answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`)
  }
  return answers.join('\n')
}

/** What a page would get that is rendered for a visitor; a rejection is a text, too. */
export async function askForPage(
  site: LeakSite,
  { name, reader, of }: Asking,
  { query }: Question,
): Promise<string> {
  const { testApp, playlists } = site
  const call = testApp.context.visitorHandlers.get(name)
  const params: Record<string, string> = { ...playlists[of].ids, id: playlists[of].ids.courseId ?? '' }
  const valid = await VALID_INPUTS[name]?.({ ...playlists[of], testApp, caller: undefined })
  const asked = new URLSearchParams(query?.({ site, of, reader }) ?? valid?.query)
  const answer = call?.({ params, query: Object.fromEntries(asked) })
  return answer ? answer.then((said) => JSON.stringify(said), String) : ''
}
